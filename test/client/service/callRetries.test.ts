import { call } from '../../../src/client/service/call';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { callerWith, errorOf, fakeClock, scriptedHttp } from '../../support/ports';
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
	expect(await call(callerWith(scriptedHttp(reply, reply, { body: { ok: 1 } })), read, {})).toEqual({ ok: 1 });
});

test('a 500 counts by itself and among the four attempts', async () => {
	const reset = failure('ECONNRESET');
	const recovering = scriptedHttp(reset, { status: 500 }, { status: 500 }, { body: { ok: 1 } });
	expect(await call(callerWith(recovering), read, {})).toEqual({ ok: 1 });
	const broken = scriptedHttp(reset, { status: 500 }, reset, { status: 500 });
	await errorOf(call(callerWith(broken), read, {}));
	expect(broken.sent).toHaveLength(4);
});

test('the jitter is full: the pause may be zero', async () => {
	const clock = fakeClock();
	clock.random = () => 0;
	await call(callerWith(scriptedHttp(failure('ECONNRESET'), {}), { clock }), read, {});
	expect(clock.slept).toEqual([0]);
});

test('a long Retry-After is reported, not waited for', async () => {
	const http = scriptedHttp({ status: 503, headers: { 'retry-after': '3600' } });
	expect(await errorOf(call(callerWith(http), read, {}))).toMatchObject({ kind: 'busy', retryAfter: 3600 });
	expect(http.sent).toHaveLength(1);
});

test.each([
	{ status: 503 },
	{ status: 500 },
	failure('ECONNRESET'),
	failure('UND_ERR_HEADERS_TIMEOUT', 'timeout'),
	failure('UND_ERR_SOCKET'),
])('a write that may have arrived is not repeated: %j', async (first) => {
	const http = scriptedHttp(first, {});
	await errorOf(call(callerWith(http), write, {}));
	expect(http.sent).toHaveLength(1);
});

test.each(['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])('an unsent write is repeated: %s', async (code) => {
	const http = scriptedHttp(failure(code), { body: { ok: 1 } });
	expect(await call(callerWith(http), write, {})).toEqual({ ok: 1 });
	expect(http.sent).toHaveLength(2);
});

test.each([
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

test('a pause ends with the failure before it once nothing is to be tried again', async () => {
	const over = new AbortController();
	const clock = { ...fakeClock(), sleep: async () => over.abort() };
	const http = scriptedHttp({ status: 503 }, {});
	const failure = await errorOf(call(callerWith(http, { clock, noRetryAfter: over.signal }), read, {}));
	expect([failure.status, http.sent.length]).toEqual([503, 1]);
});

test('a Retry-After of a minute is waited for', async () => {
	const clock = fakeClock();
	await call(callerWith(scriptedHttp({ status: 503, headers: { 'retry-after': '60' } }, {}), { clock }), read, {});
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

describe('a call that can look whether its work is done', () => {
	const [lost, busy] = [failure('ECONNRESET'), { status: 503 }];
	const conflict = { status: 409, body: { error_code: 40901 } };

	/** A write, its requests answered by `script`, its look-ups by `looks`. */
	async function made(script: Array<Error | object>, looks: Array<string | Error | undefined>) {
		const [clock, http] = [fakeClock(), scriptedHttp(...script)];
		let looked = 0;
		const look = async (): Promise<object | undefined> => {
			const found = looks[Math.min(looked++, looks.length - 1)];
			if (found instanceof Error) throw found;
			return found === undefined ? undefined : { found };
		};
		const outcome = await call(callerWith(http, { clock }), write, {}, look).catch((error: unknown) => error);
		return { outcome, sent: http.sent.length, looked, slept: clock.slept };
	}

	test.each<[string, Array<Error | object>, Array<string | undefined>, object]>([
		['asks nothing after a success', [{ body: { ok: 1 } }], [], { outcome: { ok: 1 }, looked: 0 }],
		['sends nothing again that is done', [lost], ['x'], { outcome: { found: 'x' }, sent: 1, looked: 1 }],
		['sends again what is not done', [lost, { body: { ok: 1 } }], [undefined], { outcome: { ok: 1 }, sent: 2 }],
		['is attempted four times', [busy], [undefined], { sent: 4, looked: 4, slept: [500, 1000, 2000] }],
		['looks after what will not pass', [conflict], ['x'], { outcome: { found: 'x' }, sent: 1, slept: [] }],
		['gives up what will not pass', [conflict], [undefined], { outcome: { kind: 'conflict' }, sent: 1, looked: 1 }],
		['does not look where nothing was sent', [failure('ECONNREFUSED'), {}], ['x'], { sent: 2, looked: 0 }],
		['does not look after a refusal of the account', [{ status: 401 }], ['x'], { sent: 1, looked: 0 }],
		['does not look after 429', [{ status: 429 }, { body: { ok: 1 } }], ['x'], { outcome: { ok: 1 }, looked: 0 }],
	])('%s', async (_, script, looks, expected) => {
		expect(await made(script, looks)).toMatchObject(expected);
	});

	test('a look that fails leaves a doubt, and nothing is sent again, unless the service refused it', async () => {
		const { outcome, sent } = await made([lost], [failure('ECONNRESET')]);
		expect([outcome, sent]).toMatchObject([{ kind: 'network' }, 1]);
		expect((outcome as Error).message).toContain('whether the change was made is not known');
		expect(await made([conflict], [failure('ECONNRESET')])).toMatchObject({ outcome: { kind: 'conflict' } });
	});
});
