import { useClient } from '../testClient';
import { EnterpriseTestClient } from '../enterpriseTestClient';
const client = useClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

const mount = { mount_id: 2102 }; // Sales: the demo user is an Administrator there
const seed = (path: string, content: string, mountId = 2102): string => client.seedFile(mountId, path, content);
const paths = async (fields = {}) =>
	((await client.user('1/file/ls', { ...mount, ...fields })).body.list as Array<{ fullpath: string }>).map(
		({ fullpath }) => fullpath,
	);

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
