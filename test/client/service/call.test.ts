import { serviceUrl } from '../../../src/client/http/serviceUrl';
import { createHmac } from 'node:crypto';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { request, returns } from '../../../src/protocol/operation/define';
import { call, type Wait } from '../../../src/client/service/call';
import { callerWith, errorOf, fakeClock, fieldsOf, orgAccount, scriptedHttp } from '../../support/ports';

const read = request({
	id: 'libraryFileInfo',
	route: 'POST /m-open/1/file/info',
	credential: 'org',
	repeatable: true,
	output: returns<unknown>(),
});
const write: typeof read = { ...read, id: 'libraryFileCopy', route: 'POST /m-open/1/file/copy', repeatable: false };
const mac = (lines: string[], secret = 'top-secret-value') =>
	createHmac('sha1', secret).update(lines.join('\n')).digest('base64');
const error = (code: string, kind: 'network' | 'timeout' = 'network') => new LibraryError(kind, 'x', { code });

test('signs and posts a form', async () => {
	const http = scriptedHttp({ body: { hash: 'h' } });
	const params = { fullpath: 'a b/ü+&=.txt', empty: '', absent: undefined, none: null };
	expect(await call(callerWith(http), read, params)).toEqual({ hash: 'h' });
	expect(http.sent[0]).toMatchObject({
		method: 'POST',
		url: 'https://files.example.com/m-open/1/file/info',
		headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
	});
	expect(fieldsOf(http.sent[0])).toEqual({
		fullpath: 'a b/ü+&=.txt',
		empty: '',
		org_client_id: 'lib1',
		dateline: '1700000000',
		sign: mac(['1700000000', '', 'a b/ü+&=.txt', 'lib1']), // dateline, empty, fullpath, org_client_id
	});
});

test('unsigned parameters are sent but not signed', async () => {
	const http = scriptedHttp({});
	await call(
		callerWith(http),
		{ ...write, unsigned: ['filehash', 'filesize'] },
		{ fullpath: 'x', filehash: 'f', filesize: '1' },
	);
	expect(fieldsOf(http.sent[0])).toMatchObject({
		filehash: 'f',
		filesize: '1',
		sign: mac(['1700000000', 'x', 'lib1']),
	});
});

test('GET sends a query; a client account and a token sign with their own', async () => {
	const http = scriptedHttp({});
	const { baseUrl, vendorPrefix, http: settings } = orgAccount();
	const get: typeof read = { ...read, route: 'GET /m-api/1/file/ls', credential: 'token' };
	await call(
		callerWith(http, {
			account: { kind: 'token', baseUrl, vendorPrefix, http: settings, token: 'T', secret: 'S' },
		}),
		get,
		{ mount_id: '7' },
	);
	expect(http.sent[0]?.method).toBe('GET');
	expect(http.sent[0]?.body).toBeUndefined();
	expect(fieldsOf(http.sent[0])).toEqual({ mount_id: '7', token: 'T', sign: mac(['7', 'T'], 'S') });
	await call(
		callerWith(http, {
			account: { kind: 'partner', baseUrl, vendorPrefix, http: settings, clientId: 'C', secret: 'S' },
		}),
		read,
		{},
	);
	expect(fieldsOf(http.sent[1])).toEqual({
		client_id: 'C',
		dateline: '1700000000',
		sign: mac(['C', '1700000000'], 'S'),
	});
});

test.each([
	['https://h.example', 'https://h.example/m-open/1/x'],
	['https://h.example/', 'https://h.example/m-open/1/x'],
	['http://h.example:8080/base/', 'http://h.example:8080/base/m-open/1/x'],
	[' https://h.example/a/b ', 'https://h.example/a/b/m-open/1/x'],
])('the base URL %j gives %s', (base, url) => expect(serviceUrl(base, '/m-open/1/x').href).toBe(url));

test.each([
	'',
	'files.example.com',
	'ftp://x',
	'file:///etc',
	'https://',
	'https://u:p@x.example',
	'https://x.example/?a=1',
])('the base URL %j is refused, nothing is sent', async (baseUrl) => {
	const http = scriptedHttp({});
	expect(await errorOf(call(callerWith(http, { account: orgAccount(baseUrl) }), read, {}))).toMatchObject({
		kind: 'input',
		field: 'Base URL',
	});
	expect(http.sent).toHaveLength(0);
});

