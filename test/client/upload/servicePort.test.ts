import { rfc3986 } from '../../../src/protocol/wire/percentEncoding';
import { crc32 } from 'node:zlib';
import { systemClock } from '../../../src/client/async/clock';
import { bufferSource } from '../../../src/client/upload/bufferSource';
import { uploadToLibrary } from '../../../src/client/upload/libraryUpload';
import { uploadServers } from '../../../src/client/upload/servers';
import { errorOf, fakeClock, orgAccount } from '../../support/ports';
import { data, json, sha1, target, UploadServer } from './uploadServer';

const s = new UploadServer();
afterEach(async () => await s.stop());
afterAll(async () => await s.close());

test('speaks the upload protocol to the letter', async () => {
	const parts = await s.serve();
	const progress: number[] = [];
	const result = await uploadToLibrary(s.caller(), bufferSource(data), {
		...target,
		onProgress: (sent, size) => {
			expect(size).toBe(25_000);
			progress.push(sent);
		},
	});
	expect(result).toEqual({
		hash: 'abc',
		fullpath: "Contracts/會 '(1)!*(2).txt",
		filehash: sha1,
		filesize: 25_000,
		instant: false,
		chunks: 3,
		retries: 0,
		bytesSent: 25_000,
	});
	expect(Buffer.concat(parts).equals(data)).toBe(true);
	expect(progress).toEqual([0, 10_000, 20_000, 25_000, 25_000]);
	const [create, init, part, , last, finish] = s.seen;
	expect(Object.fromEntries(new URLSearchParams(create?.body.toString()))).toMatchObject({
		fullpath: target.fullpath,
		filehash: sha1,
		filesize: '25000',
		overwrite: '0',
		op_name: 'Ann',
		org_client_id: 'lib1',
	});
	expect(init).toMatchObject({
		method: 'POST',
		url: '/upload_init?org_client_id=lib1',
		headers: {
			'x-svc-upload-filename': '%E6%9C%83%20%27%281%29%21%2A%282%29.txt',
			'x-svc-upload-pathhash': 'abc',
			'x-svc-upload-filehash': sha1,
			'x-svc-upload-filesize': '25000',
		},
	});
	expect(part).toMatchObject({
		method: 'PUT',
		url: '/upload_part',
		headers: {
			'x-svc-upload-session': 'SESSION-KEY',
			'x-svc-upload-range': '0-9999',
			'x-svc-upload-crc': String(crc32(data.subarray(0, 10_000))),
			'content-length': '10000',
			'content-type': 'application/octet-stream',
		},
	});
	expect(last?.headers['x-svc-upload-range']).toBe('20000-24999');
	expect(finish).toMatchObject({
		method: 'POST',
		url: '/upload_finish',
		headers: { 'x-svc-upload-session': 'SESSION-KEY' },
	});
	for (const request of [init, part, finish])
		expect(JSON.stringify(request?.headers)).not.toContain('top-secret-value');
});

test.each([0, -1, 1.5, NaN, 10_485_761])('a chunk size of %d is refused, nothing is sent', async (chunkSize) => {
	await s.serve();
	expect(await errorOf(uploadToLibrary(s.caller(), bufferSource(data), { ...target, chunkSize }))).toMatchObject({
		kind: 'input',
		field: 'Chunk Size',
	});
	expect(s.seen).toHaveLength(0);
});

test('instant: nothing is sent; state may be text', async () => {
	await s.serve(undefined, '1');
	expect(await uploadToLibrary(s.caller(), bufferSource(data), target)).toMatchObject({
		instant: true,
		bytesSent: 0,
	});
	expect(s.seen).toHaveLength(1);
});

test('202 of init is instant too', async () => {
	await s.serve(
		(request, response) => request.url.startsWith('/upload_init') && !!response.writeHead(202).end('whatever'),
	);
	expect(await uploadToLibrary(s.caller(), bufferSource(data), target)).toMatchObject({ instant: true });
});

test('another vendor prefix, another operator, overwrite', async () => {
	await s.serve();
	const account = { ...orgAccount(s.url), vendorPrefix: 'gk' };
	await uploadToLibrary({ ...s.caller(), account }, bufferSource(data), {
		...target,
		overwrite: true,
		operator: { op_id: '5' },
	});
	expect(s.seen[1]?.headers['x-gk-upload-pathhash']).toBe('abc');
	expect(Object.fromEntries(new URLSearchParams(s.seen[0]?.body.toString()))).toMatchObject({
		overwrite: '1',
		op_id: '5',
	});
});

