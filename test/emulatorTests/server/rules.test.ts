import {
	type Answer,
	EnterpriseTestClient,
	type Fields,
	shareClient,
	signed,
	signFields,
	unsignedOf,
} from '../testClient';

const client = shareClient(EnterpriseTestClient, {}, async (each) => {
	each.emulator.seedFile('a.txt', 'a');
	await each.signOn();
});

const lib = { org_id: 1101 };
const mount = { mount_id: 2101 };
/* Rules for values. What is unknown, missing, or one of several is refused too: test/contract/emulator.test.ts. */
const rows: ReadonlyArray<readonly [string, Fields, string]> = [
	['/m-open/1/ent/get_members', { size: 0 }, 'size'],
	['/m-open/1/ent/get_member', { out_id: '' }, 'out_id'],
	['/m-open/1/ent/get_member_by_out_id', { out_ids: 'a,,b' }, 'out_ids'],
	['/m-open/1/ent/add_sync_member', { out_id: 'a', member_name: 'A', account: 'a', state: 2 }, 'state'],
	['/m-open/1/ent/add_sync_member', { out_id: 'a', member_name: 'A', account: 'member01' }, 'account'],
	['/m-open/1/ent/add_sync_member', { out_id: 'a', member_name: 'A', account: 'a', expire: '2026-01-01' }, 'expire'],
	[
		'/m-open/1/ent/add_sync_member',
		{ out_id: 'a', member_name: 'A', account: 'a', leader_out_id: '', leader_account: '' },
		'leader_account',
	],
	['/m-open/1/ent/add_group', { group_name: 'a/b' }, 'group_name'],
	['/m-open/1/ent/add_group_member', { members: 'a' }, 'group_path'],
	['/m-open/1/ent/log', { size: 1001 }, 'size'],
	['/m-open/1/ent/log', { type: 10 }, 'type'],
	['/m-open/1/org/create', { org_name: 'a', org_capacity: '' }, 'org_capacity'],
	['/m-open/1/org/set', { ...lib, org_capacity: -1 }, 'org_capacity'],
	['/m-open/1/org/search', { prefix: 'a', size: 1001 }, 'size'],
	['/m-open/1/org/add_member', { ...lib, member_ids: '1;2', role_id: 1 }, 'member_ids'],
	['/m-open/1/org/add_member', { ...lib, member_ids: '1', role_id: 9 }, 'role_id'],
	['/m-open/1/org/log', { ...lib, act: '1,7' }, 'act'],
	['/m-open/1/org/ls', { type: 3 }, 'type'],
	['/m-open/1/org/set_by_member', { member_id: 1, capacity: -2 }, 'capacity'],
	['/m-open/1/org/destroy', { mount_id: 1 }, 'mount_id'],
	['/m-api/1/thirdparty/create_ent', { out_id: 'x', ent_name: 'X', days: 91 }, 'days'],
	['/m-api/1/file/ls', { ...mount, sort: 4 }, 'sort'],
	['/m-api/1/file/ls', { ...mount, order: 'filename asc' }, 'order'],
	['/m-api/2/file/search', { ...mount, keyword: 'a', ext: '[".pdf"]' }, 'ext'],
	['/m-api/2/file/search', { ...mount, keyword: 'a', scope: '[]' }, 'scope'],
	['/m-api/1/file/copy', { ...mount, fullpath: 'a', fullpaths: 'b', target_fullpath: '' }, 'fullpaths'],
	['/m-api/1/file/move', { ...mount, fullpath: 'a', target_fullpath: '', overwrite: 1 }, 'overwrite'],
	['/m-api/1/file/rename', { ...mount, fullpath: 'a', newname: 'b/c' }, 'newname'],
	['/m-api/1/favorites/get_files', { fav_id: 5 }, 'fav_id'],
	['/m-open/1/file/ls', { fullpath: '', surprise: 1 }, 'surprise'],
	['/m-open/1/file/ls', { fullpath: '', size: 0 }, 'size'],
	['/m-open/1/file/info', { fullpath: 'a.txt', attribute: 2 }, 'attribute'],
	['/m-open/1/file/del', { fullpath: 'a.txt', path: '' }, 'path'],
	['/m-open/1/file/create_file', { fullpath: 'x', filehash: 'ABC', filesize: 1 }, 'filehash'],
	['/m-open/1/file/create_file', { fullpath: 'x', filehash: 'a'.repeat(40), filesize: -1 }, 'filesize'],
	[
		'/m-open/1/file/create_file',
		{ fullpath: 'x', filehash: 'a'.repeat(40), filesize: 1, overwrite: 'true' },
		'overwrite',
	],
	['/m-open/1/file/recover', { fullpaths: 'a||b' }, 'fullpaths'],
	['/m-open/1/file/cedit_url', { fullpath: 'a.docx' }, 'op_id'],
	['/m-open/1/file/file_permission', { fullpath: '', permissions: '{"1":["fly"]}' }, 'permissions'],
	['/m-open/1/file/file_permission', { fullpath: '', permissions: 'no' }, 'permissions'],
	['/m-open/1/file/preview_url', { fullpath: 'a.txt', annotation_mode: 'view' }, 'annotation_mode'],
	['/m-open/1/file/reset_permission', { fullpath: '' }, 'members'],
	['/m-open/1/file/create_folder', { fullpath: 'a//b' }, 'fullpath'],
];