test('a read is tried four times in all, with growing pauses', async () => {
	const clock = fakeClock();
	const waits: Wait[] = [];
	const http = scriptedHttp(error('ECONNRESET'), { status: 503 }, { status: 502 }, { status: 504 });
	const failure = await errorOf(call(callerWith(http, { clock, onWait: (wait) => waits.push(wait) }), read, {}));
	expect(failure).toMatchObject({ status: 504, kind: 'timeout', operation: 'libraryFileInfo' });
	expect(http.sent).toHaveLength(4);
	expect(clock.slept).toEqual([500, 1000, 2000]);
	expect(waits.map((wait) => wait.attempt)).toEqual([1, 2, 3]);
});

test('the jitter is full: no chance, no pause', async () => {
	const clock = fakeClock();
	await call(callerWith(scriptedHttp(error('ECONNRESET'), {}), { clock, random: () => 0 }), read, {});
	expect(clock.slept).toEqual([0]);
});

test('each try is signed afresh', async () => {
	const http = scriptedHttp({ status: 429, headers: { 'retry-after': '30' } }, {});
	const clock = fakeClock();
	await call(callerWith(http, { clock }), read, {});
	expect(clock.slept).toEqual([30_000]);
	expect(http.sent.map((r) => fieldsOf(r)['dateline'])).toEqual(['1700000000', '1700000030']);
});

test('a long Retry-After is reported, not waited for', async () => {
	const http = scriptedHttp({ status: 503, headers: { 'retry-after': '3600' } });
	expect(await errorOf(call(callerWith(http), read, {}))).toMatchObject({ kind: 'busy', retryAfter: 3600 });
	expect(http.sent).toHaveLength(1);
});

test.each([
	{ status: 503 },
	{ status: 429, headers: { 'retry-after': '1' } },
	{ status: 502 },
	{ status: 500 },
	error('ECONNRESET'),
	error('UND_ERR_HEADERS_TIMEOUT', 'timeout'),
	error('UND_ERR_SOCKET'),
])('a write is never repeated blindly: %j', async (first) => {
	const http = scriptedHttp(first, {});
	await errorOf(call(callerWith(http), write, {}));
	expect(http.sent).toHaveLength(1);
});

test.each(['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
	'a write that cannot have left is repeated: %s',
	async (code) => {
		const http = scriptedHttp(error(code), { body: { ok: 1 } });
		expect(await call(callerWith(http), write, {})).toEqual({ ok: 1 });
		expect(http.sent).toHaveLength(2);
	},
);

test.each([
	{ status: 404, body: { error_code: 40402 } },
	{ status: 500 },
	{ body: '<html>' },
	new LibraryError('network', 'x', { code: 'ENOTFOUND', retryable: false }),
])('what will not pass is not repeated: %j', async (first) => {
	const http = scriptedHttp(first, {});
	await errorOf(call(callerWith(http), read, {}));
	expect(http.sent).toHaveLength(1);
});

describe('clocks that differ', () => {
	const refusal = (date: string) => ({
		status: 401,
		headers: { date },
		body: { error_code: 401041, error_msg: 'sign' },
	});
	const later = 'Tue, 14 Nov 2023 23:13:20 GMT'; // 1 700 003 600

	test('a write is signed once more with the time of the service, and later calls at once', async () => {
		const http = scriptedHttp(refusal(later), {}, {});
		const clock = fakeClock();
		await call(callerWith(http, { clock }), write, { fullpath: 'x' });
		await call(callerWith(http, { clock }), read, {});
		expect(http.sent.map((r) => fieldsOf(r)['dateline'])).toEqual(['1700000000', '1700003600', '1700003600']);
		expect(fieldsOf(http.sent[1])['sign']).toBe(mac(['1700003600', 'x', 'lib1']));
		expect(clock.slept).toEqual([]);
	});

	test('only once', async () => {
		const http = scriptedHttp(refusal(later));
		const failure = await errorOf(call(callerWith(http), write, {}));
		expect(http.sent).toHaveLength(2);
		expect(failure['hint']).toContain('3600 seconds behind');
	});

	test('not for a small difference', async () => {
		const http = scriptedHttp(refusal('Tue, 14 Nov 2023 22:13:50 GMT'));
		await errorOf(call(callerWith(http), write, {}));
		expect(http.sent).toHaveLength(1);
	});
});

test('a cancelled pause ends the call', async () => {
	const stop = new AbortController();
	const caller = callerWith(scriptedHttp({ status: 503 }), { signal: stop.signal, onWait: () => stop.abort() });
	expect(await errorOf(call(caller, read, {}))).toMatchObject({ kind: 'aborted' });
});

test('no error shows secret or signature', async () => {
	const http = scriptedHttp((r) => ({
		status: 400,
		body: { error_code: 40003, error_msg: `bad top-secret-value ${fieldsOf(r)['fullpath']}` },
	}));
	const failure = await errorOf(call(callerWith(http), read, { fullpath: 'p' }));
	expect(failure.message).not.toContain('top-secret-value');
});
