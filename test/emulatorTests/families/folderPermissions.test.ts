import { useClient, TestClient } from '../testClient';

const client = useClient(TestClient, {}, (each) => each.file('create_folder', { fullpath: 'A/B' }));

const set = (fullpath: string, permissions: object, more = {}) =>
	client.file('file_permission', { fullpath, permissions: JSON.stringify(permissions), ...more });
const get = async (fullpath: string, more = {}) => (await client.file('get_permission', { fullpath, ...more })).body;

test('get_all_permission answers what is set on the folder itself', async () => {
	await set('A', { 9: ['file_preview'] });
	await set('A', { 4: ['file_link'] }, { is_group: 1 });
	expect((await client.file('get_all_permission', { fullpath: 'A' })).body).toEqual({
		members: { 9: ['file_preview'] },
		groups: { 4: ['file_link'] },
	});
	expect((await client.file('get_all_permission', { fullpath: 'A/B' })).body).toEqual({
		members: {},
		groups: {},
	});
});

test('subfolders inherit until inheritance is ended', async () => {
	await set('A', { 9: ['file_preview', 'file_read'] });
	expect(await get('A/B', { member_id: 9 })).toEqual(['file_preview', 'file_read']);
	expect((await get('A/B')).members[9]).toEqual(['file_preview', 'file_read']);
	await client.file('set_permission_inherit', { fullpath: 'A/B', inherit: 0 });
	expect(await get('A/B', { account: 'member09' })).toEqual([]);
	expect((await client.file('ls', { fullpath: 'A' })).body.list[0].property.inherit).toBe(0);
});

test('reset without inheritance: clear excludes members of departments', async () => {
	await client.file('set_permission_inherit', { fullpath: 'A', inherit: 0 });
	await set('A', { 3: ['file_read'] }, { is_group: 1 });
	await set('A', { 9: ['file_delete'] });
	await client.file('reset_permission', { fullpath: 'A', members: '9' });
	expect(await get('A', { out_id: 'u-09' })).toEqual(['file_read']);
	await client.file('reset_permission', { fullpath: 'A', members: '9', clear: 1 });
	expect(await get('A', { member_id: 9 })).toEqual([]);
	await client.file('reset_permission', { fullpath: 'A', groups: '3' });
	expect(await get('A', { member_id: 10 })).toEqual([]);
});

test('unknown members are 40406, unknown departments 40407', async () => {
	expect((await set('A', { 99: [] })).body.error_code).toBe(40406);
	expect((await set('A', { 99: [] }, { is_group: 1 })).body.error_code).toBe(40407);
});
