import { crc32 } from 'node:zlib';
import type { Account } from '../../../src/client/service/account';
import type { Caller } from '../../../src/client/service/call';
import { servicePort } from '../../../src/client/upload/servicePort';
import { bufferSource } from '../../../src/client/upload/source';
import { type LibraryUpload, uploadToLibrary } from '../../../src/client/upload/upload';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { namedAnswers } from '../../support/namedAnswers';
import { sha1 } from '../../support/hashes';
import { callerWith, errorOf, fieldsOf, personAccount, type Reply, scriptedHttp } from '../../support/ports';
import { content } from './memoryPort';

const data = content(25_000);
const digest = sha1(data);
const target: LibraryUpload = {
	fullpath: "Contracts/會 '(1)!*.txt",
	overwrite: false,
	operator: { op_name: 'Ann' },
	chunkSize: 10_000,
};
const SERVER = 'https://up.example.com';
const CREATED = { hash: 'abc', fullpath: "Contracts/會 '(1)!*(2).txt", state: 0, server: `up.example.com/,${SERVER}` };
const { signal } = new AbortController();
const nameOf = (url = ''): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** A service and its upload server, which answer by the name of the request. */
const answering = (replies: Readonly<Record<string, Reply>> = {}) =>
	scriptedHttp(({ url }) => {
		const usual: Record<string, Reply> = {
			create_file: { body: CREATED },
			upload_init: { body: { session: 'KEY' } },
		};
		return replies[nameOf(url)] ?? usual[nameOf(url)] ?? {};
	});
const uploaded = async (caller: Caller, more: Partial<LibraryUpload> = {}) =>
	await uploadToLibrary(caller, bufferSource(data), { ...target, ...more });

test('the upload protocol to the letter', async () => {
	const http = answering();
	const progress: Array<[number, number]> = [];
	const result = await uploaded(callerWith(http), { onProgress: (...each) => progress.push(each) });
	expect(result).toEqual({
		hash: 'abc',
		fullpath: CREATED.fullpath,
		filehash: digest,
		filesize: 25_000,
		instant: false,
		chunks: 3,
		retries: 0,
		bytesSent: 25_000,
	});
	expect(progress).toEqual([0, 10_000, 20_000, 25_000, 25_000].map((confirmed) => [confirmed, 25_000]));
	const [create, init, part, , last, finish] = http.sent;
	expect(fieldsOf(create)).toMatchObject({
		fullpath: target.fullpath,
		filehash: digest,
		filesize: '25000',
		overwrite: '0',
		op_name: 'Ann',
		org_client_id: 'lib1',
	});
	expect(init).toMatchObject({
		method: 'POST',
		url: `${SERVER}/upload_init?org_client_id=lib1`,
		operation: 'uploadInitLibrary',
		headers: {
			'x-svc-upload-filename': '%E6%9C%83%20%27%281%29%21%2A%282%29.txt',
			'x-svc-upload-pathhash': 'abc',
			'x-svc-upload-filehash': digest,
			'x-svc-upload-filesize': '25000',
		},
	});
	expect(init?.headers).not.toHaveProperty('x-svc-token');
	expect(part).toMatchObject({
		method: 'PUT',
		url: `${SERVER}/upload_part`,
		body: data.subarray(0, 10_000),
		headers: {
			'x-svc-upload-session': 'KEY',
			'x-svc-upload-range': '0-9999',
			'x-svc-upload-crc': String(crc32(data.subarray(0, 10_000))),
			'content-length': '10000',
			'content-type': 'application/octet-stream',
		},
	});
	expect(last?.headers?.['x-svc-upload-range']).toBe('20000-24999');
	expect(finish).toMatchObject({
		method: 'POST',
		url: `${SERVER}/upload_finish`,
		headers: { 'x-svc-upload-session': 'KEY' },
	});
	expect(JSON.stringify([init, part, finish])).not.toContain('top-secret-value');
});

test('of a person, with another vendor prefix and operator, and overwrite', async () => {
	const http = answering();
	const account = { ...personAccount('T1'), vendorPrefix: 'acme' };
	await uploaded(callerWith(http, { account }), { overwrite: true, operator: { op_id: '5' }, mountId: '7' });
	const [create, init] = http.sent;
	expect(create?.operation).toBe('userFileCreateFile');
	expect(fieldsOf(create)).toMatchObject({ overwrite: '1', op_id: '5', mount_id: '7', token: 'T1' });
	expect(init).toMatchObject({
		url: `${SERVER}/upload_init`,
		operation: 'uploadInitUser',
		headers: { 'x-acme-token': 'T1', 'x-acme-upload-pathhash': 'abc' },
	});
});

