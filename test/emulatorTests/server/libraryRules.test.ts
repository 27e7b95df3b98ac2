import { shareClient, signed, TestClient } from '../testClient';

const client = shareClient(TestClient, {}, (each) => each.emulator.seedFile('a.txt', 'a'));

const rows: ReadonlyArray<readonly [string, Record<string, string | number>, string]> = [
	['ls', { fullpath: '', surprise: 1 }, 'surprise'],
	['ls', { fullpath: '', size: 0 }, 'size'],
	['info', { fullpath: 'a.txt', attribute: 2 }, 'attribute'],
	['del', { fullpath: 'a.txt', path: '' }, 'path'],
	['create_file', { fullpath: 'x', filehash: 'ABC', filesize: 1 }, 'filehash'],
	['create_file', { fullpath: 'x', filehash: 'a'.repeat(40), filesize: -1 }, 'filesize'],
	['create_file', { fullpath: 'x', filehash: 'a'.repeat(40), filesize: 1, overwrite: 'true' }, 'overwrite'],
	['recover', { fullpaths: 'a||b' }, 'fullpaths'],
	['cedit_url', { fullpath: 'a.docx' }, 'op_id'],
	['file_permission', { fullpath: '', permissions: '{"1":["fly"]}' }, 'permissions'],
	['file_permission', { fullpath: '', permissions: 'no' }, 'permissions'],
	['preview_url', { fullpath: 'a.txt', annotation_mode: 'view' }, 'annotation_mode'],
	['reset_permission', { fullpath: '' }, 'members'],
	['create_folder', { fullpath: 'a//b' }, 'fullpath'],
];

test.each(rows)('%s %j is refused, and the message names %s', async (operation, fields, name) => {
	const { status, body } = await client.file(operation, fields);
	expect(status).toBe(400);
	expect(body.error_code).toBe(40003);
	expect(body.error_msg).toContain(`'${name}'`);
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
	expect(await client.file('nothing')).toMatchObject({ status: 400, body: { error_code: 40001 } });
	expect((await client.call('1/file/ls', { fullpath: '' }, 'PUT')).status).toBe(405);
});

test('lenient mode accepts unknown parameters, which are signed', async () => {
	const lenient = await TestClient.start({ strict: false });
	expect((await lenient.file('ls', { fullpath: '', surprise: 1 })).status).toBe(200);
	await lenient.close();
});

test('the request log contains merged parameters and the status', () => {
	const record = client.emulator.requests.find(({ params }) => 'surprise' in params);
	expect(record).toMatchObject({ method: 'POST', path: '/m-open/1/file/ls', status: 400, params: { surprise: '1' } });
});
