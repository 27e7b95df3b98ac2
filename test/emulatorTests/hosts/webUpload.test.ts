import { shareClient, TestClient } from '../testClient';

const client = shareClient(TestClient);

async function post(fields: Record<string, string>, content: string | null = 'hello') {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	if (content !== null) form.append('file', new Blob([content]), 'x');
	const response = await fetch(`${client.emulator.url}/2/web_upload`, { method: 'POST', body: form });
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function key(): Promise<string> {
	const { body } = await client.file('upload_servers', { fullpath: 'W/a.txt', timeout: 60, rand: 'r' });
	expect(body['m-upload']).toEqual([client.emulator.url]);
	return body.key;
}

test('a web upload puts a file into a folder', async () => {
	const fields = {
		org_client_id: 'demo-library',
		key: await key(),
		path: 'W',
		name: '合同.txt',
		filefield: 'file',
		op_name: 'Robot',
	};
	const first = await post(fields);
	expect(first).toEqual({ status: 200, body: { hash: expect.any(String), filesize: 5, fullpath: 'W/合同.txt' } });
	expect((await post(fields)).body.fullpath).toBe('W/合同(2).txt');
	expect((await post({ ...fields, overwrite: '1' })).body.hash).toBe(first.body.hash);
});

test('errors of web uploads contain fullpath', async () => {
	const fields = { org_client_id: 'demo-library', key: 'wrong', path: '', name: 'a.txt', filefield: 'file' };
	expect(await post(fields)).toMatchObject({ status: 401, body: { error_code: 40101, fullpath: 'a.txt' } });
	expect(await post({ ...fields, key: await key() }, null)).toMatchObject({
		status: 400,
		body: { error_msg: expect.stringContaining("'file'") },
	});
	expect((await post({ ...fields, key: await key(), extra: '1' })).body.error_msg).toContain("'extra'");
});
