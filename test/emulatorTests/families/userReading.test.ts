import { useClient } from '../testClient';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { sha1 } from '../signing';

const client = useClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

const mount = { mount_id: 2102 }; // Sales: the demo user is an Administrator there
const seed = (path: string, content: string, mountId = 2102): string => client.seedFile(mountId, path, content);
const paths = async (fields = {}) =>
	((await client.user('1/file/ls', { ...mount, ...fields })).body.list as Array<{ fullpath: string }>).map(
		({ fullpath }) => fullpath,
	);

test('ls: kinds, folders only, orders, pages', async () => {
	for (const [name, content] of [
		['b.png', '1'],
		['a.mp4', '333'],
		['c.docx', '22'],
	] as const)
		seed(`L/${name}`, content);
	await client.user('2/file/create_folder', { ...mount, fullpath: 'L/sub' });
	expect(await paths({ fullpath: 'L', order: 'filename' })).toEqual(['L/a.mp4', 'L/b.png', 'L/c.docx', 'L/sub']);
	expect(await paths({ fullpath: 'L', order: 'filesize', start: 1, size: 2 })).toEqual(['L/b.png', 'L/c.docx']);
	expect(await paths({ fullpath: 'L', dir: 1 })).toEqual(['L/sub']);
	expect(await paths({ fullpath: 'L', sort: 1 })).toEqual(['L/a.mp4']);
	expect(await paths({ fullpath: 'L', sort: 3 })).toEqual(['L/b.png']);
	expect(await paths({ fullpath: 'L', sort: 5 })).toEqual(['L/c.docx']);
});

test('download, information, counts', async () => {
	const hash = seed('A/B/x.png', 'content');
	const { body } = await client.user('2/file/open', { ...mount, hash });
	expect(body).toMatchObject({ hash, filehash: sha1('content'), filesize: 7, lock: 0 });
	expect(await (await fetch(body.uris[0])).text()).toBe('content');
	expect((await client.user('2/file/info', { ...mount, hash })).body).toMatchObject({
		fullpath: 'A/B/x.png',
		create_member_id: '1',
		preview: expect.any(String),
		thumbnail: expect.any(String),
	});
	expect((await client.user('2/file/info', { ...mount, fullpath: 'A' })).body.preview).toBeUndefined();
	expect((await client.user('2/file/attribute', { ...mount, fullpath: 'A' })).body).toEqual({
		file_count: 1,
		folder_count: 1,
	});
});

test('search in one library and in all', async () => {
	seed('needle.txt', 'n');
	seed('F/needle.pdf', 'm', 2201);
	const found = async (fields: object) => (await client.user('2/file/search', { keyword: 'NEEDLE', ...fields })).body;
	expect((await found({ ...mount })).count).toBe(1);
	expect((await found({ mount_id: 0 })).count).toBe(2);
	expect((await found({ mount_id: 0, ext: '["pdf"]' })).list).toMatchObject([
		{ mount_id: 2201, fullpath: 'F/needle.pdf' },
	]);
	expect((await found({ mount_id: 2201, fullpath: 'F', ext: '["dir"]' })).count).toBe(0);
});

test('favorites', async () => {
	seed('f.txt', 'f');
	// The demo user has a favorite in another library from the start.
	const list = async () =>
		((await client.user('1/favorites/get_files', { fav_id: -1 })).body.list as Array<{ mount_id: number }>).filter(
			({ mount_id: id }) => id === 2102,
		);
	await client.user('1/favorites/add_file', { ...mount, fullpath: 'f.txt', fav_id: -1 });
	expect(await list()).toMatchObject([{ fullpath: 'f.txt', mount_id: 2102 }]);
	expect(Object.keys((await list())[0] ?? {})).not.toContain('lock');
	await client.user('1/favorites/del_file', { ...mount, fullpath: 'f.txt', fav_id: -1 });
	expect(await list()).toEqual([]);
});
