import { useClient } from '../testClient';
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