test.each<[unknown, string]>([
	[500, ''],
	[409, '{"error_code":40900,"expect":"nonsense"}'],
	[400, '{"error_code":"40001","error_msg":"crc SESSION-KEY"}'],
	[503, '<html>'],
])('a part that fails once with %s %s is made good', async (status, body) => {
	let failed = false;
	const parts = await s.serve((request, response) => {
		if (failed || request.url !== '/upload_part' || request.headers['x-svc-upload-range'] !== '10000-19999')
			return false;
		failed = true;
		response.writeHead(Number(status)).end(body);
		return true;
	});
	expect(await uploadToLibrary(s.caller(), bufferSource(data), target)).toMatchObject({ retries: 1, chunks: 3 });
	expect(Buffer.concat(parts).equals(data)).toBe(true);
	expect(s.seen.map((r) => r.url.split('?')[0])).toContain('/upload_req');
});

test('a part whose connection breaks is asked about and sent again', async () => {
	let failed = false;
	const parts = await s.serve((request, response) => {
		if (failed || request.url !== '/upload_part') return false;
		failed = true;
		response.destroy();
		return true;
	});
	expect(await uploadToLibrary(s.caller(), bufferSource(data), target)).toMatchObject({ retries: 1 });
	expect(Buffer.concat(parts).equals(data)).toBe(true);
});

test('a final refusal aborts the session and keeps its key secret', async () => {
	await s.serve(
		(request, response) =>
			request.url === '/upload_part' &&
			!!response.writeHead(400).end('{"error_code":49999,"error_msg":"no SESSION-KEY"}'),
	);
	const error = await errorOf(uploadToLibrary({ ...s.caller(), clock: systemClock }, bufferSource(data), target));
	expect(error).toMatchObject({ kind: 'upload', status: 400, code: 49999 });
	expect(s.seen.at(-1)).toMatchObject({ url: '/upload_abort', headers: { 'x-svc-upload-session': 'SESSION-KEY' } });
	expect(error.message + JSON.stringify(error) + String((error.cause as Error).message)).not.toContain('SESSION-KEY');
});

test('a cancel while a part hangs aborts the session', async () => {
	await s.serve((request) => request.url === '/upload_part');
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 80);
	const error = await errorOf(
		uploadToLibrary(
			{
				...s.caller(),
				signal: stop.signal,
				clock: { ...fakeClock(), sleep: async () => await new Promise(() => undefined) },
			},
			bufferSource(data),
			target,
		),
	);
	expect(error['kind']).toBe('aborted');
	expect(s.seen.at(-1)?.url).toBe('/upload_abort');
});

test('a lost answer to finish is looked up, not sent again', async () => {
	let finished = 0;
	await s.serve((request, response) => {
		if (request.url === '/m-open/1/file/info') return !!json(response, { filehash: sha1, filesize: 25_000 });
		if (request.url !== '/upload_finish') return false;
		if (finished++ === 0) response.destroy();
		else response.writeHead(401).end();
		return true;
	});
	expect(await uploadToLibrary(s.caller(), bufferSource(data), target)).toMatchObject({ chunks: 3, hash: 'abc' });
	expect(s.seen.filter((r) => r.url.includes('create_file'))).toHaveLength(1);
});

test.each([
	[{}],
	[{ hash: 'a', fullpath: 'x', state: 0 }],
	[{ hash: 'a', fullpath: 'x', state: 0, server: 'ftp://x' }],
	[[]],
])('create_file answered with %j', async (body) => {
	await s.serve((request, response) => request.url.includes('create_file') && !!json(response, body));
	expect(await errorOf(uploadToLibrary(s.caller(), bufferSource(data), target))).toMatchObject({ kind: 'protocol' });
});

test.each(['', 'SESSION', '{"session":""}', '{"session":5}'])('init answered with %j', async (body) => {
	await s.serve((request, response) => request.url.includes('upload_init') && !!response.end(body));
	expect((await errorOf(uploadToLibrary(s.caller(), bufferSource(data), target)))['name']).toBe('LibraryError');
});

describe('without a server', () => {
	beforeEach(async () => void (await s.serve()));
	test.each<[unknown, string[]]>([
		['up.example', ['https://up.example']],
		['up.example:8443/', ['https://up.example:8443']],
		['http://up.example//', ['http://up.example']],
		['//up.example', ['https://up.example']],
		[' a.example, http://b.example:1/x/ ,', ['https://a.example', 'http://b.example:1/x']],
		[
			['https://a.example', 'b.example'],
			['https://a.example', 'https://b.example'],
		],
		['', []],
		[undefined, []],
		[5, []],
		['ftp://a', []],
		[['http://'], []],
	])('upload servers %j', (value, servers) =>
		expect(uploadServers(value, 'https://files.example.com/base')).toEqual(servers),
	);
	test('RFC 3986', () => {
		expect(rfc3986("A-z_0.9~ !'()*+/?ü")).toBe('A-z_0.9~%20%21%27%28%29%2A%2B%2F%3F%C3%BC');
		expect(rfc3986('\uD800x')).toBe('%EF%BF%BDx');
	});
});