/** By who may call such an operation. */
function send(path: string, fields: Fields): Promise<Answer> {
	const { enterprise, partner, library } = client.emulator;
	if (path.includes('thirdparty')) return client.client(path, fields, partner);
	if (path.startsWith('/m-api')) return client.user(path.slice('/m-api/'.length), fields);
	return path.includes('/file/')
		? client.send(path, signed(fields, library, unsignedOf(path)))
		: client.client(path, fields, enterprise);
}

test.each(rows)('%s %j is refused, and the message names %s', async (path, fields, name) => {
	const { status, body } = await send(path, fields);
	expect([status, body.error_code]).toEqual([400, 40003]);
	expect(body.error_msg).toContain(`'${name}'`);
});

test('callers are refused: incomplete, unknown, wrong secret, wrong kind of client, old dateline', async () => {
	const call = (fields: Fields, secret = 'demo-enterprise-secret') =>
		client.send('/m-open/1/ent/get_roles', signFields(fields, secret));
	const now = client.nowSeconds;
	expect((await call({ client_id: 'demo-enterprise' })).body.error_msg).toContain("'dateline'");
	expect((await call({ dateline: now })).body.error_msg).toContain("'client_id'");
	expect(await call({ client_id: 'nobody', dateline: now })).toMatchObject({
		status: 401,
		body: { error_code: 40103 },
	});
	expect(await call({ client_id: 'demo-enterprise', dateline: now }, 'wrong')).toMatchObject({
		status: 401,
		body: { error_code: 401041 },
	});
	expect((await call({ client_id: 'demo-enterprise', dateline: now - 1000 })).body.error_code).toBe(401041);
	expect((await call({ client_id: 'demo-partner', dateline: now }, 'demo-partner-secret')).body.error_code).toBe(
		40310,
	);
});

test('a repeated parameter is refused', async () => {
	const form = signed({ fullpath: '' }, client.emulator.library);
	form.append('fullpath', 'b');
	const { status, body } = await client.send('/m-open/1/file/ls', form);
	expect([status, body.error_msg]).toEqual([400, expect.stringContaining("'fullpath'")]);
});

test('query and form are merged, a JSON body is refused, an unknown address is 40001', async () => {
	const form = signed({ fullpath: '' }, client.emulator.library);
	const sign = form.get('sign') ?? '';
	form.delete('sign');
	expect((await client.send(`/m-open/1/file/ls?sign=${encodeURIComponent(sign)}`, form)).status).toBe(200);
	const json = await fetch(`${client.emulator.url}/m-open/1/file/ls`, {
		method: 'POST',
		body: '{}',
		headers: { 'content-type': 'application/json' },
	});
	expect(json.status).toBe(400);
	expect(await send('/m-open/1/file/nothing', {})).toMatchObject({ status: 400, body: { error_code: 40001 } });
	expect(
		(await client.send('/m-open/1/file/ls', signed({ fullpath: '' }, client.emulator.library), 'PUT')).status,
	).toBe(405);
});
