import { useClient, signed, TestClient } from '../testClient';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields, type Fields } from '../signing';
import { md5, sha1 } from '../../support/hashes';

/* fact 5.23: file/lock is no operation of the document: only lenient mode has it. */

const at = { mount_id: 2101, fullpath: '2026/Plan.txt' };
const tokens: string[] = [];

const client = useClient(EnterpriseTestClient, { strict: false, seedDemo: true }, async () => {
	// 101 owns the library, 102 administrates it.
	for (const id of [101, 102]) {
		const { account } = client.emulator.world.directory.memberById(id);
		const password = md5(client.emulator.user.password);
		tokens[id] = (await client.grant('password', { username: account, password })).body.access_token;
	}
});

const as = (id: number, name: string, fields: Fields) => {
	client.token = tokens[id] ?? '';
	return client.user(name, fields);
};
const lock = (id: number, value: string) =>
	client.send(
		'/m-api/1/file/lock',
		signFields({ token: tokens[id] ?? '', ...at, lock: value }, client.emulator.enterprise.clientSecret),
	);

test('a locked file says so, and who locked it', async () => {
	expect((await as(101, '2/file/info', at)).body).toMatchObject({ lock: 0 });
	expect((await lock(102, 'lock')).status).toBe(200);
	const { name } = client.emulator.world.directory.memberById(102);
	const locked = { lock: 1, lock_member_id: '102', lock_member_name: name };
	expect((await as(101, '2/file/info', at)).body).toMatchObject(locked);
	expect((await as(101, '1/file/ls', { mount_id: 2101, fullpath: '2026' })).body.list).toMatchObject([locked]);
	expect((await as(101, '2/file/open', at)).body).toMatchObject({ lock: 1 });
	expect((await lock(102, 'unlock')).status).toBe(200);
	expect((await as(101, '2/file/info', at)).body).not.toHaveProperty('lock_member_id');
});

test('only who holds the lock changes, renames, moves, deletes and unlocks', async () => {
	await lock(102, 'lock');
	const write = { ...at, overwrite: 1, filehash: sha1('new'), filesize: 3 };
	const refused = [
		await as(101, '2/file/create_file', write),
		await as(101, '1/file/rename', { ...at, newname: 'x.txt' }),
		await as(101, '1/file/move', { ...at, target_fullpath: '' }),
		await as(101, '1/file/del', at),
		await lock(101, 'lock'),
		await lock(101, 'unlock'),
	];
	expect(refused.map(({ body }) => body.error_code)).toEqual(Array(6).fill(40310));
	expect(refused[0]?.body.error_msg).toContain("'2026/Plan.txt' is locked by");
	// Reading and copying are not changes.
	expect((await as(101, '1/file/copy', { ...at, target_fullpath: 'Copies' })).status).toBe(200);
	expect((await as(102, '2/file/create_file', write)).status).toBe(200);
	expect((await as(102, '1/file/rename', { ...at, newname: 'x.txt' })).status).toBe(200);
});

test('a lock that comes while a content is uploaded keeps the content out', async () => {
	const library = await TestClient.start({ strict: false });
	const { emulator } = library;
	emulator.seedFile('a.txt', 'old');
	const { session } = await library.begin('a.txt', Buffer.from('new'), { overwrite: 1 });
	emulator.lock({ path: 'a.txt' });
	await library.step('part', { session, range: '0-2' }, Buffer.from('new'));
	expect((await library.step('finish', { session })).status).toBe(403);
	expect((await library.file('info', { fullpath: 'a.txt' })).body.filesize).toBe(3);
	expect((await library.file('info', { fullpath: 'a.txt', attribute: 10 })).body.filehash).toBe(sha1('old'));
	// Member 1 owns the demo library and holds the lock.
	expect((await library.file('del', { fullpath: 'a.txt' })).body.error_code).toBe(40310);
	expect((await library.file('del', { fullpath: 'a.txt', op_id: 1 })).status).toBe(200);
	await library.close();
});

test('doc: locking is in the feed and in the log of the library', async () => {
	const library = await TestClient.start({ strict: false });
	library.emulator.seedFile('a.txt', 'a');
	const fields = (value: string) => signed({ fullpath: 'a.txt', lock: value, op_id: 1 }, library.emulator.library);
	const changes = async (after: number) =>
		(await library.file('updates', { mode: 'compare', fetch_dateline: after })).body;
	const { fetch_dateline: before } = await changes(0);
	for (const value of ['lock', 'lock', 'unlock', 'unlock'])
		expect((await library.send('/m-open/1/file/lock', fields(value))).status).toBe(200);
	expect((await changes(before)).list).toMatchObject([{ fullpath: 'a.txt' }]);
	const [demo] = library.emulator.libraries.values();
	expect(library.emulator.libraries.get(2001)?.log.map(({ act }) => act)).toEqual([12, 13]);
	expect(demo).toBeDefined();
	await library.send('/m-open/1/file/create_folder', signed({ fullpath: 'F' }, library.emulator.library));
	const folder = await library.send(
		'/m-open/1/file/lock',
		signed({ fullpath: 'F', lock: 'lock' }, library.emulator.library),
	);
	expect(folder.body.error_msg).toContain("'fullpath'");
	await library.close();
});

test('strict mode has no such operation, but locks all the same', async () => {
	const strict = await EnterpriseTestClient.start({ seedDemo: true });
	await strict.signOn();
	const form = signFields({ token: strict.token, ...at, lock: 'lock' }, strict.emulator.enterprise.clientSecret);
	expect((await strict.send('/m-api/1/file/lock', form)).body.error_code).toBe(40001);
	strict.emulator.lock({ path: at.fullpath, mountId: at.mount_id, memberId: 102 });
	expect((await strict.user('2/file/info', at)).body).toMatchObject({ lock: 1, lock_member_id: '102' });
	await strict.close();
});
