import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields } from '../signing';
import { sha1 } from '../../support/hashes';
import { useClient } from '../testClient';

test('the list contains the libraries that the member takes part in', async () => {
	const ids = async () =>
		((await client.user('1/account/mount', {})).body.list as Array<{ mount_id: number }>).map(
			({ mount_id: id }) => id,
		);
	expect(await ids()).toEqual(expect.arrayContaining([2101, 2102, 2201]));
	expect(await ids()).not.toContain(2001);
	expect(await client.user('1/file/ls', { mount_id: 2001 })).toMatchObject({
		status: 403,
		body: { error_code: 40311 },
	});
	expect(await client.user('1/file/ls', { mount_id: 9999 })).toMatchObject({
		status: 404,
		body: { error_code: 40401 },
	});
});

test('create: owner, capacity, storage point, permission', async () => {
	const { body } = await client.user('1/library/create', {
		name: 'Mine',
		ent_id: 3001,
		capacity: 1000,
		storage_point: 'Shanghai',
	});
	expect(body).toEqual({ org_id: expect.any(Number), mount_id: expect.any(Number), storage_point: 'Shanghai' });
	expect((await client.org('info', { org_id: body.org_id })).body.info).toMatchObject({
		owner_id: 101,
		size_org_total: 1000,
	});
	expect(
		(await client.user('1/library/create', { name: 'M', ent_id: 3001, storage_point: 'Mars' })).body.error_code,
	).toBe(40051);
	expect((await client.user('1/library/create', { name: 'M', ent_id: 1 })).body.error_code).toBe(40410);
	client.emulator.world.directory.memberById(101).mayCreateLibraries = false;
	expect((await client.user('1/library/create', { name: 'M', ent_id: 3001 })).body.error_code).toBe(40310);
});

test('the secret of the client that obtained the token signs, the token included; dateline is optional', async () => {
	const { token } = client;
	const mountList = (form: URLSearchParams) => client.send('/m-api/1/account/mount', form, 'GET');
	expect((await mountList(signFields({ token, dateline: client.nowSeconds }, 'demo-enterprise-secret'))).status).toBe(
		200,
	);
	expect((await mountList(signFields({ token }, 'demo-enterprise-secret', ['token']))).body.error_code).toBe(401041);
	expect((await mountList(signFields({ token }, 'demo-library-secret'))).body.error_code).toBe(401041);
	expect((await mountList(signFields({ token, dateline: 1 }, 'demo-enterprise-secret'))).body.error_code).toBe(
		401041,
	);
	expect((await client.user('1/account/mount', { client_id: 'demo-enterprise' })).body.error_msg).toContain(
		"'client_id'",
	);
});

const mount = { mount_id: 2102 }; // Sales: the demo user is an Administrator there

test('create_folder keeps an existing folder by default; with overwrite 0 it adds a number', async () => {
	const make = async (more = {}) =>
		(await client.user('2/file/create_folder', { ...mount, fullpath: 'N', ...more })).body;
	const first = await make();
	expect(await make()).toEqual(first);
	expect((await make({ overwrite: 0 })).fullpath).toBe('N(2)');
});

test('copy and move across folders and libraries', async () => {
	seed('a.txt', 'aa');
	seed('b.txt', 'b');
	await client.user('1/file/copy', {
		...mount,
		fullpaths: 'a.txt|b.txt',
		target_fullpath: 'T',
		target_mount_id: 2201,
		delete_from: 1,
	});
	expect(await paths({ mount_id: 2201, fullpath: 'T', order: 'filename' })).toEqual(['T/a.txt', 'T/b.txt']);
	expect(await paths()).not.toContain('a.txt');
	seed('b.txt', 'new');
	await client.user('1/file/copy', {
		...mount,
		fullpath: 'b.txt',
		target_fullpath: 'T',
		target_mount_id: 2201,
		overwrite: 1,
	});
	expect((await client.user('2/file/info', { mount_id: 2201, fullpath: 'T/b.txt' })).body.filesize).toBe(3);
	await client.user('1/file/copy', { ...mount, fullpath: 'b.txt', target_fullpath: '' });
	expect(await paths()).toContain('b(2).txt');
	await client.user('1/file/move', { ...mount, fullpath: 'b(2).txt', target_fullpath: 'X' });
	expect(await paths({ fullpath: 'X' })).toEqual(['X/b(2).txt']);
	expect(
		(await client.user('1/file/rename', { ...mount, fullpath: 'X/b(2).txt', newname: 'c.txt' })).body.fullpath,
	).toBe('X/c.txt');
	await client.user('1/file/del', { ...mount, fullpath: 'X' });
	expect((await client.user('2/file/info', { ...mount, fullpath: 'X' })).body.error_code).toBe(40402);
});

test('the role decides what the member may do', async () => {
	seed('a.txt', 'a', 2104); // Contracts Europe: the demo user is a Viewer there
	const at = { mount_id: 2104, fullpath: 'a.txt' };
	expect((await client.user('2/file/open', at)).status).toBe(200);
	for (const answer of [
		await client.user('1/file/del', at),
		await client.user('1/file/rename', { ...at, newname: 'b' }),
		await client.user('2/file/create_folder', { ...at, fullpath: 'F' }),
	]) {
		expect(answer).toMatchObject({ status: 403, body: { error_code: 40310 } });
	}
});

const client = useClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

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