test('the largest part that a server takes; a cancelled caller sends nothing', async () => {
	expect(await uploaded(callerWith(answering()), { chunkSize: 10_485_760 })).toMatchObject({ chunks: 1 });
	const cancelled = callerWith(answering(), { signal: AbortSignal.abort() });
	expect(await errorOf(uploaded(cancelled))).toMatchObject({ kind: 'aborted' });
});

test('content that the service already has is not sent; state may be text', async () => {
	const http = answering({ create_file: { body: { ...CREATED, state: '1' } } });
	expect(await uploaded(callerWith(http))).toMatchObject({ instant: true, bytesSent: 0 });
	expect(http.sent).toHaveLength(1);
	const later = answering({ upload_init: { status: 202 } });
	expect(await uploaded(callerWith(later))).toMatchObject({ instant: true, chunks: 0 });
});

describe('create_file with overwrite whose answer is lost', () => {
	const there = { hash: 'h', fullpath: 'A/b', filehash: digest.toUpperCase(), filesize: '25000' };
	test.each([
		[{}, 'A/b'],
		[{ fullpath: '' }, target.fullpath],
		[{ filehash: 'ab'.repeat(20) }, undefined],
		[{ filesize: 24_999 }, undefined],
		[{ filehash: '' }, undefined],
	])('where the path has %j is repeated, unless that is the content', async (more, fullpath) => {
		const http = namedAnswers({
			create_file: (_, earlier) => (earlier > 0 ? { body: { ...CREATED, state: 1 } } : { status: 503 }),
			info: { body: { ...there, ...more } },
		});
		const result = await uploaded(callerWith(http), { overwrite: true });
		const known = { hash: 'h', fullpath, instant: true };
		expect(result).toMatchObject(fullpath === undefined ? { hash: 'abc' } : known);
		expect(http.names).toEqual(['create_file', 'info', ...(fullpath === undefined ? ['create_file'] : [])]);
	});
});

test('create_file without overwrite whose answer is lost is not repeated: the file might be there twice', async () => {
	const http = namedAnswers({ create_file: { status: 503 } });
	expect(await errorOf(uploaded(callerWith(http)))).toMatchObject({ status: 503 });
	expect(http.names).toEqual(['create_file']);
});

const FILE = { hash: 'h', fullpath: 'A/b c', instant: false, servers: [SERVER] };
const CONTENT = { sha1: digest, size: 25_000 };
const PLACE = { fullpath: 'A/b c', overwrite: false, mountId: '7' };
const SESSION = { server: SERVER, id: 'KEY' };
const portOver = (...replies: Parameters<typeof scriptedHttp>) => {
	const http = scriptedHttp(...replies);
	return { http, port: servicePort(callerWith(http), PLACE) };
};

describe('what opens a session', () => {
	const opened = async (reply: Reply) => await portOver(reply).port.init(FILE, CONTENT, signal);
	const headers = { 'content-type': 'text/html' };
	test('202 says that no content is needed; a session may have the type of a page', async () => {
		expect(await opened({ status: 202 })).toBe('complete');
		expect(await opened({ headers, body: '{"session":"a <b>"}' })).toMatchObject({ id: 'a <b>' });
		expect(await errorOf(opened({ headers, body: ' <p>{"session":"a"}' }))).toMatchObject({
			kind: 'protocol',
			retryable: true,
		});
	});
	test.each(['', '{}', '{"session":""}', '{"session":7}', 'key'])('not the answer %j', async (body) => {
		expect(await errorOf(opened({ body }))).toMatchObject({
			kind: 'protocol',
			operation: 'uploadInitLibrary',
			status: 200,
			message: "The upload server didn't open a session",
		});
	});
	test.each<[number, Account | undefined, boolean]>([
		[401, personAccount('T2'), true],
		[403, personAccount('T2'), true],
		[500, personAccount('T2'), false],
		[401, undefined, false],
	])('after %d a renewed account, where there is one: %j', async (status, renewed, isSentAgain) => {
		const http = scriptedHttp({ status }, { body: { session: 'ID' } });
		const renew = jest.fn(async () => await Promise.resolve(renewed));
		const port = servicePort(callerWith(http, { account: personAccount('T1'), renew }), PLACE);
		const session = await port.init(FILE, CONTENT, signal).catch((cause: unknown) => cause);
		expect(session).toMatchObject(isSentAgain ? { id: 'ID' } : { status });
		expect(http.sent.map((each) => each.headers?.['x-svc-token'])).toEqual(isSentAgain ? ['T1', 'T2'] : ['T1']);
		if (isSentAgain) expect(renew).toHaveBeenCalledWith(expect.any(LibraryError), personAccount('T1'));
	});
});

