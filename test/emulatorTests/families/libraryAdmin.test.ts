import { enterpriseClient } from '../../emulator/store/enterprise/apiClients';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { useClient } from '../testClient';

test('the library log contains links, their visits, downloads and previews', async () => {
	client.emulator.seedFile('a.txt', 'a', { orgClientId: '', orgClientSecret: '', orgId: 1101, mountId: 2101 });
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	const { link } = (await client.file('link', { fullpath: 'a.txt', auth: 'download' }, bound)).body;
	await fetch(link);
	await fetch(`${link}/download`);
	await fetch(`${link}/save`);
	await client.file('download_url', { fullpath: 'a.txt', op_id: 1 }, bound);
	await client.file('preview_url', { fullpath: 'a.txt' }, bound);
	const { body } = await client.org('log', { org_id: 1101, orderby: 'asc' });
	expect(body.list.map((row: { act: number }) => row.act)).toEqual([1014, 1015, 1016, 1017, 20, 21]);
});

test('a file that a visitor uploads by a link is in the folder and in the log', async () => {
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	await client.file('create_folder', { fullpath: 'Inbox' }, bound);
	const { link } = (await client.file('link', { fullpath: 'Inbox', auth: 'upload' }, bound)).body;
	expect((await fetch(`${link}/upload?name=a.txt`, { method: 'PUT', body: 'content' })).status).toBe(200);
	expect((await fetch(`${link}/upload?name=..%2Fa.txt`, { method: 'PUT', body: 'content' })).status).toBe(403);
	expect((await fetch(`${link}/save`)).status).toBe(403);
	expect((await client.file('info', { fullpath: 'Inbox/a.txt' }, bound)).body.filesize).toBe(7);
	const { body } = await client.org('log', { org_id: 1101, act: 1018 });
	expect(body.list).toMatchObject([{ fullpath: 'Inbox/a.txt', member_id: 0 }]);
});

test('an entry that was written late stands at its time', async () => {
	client.emulator.seedFile('a.txt', 'a', { orgClientId: '', orgClientSecret: '', orgId: 1101, mountId: 2101 });
	const log = client.emulator.libraries.get(2101)?.log ?? [];
	const line = { act: 20, hash: 'h', dir: false, filehash: '', filesize: 0, actor: { id: 1, name: 'A' } };
	log.push({ ...line, fullpath: 'now', atMs: client.emulator.clock.now() });
	log.push({ ...line, fullpath: 'late', atMs: client.emulator.clock.now() - 60_000 });
	const paths = async (orderby: string) =>
		((await client.org('log', { org_id: 1101, act: 20, orderby })).body.list as Array<{ fullpath: string }>).map(
			({ fullpath }) => fullpath,
		);
	expect(await paths('asc')).toEqual(['late', 'now']);
	expect(await paths('desc')).toEqual(['now', 'late']);
});

test('the library log contains operations on files, with their authors', async () => {
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	await client.file('create_folder', { fullpath: 'A', op_id: 101 }, bound);
	await client.file('move', { fullpath: 'A', dest_fullpath: 'B', op_name: 'Robot' }, bound);
	await client.file('del', { fullpath: 'B' }, bound);
	const acts = async (fields = {}) =>
		((await client.org('log', { org_id: 1101, ...fields })).body.list as Array<{ act: number }>).map(
			({ act }) => act,
		);
	expect(await acts()).toEqual([0, 2, 1]);
	expect(await acts({ orderby: 'asc', start: 1, size: 1 })).toEqual([2]);
	expect(await acts({ act: '0,1' })).toEqual([0, 1]);
	expect((await client.org('log', { mount_id: 2101, act: 1 })).body).toMatchObject({
		total: 1,
		list: [
			{
				fullpath: 'A',
				dir: 1,
				member_name: '张伟 (zhang.wei@example.com)',
				display_name: '张伟',
				member_account: 'zhang.wei@example.com',
			},
		],
	});
	expect((await client.org('log', { org_id: 1101, end_dateline: 1000 })).body).toEqual({ total: 0, list: [] });
});

const client = useClient(EnterpriseTestClient);

const info = async (orgId: number) => (await client.org('info', { org_id: orgId })).body.info;
const roles = async (orgId: number): Promise<Record<number, number>> =>
	Object.fromEntries(
		(await client.org('get_members', { org_id: orgId, size: 100 })).body.list.map(
			(row: { member_id: number; role_id: number }) => [row.member_id, row.role_id],
		),
	);
const names = (body: { list: Array<{ org_name: string }> }): string[] => body.list.map(({ org_name: name }) => name);

test('the demo library and the libraries of the demo enterprise exist', async () => {
	expect(await info(1001)).toMatchObject({ mount_id: 2001, org_name: 'Demo Library', size_org_total: -1 });
	expect((await client.org('ls', { type: 1 })).body.list).toHaveLength(13);
	expect((await client.org('ls', { type: 2 })).body.list).toHaveLength(5);
	expect(names((await client.org('ls', { type: 2, member_id: 101 })).body)).toEqual([
		'Personal files of zhang.wei@example.com',
	]);
	expect(names((await client.org('ls', { member_id: 5 })).body)).toEqual(['Demo Library']); // through department 2
});

test("capacity: without the parameter it stays, a number sets it, '' removes the limit", async () => {
	const { body } = await client.org('create', { org_name: 'N' });
	expect((await info(body.org_id)).size_org_total).toBe(-1);
	await client.org('set', { org_id: body.org_id, org_capacity: 500 });
	await client.org('set', { mount_id: body.mount_id, org_name: 'M' });
	expect(await info(body.org_id)).toMatchObject({ org_name: 'M', size_org_total: 500 });
	await client.org('set', { org_id: body.org_id, org_capacity: '' });
	expect((await info(body.org_id)).size_org_total).toBe(-1);
});

