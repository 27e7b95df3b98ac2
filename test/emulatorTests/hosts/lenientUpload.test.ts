import { shareClient, TestClient } from '../testClient';
import { request as httpRequest } from 'node:http';
import { sha1 } from '../../support/hashes';

const client = shareClient(TestClient, { strict: false });

const content = Buffer.from('0123456789');
const headersOf = (pathhash: string, filename: string): Record<string, string> => ({
	'X-Svc-Upload-Filename': filename,
	'x-svc-upload-pathhash': pathhash,
	'x-svc-upload-filehash': sha1(content),
	'x-svc-upload-filesize': String(content.length),
	'x-svc-upload-mountid': '2001', // fact 7.1
});
const announce = async (fullpath: string, bytes = content): Promise<string> => {
	const fields = { fullpath, filehash: sha1(bytes), filesize: bytes.length };
	return (await client.file('create_file', fields)).body.hash;
};

test('fact 7.1: headers with the prefix of another deployment', async () => {
	const send = async (name: string, method: string, headers: Record<string, string>, body?: Buffer) =>
		await fetch(`${client.emulator.url}/upload_${name}`, {
			method,
			headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [`X-Acme-Upload-${key}`, value])),
			...(body ? { body: new Uint8Array(body) } : {}),
		});
	const bytes = Buffer.from('by another prefix');
	const announced = { pathhash: await announce('acme.txt', bytes), filehash: sha1(bytes) };
	const headers = { ...announced, filename: 'acme.txt', filesize: String(bytes.length) };
	const { session = '' } = (await (await send('init?org_client_id=demo-library', 'POST', headers)).json()) as {
		session?: string;
	};
	expect((await send('part', 'PUT', { session, range: `0-${bytes.length - 1}` }, bytes)).status).toBe(200);
	expect((await send('finish', 'POST', { session })).status).toBe(200);
	expect((await client.file('info', { fullpath: 'acme.txt' })).body.filesize).toBe(bytes.length);
});

test('fact 7.2, 7.3, 7.5, 7.7: no question, or one by GET; a name as it is; no CRC', async () => {
	const hash = await announce('A/名 字.bin');
	const url = client.emulator.url;
	const init = await fetch(`${url}/upload_init?org_client_id=demo-library&sign=`, {
		method: 'POST',
		headers: headersOf(hash, '%E5%90%8D+%E5%AD%97.bin'),
	});
	const { session } = (await init.json()) as { session: string };
	const asked = await fetch(`${url}/upload_req`, { headers: { 'x-svc-upload-session': session } });
	expect(await asked.text()).toBe('0');
	for (const [range, from, to] of [
		['0-6', 0, 7],
		['7-9', 7, 10],
	] as const)
		expect((await client.step('part', { session, range }, content.subarray(from, to))).status).toBe(200);
	expect((await client.step('finish', { session, filesize: 10 })).status).toBe(200);
	expect(await client.paths('A')).toEqual(['A/名 字.bin']);
});

test('fact 2.8: a part that waits for 100 Continue', async () => {
	const bytes = Buffer.from('continue');
	const { session } = await client.begin('c.bin', bytes);
	const status = await new Promise((resolve, reject) => {
		const sent = httpRequest(`${client.emulator.url}/upload_part`, {
			method: 'PUT',
			headers: {
				expect: '100-continue',
				'content-length': bytes.length,
				'x-svc-upload-session': session,
				'x-svc-upload-range': `0-${bytes.length - 1}`,
			},
		});
		sent.on('continue', () => sent.end(bytes));
		sent.on('response', (response) => resolve(response.resume().statusCode));
		sent.on('error', reject);
		sent.flushHeaders();
	});
	expect(status).toBe(200);
	expect((await client.step('finish', { session })).status).toBe(200);
});

test('fact 7.13: upload_all takes the whole content at once', async () => {
	const whole = async (bytes: Buffer, hash: string) =>
		(
			await fetch(`${client.emulator.url}/upload_all?org_client_id=demo-library`, {
				method: 'PUT',
				headers: {
					...headersOf(hash, 'w.bin'),
					'x-svc-upload-filehash': sha1('whole'),
					'x-svc-upload-filesize': '5',
				},
				body: bytes,
			})
		).status;
	const hash = await announce('w.bin', Buffer.from('whole'));
	expect(await whole(Buffer.from('wh'), hash)).toBe(409);
	expect(await whole(Buffer.from('other'), hash)).toBe(400);
	expect(await whole(Buffer.from('whole'), hash)).toBe(200);
	expect((await client.file('info', { fullpath: 'w.bin', attribute: 10 })).body.filehash).toBe(sha1('whole'));
});

test('fact 7.17: a web upload with a dateline and a signature nobody needs', async () => {
	const { body } = await client.file('upload_servers', { timeout: 300, rand: 'r' });
	const form = new FormData();
	const fields = {
		filefield: 'file',
		key: body.key,
		org_client_id: 'demo-library',
		dateline: '1',
		sign: 'x',
		name: 'n.txt',
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('file', new Blob(['web']), 'other.txt');
	const response = await fetch(`${body['m-upload'][0]}/2/web_upload`, { method: 'POST', body: form });
	expect(await response.json()).toMatchObject({ fullpath: 'n.txt', filesize: 3 });
});

test('HEAD answers what GET would, without the body', async () => {
	client.emulator.seedFile('h.txt', 'head');
	const { body } = await client.file('download_url', { fullpath: 'h.txt' });
	const head = await fetch(body.urls[0], { method: 'HEAD' });
	expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4', '']);
	expect((await fetch(`${client.emulator.url}/m-open/status`, { method: 'HEAD' })).status).toBe(200);
});