test('a session is aborted by its key', async () => {
	const { http, port } = portOver({});
	await port.abort(SESSION, signal);
	expect(http.sent).toMatchObject([
		{ url: `${SERVER}/upload_abort`, signal, headers: { 'x-svc-upload-session': 'KEY' } },
	]);
});

test('202 means complete for a part and unfinished for finish', async () => {
	const part = async (status: number) =>
		await portOver({ status }).port.part(SESSION, 0, Buffer.from('a'), 1, signal);
	const finish = async (status: number) => await portOver({ status }).port.finish(SESSION, signal);
	expect([await part(200), await part(202)]).toEqual(['stored', 'complete']);
	expect([await finish(200), await finish(202)]).toEqual(['done', 'processing']);
	const refused = portOver({ body: { error_code: 40001 } }).port.part(SESSION, 0, Buffer.from('a'), 1, signal);
	expect(await errorOf(refused)).toMatchObject({ code: 40001, status: 400 });
});

describe('whether the file is stored', () => {
	const here = { filehash: digest.toUpperCase(), filesize: '25000' };
	test.each<[Reply, boolean]>([
		[{ body: here }, true],
		[{ body: { ...here, filehash: 'other' } }, false],
		[{ body: { ...here, filesize: 1 } }, false],
		[{ status: 404, body: { error_code: 40402, error_msg: 'no file' } }, false],
	])('%j', async (reply, isStored) => {
		const { http, port } = portOver(reply);
		expect(await port.isStored({ ...FILE, fullpath: 'A/b' }, CONTENT, signal)).toBe(isStored);
		expect(fieldsOf(http.sent[0])).toMatchObject({ mount_id: '7', fullpath: 'A/b' });
	});
	test('is left open by an answer that says nothing of it', async () => {
		const asking = portOver({ body: {} }).port.isStored(FILE, CONTENT, signal);
		expect(await errorOf(asking)).toMatchObject({ kind: 'protocol' });
	});
});

test.each<[object, object]>([
	[{ hash: 'h' }, { message: "The service's answer to create_file contains no hash or no path" }],
	[{ fullpath: 'a' }, { message: "The service's answer to create_file contains no hash or no path" }],
	[
		{ hash: 'h', fullpath: 'a', state: 0 },
		{ hint: 'Ask the administrator of the service whether an upload server is configured and running' },
	],
])('the answer %j to create_file says too little', async (body, said) => {
	const failed = await errorOf(portOver({ body }).port.create(CONTENT, signal));
	expect(failed).toMatchObject({ kind: 'protocol', operation: 'libraryFileCreateFile', ...said });
});

/* The question how many bytes the server has: by POST, and where it does not answer that, by GET. */

const PAGE: Reply = { headers: { 'content-type': 'text/html' }, body: '<html>Not Found</html>' };
const UNKNOWN: Reply[] = [
	...[404, 405, 400, 501].map((status) => ({ status })),
	{ ...PAGE, status: 404 },
	{ status: 400, body: { error_code: 40000, error_msg: 'bad request' } },
	{ body: { error_code: 40501, error_msg: 'method' } },
	{ status: 302, headers: { location: '/elsewhere' } },
	...['', '{}', 'OK', 'received 20000', '20000 of them', '20000B'].map((body) => ({ body })),
];
test.each(UNKNOWN)('asked by GET after %j', async (reply) => {
	const { http, port } = portOver(reply, { body: ' 20000\n' });
	expect(await port.query(SESSION, signal)).toBe(20_000);
	expect(http.sent.map(({ method, url }) => [method, nameOf(url)])).toEqual([
		['POST', 'upload_req'],
		['GET', 'upload_req'],
	]);
	expect(await portOver(reply).port.query(SESSION, signal)).toBeUndefined();
});

test.each<[Reply, object, number]>([
	[{ status: 401 }, { status: 401 }, 1],
	[{ status: 408 }, { status: 408 }, 1],
	[{ status: 500 }, { status: 500 }, 1],
	[PAGE, { kind: 'protocol', retryable: true }, 2],
])('%j is no answer to it', async (reply, failure, requests) => {
	const { http, port } = portOver(reply);
	expect(await errorOf(port.query(SESSION, signal))).toMatchObject(failure);
	expect(http.sent).toHaveLength(requests);
});

test('a number as JSON text', async () => expect(await portOver({ body: '"7"' }).port.query(SESSION, signal)).toBe(7));
