import { call } from '../../../src/client/service/call';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, fieldsOf, scriptedHttp } from '../../support/ports';
import { failure, read, write } from './callFixtures';

test('a read is attempted four times in all, after growing pauses', async () => {
	const clock = fakeClock();
	const http = scriptedHttp(failure('ECONNRESET'), { status: 503 }, { status: 502 }, { status: 504 });
	const last = await errorOf(call(callerWith(http, { clock }), read, {}));
	expect(last).toMatchObject({ status: 504, kind: 'timeout', operation: 'libraryFileInfo' });
	expect(http.sent).toHaveLength(4);
	expect(clock.slept).toEqual([500, 1000, 2000]);
});

const databaseFailed = { status: 500, body: { error_code: 50001, error_msg: 'db' } };
test.each([
	['500', { status: 500 }],
	['50001', databaseFailed],
	['50001 inside a 200', { body: { error_code: 50001 } }],
	['a code of the 500s that is not known', { status: 500, body: { error_code: 50077, error_msg: 'x' } }],
	['a status of its own of a proxy', { status: 520 }],
])('a read that is answered with %s is sent again twice', async (_what, reply) => {
	const clock = fakeClock();
	const always = scriptedHttp(reply);
	expect(await errorOf(call(callerWith(always, { clock }), read, {}))).toMatchObject({ kind: 'busy' });
	expect(always.sent).toHaveLength(3);
	expect(clock.slept).toEqual([500, 1000]);
	const passing = scriptedHttp(reply, reply, { body: { ok: 1 } });
	expect(await call(callerWith(passing), read, {})).toEqual({ ok: 1 });
});

test('a 500 counts by itself and among the four attempts', async () => {
	const reset = failure('ECONNRESET');
	const recovering = scriptedHttp(reset, { status: 500 }, { status: 500 }, { body: { ok: 1 } });
	expect(await call(callerWith(recovering), read, {})).toEqual({ ok: 1 });
	const broken = scriptedHttp(reset, { status: 500 }, reset, { status: 500 });
	await errorOf(call(callerWith(broken), read, {}));
	expect(broken.sent).toHaveLength(4);
});

test('a write that may have arrived is not sent again after 50001', async () => {
	const http = scriptedHttp(databaseFailed, {});
	expect(await errorOf(call(callerWith(http), write, {}))).toMatchObject({ code: 50001, kind: 'busy' });
	expect(http.sent).toHaveLength(1);
});

test('the jitter is full: the pause may be zero', async () => {
	const clock = fakeClock();
	await call(callerWith(scriptedHttp(failure('ECONNRESET'), {}), { clock, random: () => 0 }), read, {});
	expect(clock.slept).toEqual([0]);
});

test('each attempt is signed anew', async () => {
	const http = scriptedHttp({ status: 429, headers: { 'retry-after': '30' } }, {});
	const clock = fakeClock();
	await call(callerWith(http, { clock }), read, {});
	expect(clock.slept).toEqual([30_000]);
	expect(http.sent.map((r) => fieldsOf(r).dateline)).toEqual(['1700000000', '1700000030']);
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
	failure('ECONNRESET'),
	failure('UND_ERR_HEADERS_TIMEOUT', 'timeout'),
	failure('UND_ERR_SOCKET'),
])('a write that may have arrived is not repeated: %j', async (first) => {
	const http = scriptedHttp(first, {});
	await errorOf(call(callerWith(http), write, {}));
	expect(http.sent).toHaveLength(1);
});

test.each(['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
	'a write that cannot have been sent is repeated: %s',
	async (code) => {
		const http = scriptedHttp(failure(code), { body: { ok: 1 } });
		expect(await call(callerWith(http), write, {})).toEqual({ ok: 1 });
		expect(http.sent).toHaveLength(2);
	},
);

test.each([
	{ status: 404, body: { error_code: 40402 } },
	{ status: 501 },
	{ status: 500, body: { error_code: 40402 } },
	{ body: '<html>' },
	new LibraryError('network', 'x', { code: 'ENOTFOUND', retryable: false }),
])('a failure that will not pass is not repeated: %j', async (first) => {
	const http = scriptedHttp(first, {});
	await errorOf(call(callerWith(http), read, {}));
	expect(http.sent).toHaveLength(1);
});

test('cancelling a pause ends the call', async () => {
	const stop = new AbortController();
	const caller = callerWith(scriptedHttp({ status: 503 }), {
		signal: stop.signal,
		clock: { ...fakeClock(), sleep: async () => stop.abort() },
	});
	expect(await errorOf(call(caller, read, {}))).toMatchObject({ kind: 'aborted' });
});

test('the caller says how often a call is attempted', async () => {
	for (const attempts of [1, 2]) {
		const http = scriptedHttp({ status: 503 });
		await errorOf(call(callerWith(http, { attempts }), read, {}));
		expect(http.sent).toHaveLength(attempts);
	}
});

test('a Retry-After of a minute is waited for', async () => {
	const clock = fakeClock();
	const http = scriptedHttp({ status: 503, headers: { 'retry-after': '60' } }, {});
	await call(callerWith(http, { clock }), read, {});
	expect(clock.slept).toEqual([60_000]);
});

test('a Retry-After that is shorter than the pause does not shorten it', async () => {
	const clock = fakeClock();
	const soon = { status: 503, headers: { 'retry-after': '1' } };
	await call(callerWith(scriptedHttp(soon, soon, soon, {}), { clock }), read, {});
	expect(clock.slept).toEqual([1000, 1000, 2000]);
});

test.each([
	['ECONNRESET', write, true],
	['UND_ERR_HEADERS_TIMEOUT', write, true],
	['UND_ERR_HEADERS_OVERFLOW', write, true],
	['ECONNREFUSED', write, false],
	['ECONNRESET', { ...read, reads: true as const }, false],
])('the error for %s says whether a change may have been made', async (code, request, isUnknown) => {
	const http = scriptedHttp(...Array.from({ length: 4 }, () => failure(code)));
	const error = await errorOf(call(callerWith(http, { clock: fakeClock() }), request, {}));
	expect(error.message.endsWith('It is unknown whether the change was made')).toBe(isUnknown);
	expect(String(error.hint).startsWith('Check in the service whether the change was made')).toBe(isUnknown);
});

test('what failed before it was sent leaves no doubt', async () => {
	const untrusted = new LibraryError('network', 'x', { code: 'CERT_HAS_EXPIRED', retryable: false });
	const error = await errorOf(call(callerWith(scriptedHttp(untrusted)), write, {}));
	expect(error.message).toBe('x');
});