test('a created library can be bound once and used until it is unbound', async () => {
	const { body: made } = await client.org('create', { org_name: 'N', org_capacity: 5 });
	const bound = (await client.org('bind', { org_id: made.org_id, title: 'n8n' })).body;
	expect((await client.org('bind', { mount_id: made.mount_id, title: 'other' })).body).toEqual(bound);
	expect((await client.file('create_folder', { fullpath: 'A', op_id: 101 }, bound)).body.fullpath).toBe('A');
	expect(
		(await client.file('create_file', { fullpath: 'b', filehash: 'a'.repeat(40), filesize: 6 }, bound)).status,
	).not.toBe(200);
	expect(await info(made.org_id)).toMatchObject({ dir_count: 1, file_count: 0, owner_id: 0 });
	await client.org('unbind', { org_client_id: bound.org_client_id });
	expect(await client.file('ls', { fullpath: '' }, bound)).toMatchObject({
		status: 401,
		body: { error_code: 40103 },
	});
	const again = (await client.org('bind', { org_id: made.org_id, title: 'n8n' })).body;
	expect(again.org_client_id).not.toBe(bound.org_client_id);
	await client.org('destroy', { org_client_id: again.org_client_id });
	expect((await client.file('ls', { fullpath: '' }, again)).body.error_code).toBe(40103);
	expect(await client.org('info', { org_id: made.org_id })).toMatchObject({
		status: 404,
		body: { error_code: 40401 },
	});
});

test('an authorization is for one client and one library', async () => {
	const { world } = client.emulator;
	world.clients.set('second', enterpriseClient('second', 's', 'Second', world.enterprise));
	const first = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	const otherLibrary = (await client.org('bind', { org_id: 1102, title: 'n8n' })).body;
	const otherClient = (
		await client.client(
			'/m-open/1/org/bind',
			{ org_id: 1101, title: 'n8n' },
			{ clientId: 'second', clientSecret: 's' },
		)
	).body;
	expect(new Set([first, otherLibrary, otherClient].map((each) => each.org_client_id)).size).toBe(3);
	expect((await client.file('stat', {}, otherLibrary)).body.org_id).toBe(1102);
	expect((await client.org('unbind', { org_client_id: 'nothing' })).body.error_code).toBe(40103);
});

test("set_owner keeps the former owner with a role; without one, or with '', it removes the former owner", async () => {
	await client.org('set_owner', { org_id: 1102, member_id: 120, role_id: 2 });
	expect(await roles(1102)).toMatchObject({ 102: 2, 120: 1 });
	await client.org('set_owner', { org_id: 1102, member_id: 121 });
	expect((await roles(1102))[120]).toBeUndefined();
	await client.org('set_owner', { org_id: 1102, member_id: 122, role_id: '' });
	expect((await roles(1102))[121]).toBeUndefined();
	expect((await info(1102)).owner_id).toBe(122);
	expect((await client.org('del_member', { org_id: 1102, member_ids: '103,122' })).body.error_code).toBe(40310);
	expect((await roles(1102))[103]).toBe(2);
});

test('members and departments with roles', async () => {
	await client.org('add_member', { org_id: 1112, member_ids: '1,2', role_id: 3 });
	await client.org('set_member_role', { org_id: 1112, member_ids: '2', role_id: 2 });
	expect(await roles(1112)).toMatchObject({ 1: 3, 2: 2 });
	expect((await client.org('set_member_role', { org_id: 1112, member_ids: '2,3', role_id: 1 })).body.error_code).toBe(
		40406,
	);
	expect((await client.org('get_member', { org_id: 1112, ids: 'member01,member09', type: 'account' })).body).toEqual({
		member01: expect.objectContaining({ member_id: 1, role_id: 3, state: 1 }),
	});
	await client.org('del_member', { org_id: 1112, member_ids: '1' });
	expect((await roles(1112))[1]).toBeUndefined();
	await client.org('add_group', { org_id: 1112, group_id: 5, role_id: 0 });
	await client.org('set_group_role', { org_id: 1112, group_id: 5, role_id: 2 });
	expect((await client.org('get_groups', { org_id: 1112 })).body).toEqual({
		list: [{ id: 5, name: 'Department 5', role_id: 2 }],
	});
	await client.org('del_group', { org_id: 1112, group_id: 5 });
	expect((await client.org('get_groups', { org_id: 1112 })).body.list).toEqual([]);
	expect((await client.org('add_group', { org_id: 1112, group_id: 99, role_id: 1 })).body.error_code).toBe(40407);
});

test('personal libraries have only a size until they are initialized', async () => {
	await client.org('set_by_member', { account: 'member03', capacity: 1000 });
	expect((await client.org('info_by_member', { member_id: 3 })).body).toEqual({ info: { size_org_total: 1000 } });
	await client.signOn('member03');
	expect((await client.org('info_by_member', { email: 'member03@example.com' })).body.info).toMatchObject({
		size_org_total: 1000,
		file_count: 0,
		mount_id: expect.any(Number),
	});
	await client.org('set_by_member', { out_id: 'u-03', capacity: -1 });
	expect((await client.org('info_by_member', { out_id: 'u-03' })).body.info.size_org_total).toBe(-1);
});

test('search by name and by prefix, with at most size results', async () => {
	expect(names((await client.org('search', { name: 'Sales' })).body)).toEqual(['Sales']);
	expect((await client.org('search', { name: 'Sale' })).body.list).toEqual([]);
	expect(names((await client.org('search', { prefix: 'p' })).body)).toEqual(
		expect.arrayContaining(['Platform Design', 'People']),
	);
	expect((await client.org('search', { prefix: 'P', size: 1 })).body.list).toHaveLength(1);
});
