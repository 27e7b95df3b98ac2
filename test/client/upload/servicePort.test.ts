import { crc32 } from 'node:zlib';
import { bufferSource } from '../../../src/client/upload/source';
import { uploadToLibrary } from '../../../src/client/upload/upload';
import { errorOf, orgAccount } from '../../support/ports';
import { closeClient, created, data, sha1, stopServer, target, UploadServer } from './uploadServer';

/* The requests of a chunked upload, over a real connection. */

afterEach(stopServer);
afterAll(closeClient);

const source = bufferSource(data);

test('answers the file and what the upload took, and reports progress', async () => {
	const server = await UploadServer.start();
	const progress: Array<[number, number]> = [];
	const result = await uploadToLibrary(server.caller, source, {
		...target,
		onProgress: (confirmed, size) => progress.push([confirmed, size]),
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
	expect(Buffer.concat(server.parts).equals(data)).toBe(true);
	expect(progress).toEqual([0, 10_000, 20_000, 25_000, 25_000].map((confirmed) => [confirmed, 25_000]));
});

test('follows the upload protocol to the letter', async () => {
	const { caller, requests } = await UploadServer.start();
	await uploadToLibrary(caller, source, target);
	const [create, init, part, , last, finish] = requests;
	expect(Object.fromEntries(create?.form ?? [])).toMatchObject({
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

test('another vendor prefix, another operator, overwrite', async () => {
	const { caller, requests, url } = await UploadServer.start();
	const account = { ...orgAccount(url), vendorPrefix: 'acme' };
	const acme = { ...caller, account: () => account };
	await uploadToLibrary(acme, source, { ...target, overwrite: true, operator: { op_id: '5' } });
	expect(requests[1]?.headers['x-acme-upload-pathhash']).toBe('abc');
	expect(Object.fromEntries(requests[0]?.form ?? [])).toMatchObject({ overwrite: '1', op_id: '5' });
});

test('is over where the caller is cancelled', async () => {
	const { caller, requests } = await UploadServer.start();
	const cancelled = { ...caller, signal: AbortSignal.abort() };
	expect(await errorOf(uploadToLibrary(cancelled, source, target))).toMatchObject({ kind: 'aborted' });
	expect(requests).toEqual([]);
});

test.each([0, -1, 1.5, NaN, 10_485_761])('a chunk size of %d is refused, nothing is sent', async (chunkSize) => {
	const { caller, requests } = await UploadServer.start();
	expect(await errorOf(uploadToLibrary(caller, source, { ...target, chunkSize }))).toMatchObject({
		kind: 'input',
		field: 'Chunk Size',
	});
	expect(requests).toHaveLength(0);
});

test('the largest part that a server takes', async () => {
	const { caller, parts } = await UploadServer.start();
	await uploadToLibrary(caller, source, { ...target, chunkSize: 10_485_760 });
	expect(parts.map(({ length }) => length)).toEqual([25_000]);
});

test('content that the service already has is not sent; state may be text', async () => {
	const { caller, requests } = await UploadServer.start({
		'/m-open/1/file/create_file': ({ headers }) => ({ body: created(`http://${headers.host}`, '1') }),
	});
	expect(await uploadToLibrary(caller, source, target)).toMatchObject({ instant: true, bytesSent: 0 });
	expect(requests).toHaveLength(1);
});

describe('create_file with overwrite whose answer is lost', () => {
	const there = { hash: 'h', fullpath: 'A/b', filehash: sha1.toUpperCase(), filesize: '25000' };
	/** The first answer is lost, then the path shows this. */
	const stored = async (info: object) => {
		let lost = false;
		const { caller, requests } = await UploadServer.start({
			'/m-open/1/file/create_file': ({ headers }) => {
				if (lost) return { body: created(`http://${headers.host}`, 1) };
				lost = true;
				return { status: 503 };
			},
			'/m-open/1/file/info': () => ({ body: info }),
		});
		const { hash, fullpath, instant } = await uploadToLibrary(caller, source, { ...target, overwrite: true });
		return { hash, fullpath, instant, sent: requests.map(({ url }) => url.split('/').at(-1)) };
	};

	test.each([
		['A/b', 'A/b'],
		['', target.fullpath],
	])('is not repeated where the path has that content, shown at %j', async (fullpath, expected) => {
		const result = await stored({ ...there, fullpath });
		expect(result).toEqual({ hash: 'h', fullpath: expected, instant: true, sent: ['create_file', 'info'] });
	});

	test.each([{ filehash: 'ab'.repeat(20) }, { filesize: 24_999 }, { filehash: '' }])(
		'is repeated where it has another one: %j',
		async (more) => {
			expect((await stored({ ...there, ...more })).sent).toEqual(['create_file', 'info', 'create_file']);
		},
	);
});
