import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync, deflateSync } from 'node:zlib';
import type { Clock } from '../../../src/client/async/clock';
import { httpOver } from '../../../src/client/http/http';
import { codingsIn, decodedPieces, headOf } from '../../../src/client/http/httpAnswer';
import type { HttpRequest } from '../../../src/client/http/types';
import type { TakePiece, Exchange, RawHeaders, RequestWatch, Transport } from '../../../src/edition/ports';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';

/* One exchange without a connection: what its guard and its reader do, by a clock that only tests move. */

/** Timers that are due when the time has passed. */
function manualClock() {
	let time = 0;
	const timers = new Set<{ readonly at: number; readonly then: () => void }>();
	const clock: Clock = {
		now: () => time,
		sleep: async () => undefined,
		random: Math.random,
		timer: (ms, then) => {
			const own = { at: time + ms, then };
			timers.add(own);
			return () => void timers.delete(own);
		},
	};
	const pass = (ms: number): void => {
		time += ms;
		for (const due of [...timers].filter(({ at }) => at <= time)) {
			timers.delete(due);
			due.then();
		}
	};
	return { clock, pass, isSet: () => timers.size > 0 };
}

/** A request whose answer the test plays. */
function exchanged(more: Partial<HttpRequest> = {}, headers: RawHeaders = {}) {
	const { clock, pass, isSet } = manualClock();
	let watch!: RequestWatch;
	let [answer, fail] = [(_: Exchange): void => undefined, (_: Error): void => undefined];
	let [take, finish] = [undefined as TakePiece | undefined, (): void => undefined];
	let failBody = (_: Error): void => undefined;
	let taken: Promise<void> | undefined;
	const stopped: string[] = [];
	const transport: Transport = {
		send: async (_, given) => {
			watch = given;
			watch.begun((reason) => void stopped.push(reason.message));
			return await new Promise((resolve, reject) => ([answer, fail] = [resolve, reject]));
		},
	};
	const exchange: Exchange = {
		status: 200,
		headers,
		receive: async (given) => {
			take = given;
			await new Promise<void>((resolve, reject) => ([finish, failBody] = [resolve, reject]));
		},
		drop: (reason) => {
			stopped.push(`dropped: ${reason.message}`);
			failBody(reason);
		},
	};
	const request = { method: 'GET', url: 'http://h.example/x?key=k', ...more } as const;
	const http = httpOver(transport, { allowUnauthorizedCerts: false, clock });
	return {
		pass,
		isSet,
		stopped,
		requested: http.request(request),
		watch: () => watch,
		fail: (error: Error) => fail(error),
		begin: () => answer(exchange),
		/** A piece comes. Returns whether the reader wants time for it, until `taken`. */
		give: (text: string | Buffer): void =>
			void (taken = take?.(typeof text === 'string' ? Buffer.from(text) : text)),
		taken: () => taken,
		finish: () => finish(),
		failBody: (error: Error) => failBody(error),
	};
}

test('an error before the head is that of the request, one after it that of the body', async () => {
	const before = exchanged();
	before.fail(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
	expect((await errorOf(before.requested)).message).toBe('http://h.example: the connection was refused');
	expect(before.isSet()).toBe(false);
	const after = exchanged();
	after.begin();
	const failure = errorOf((await after.requested).text());
	after.failBody(Object.assign(new Error('x'), { code: 'ECONNRESET' }));
	expect((await failure).message).toBe('http://h.example: the connection was reset');
	expect(after.isSet()).toBe(false);
});

test('a signal stops a request, and its answer once it has begun; not after its end', async () => {
	const stop = new AbortController();
	const [early, late, over] = [0, 1, 2].map(() => exchanged({ signal: stop.signal }));
	for (const one of [late!, over!]) one.begin();
	const reading = errorOf((await late!.requested).receive(() => undefined));
	const whole = (await over!.requested).text();
	over!.give('abc');
	over!.finish();
	expect(await whole).toBe('abc');
	stop.abort(new Error('enough'));
	early!.fail(new Error('stopped'));
	expect(await errorOf(early!.requested)).toMatchObject({ kind: 'aborted' });
	expect(await reading).toMatchObject({ kind: 'aborted' });
	const cancelled = 'The operation was cancelled';
	expect([early!.stopped, late!.stopped[0], over!.stopped]).toEqual([[cancelled], `dropped: ${cancelled}`, []]);
});

test('the reason of a stop is what the request fails with, where it is a LibraryError', async () => {
	const stop = new AbortController();
	const late = exchanged({ signal: stop.signal });
	const reason = new LibraryError('timeout', 'too late');
	stop.abort(reason);
	late.fail(new Error('stopped'));
	expect(await errorOf(late.requested)).toBe(reason);
	expect(await errorOf(exchanged({ signal: stop.signal }).requested)).toBe(reason);
});

test('silence ends an answer that is read, not one whose reader is busy', async () => {
	const silent = exchanged({ bodyTimeout: 10_000 });
	silent.begin();
	const failure = errorOf((await silent.requested).receive(() => undefined));
	silent.pass(9_000);
	silent.give('x');
	silent.pass(9_000);
	expect(silent.stopped).toEqual([]);
	silent.pass(2_000);
	expect(await failure).toMatchObject({ kind: 'timeout', code: 'UND_ERR_BODY_TIMEOUT' });
	const busy = exchanged({ bodyTimeout: 10_000 });
	busy.begin();
	let done = (): void => undefined;
	const received = (await busy.requested).receive(async () => await new Promise<void>((resolve) => (done = resolve)));
	busy.give('x');
	for (let n = 0; n < 20; n++) busy.pass(60_000);
	done();
	await Promise.resolve();
	busy.pass(9_000);
	expect(busy.stopped).toEqual([]);
	busy.finish();
	await received;
	expect(busy.isSet()).toBe(false);
});

test('provisional heads are pieces without bytes: very many of them end the request', async () => {
	const { watch, stopped, requested, fail } = exchanged();
	for (let n = 0; n < 100_001; n++) watch().provisional();
	fail(new Error('stopped'));
	expect(stopped).toHaveLength(1);
	expect(await errorOf(requested)).toMatchObject({ kind: 'protocol' });
});

test('a text is cut at its limit, and the rest is dropped; without a limit 4 MiB are too much', async () => {
	const cut = exchanged();
	cut.begin();
	const text = (await cut.requested).text(4);
	cut.give('abc');
	expect(() => cut.give('def')).toThrow();
	cut.failBody(new Error('as take threw'));
	expect(await text).toBe('abcd');
	const long = exchanged();
	long.begin();
	const failure = errorOf((await long.requested).text());
	for (let n = 0; n < 4; n++) long.give(Buffer.alloc(1024 * 1024));
	expect(() => long.give('x')).toThrow();
	long.failBody(new Error('as take threw'));
	expect((await failure).message).toBe('http://h.example: the answer is larger than 4 MiB');
});

test('pieces are copied: their memory may be used again', async () => {
	const { begin, requested, give, finish, isSet } = exchanged();
	begin();
	const answer = await requested;
	expect(isSet()).toBe(false);
	const text = answer.text();
	const memory = Buffer.from('abc');
	give(memory);
	memory.fill('x');
	give('€'.slice(0, 1));
	finish();
	expect(await text).toBe('abc€');
});

test('what nobody needs is read for ten seconds and 128 KiB at most', async () => {
	const slow = exchanged();
	slow.begin();
	const dropped = (await slow.requested).discard();
	slow.pass(10_000);
	await dropped;
	expect(slow.stopped[0]).toMatch(/^dropped: .*too little was transferred/);
	const long = exchanged();
	long.begin();
	const whole = (await long.requested).discard();
	long.give(Buffer.alloc(128 * 1024 - 1));
	expect(long.stopped).toEqual([]);
	expect(() => long.give('x')).toThrow();
	long.failBody(new Error('as take threw'));
	await whole;
	expect([long.stopped.length, long.isSet()]).toEqual([1, false]);
});

test('who reads compressed content holds the connection back, piece by piece', async () => {
	const zipped = gzipSync(Buffer.from('some text'));
	const { begin, requested, give, taken, finish } = exchanged({}, { 'Content-Encoding': 'gzip' });
	begin();
	const answer = await requested;
	expect(answer).toMatchObject({ compressed: true, headers: {} });
	const received: string[] = [];
	const reading = answer.receive((piece) => void received.push(piece.toString()));
	give(zipped.subarray(0, 12));
	expect(taken()).toBeInstanceOf(Promise);
	give(zipped.subarray(12));
	await taken();
	finish();
	await reading;
	expect(received.join('')).toBe('some text');
});

test('who fails at compressed content lets its connection go', async () => {
	const zipped = gzipSync(randomBytes(200_000));
	const { begin, requested, give, stopped } = exchanged({}, { 'Content-Encoding': 'gzip' });
	begin();
	const enough = new Error('enough');
	const reading = (await requested).receive(() => {
		throw enough;
	});
	give(zipped);
	expect((await errorOf(reading)).cause).toBe(enough);
	expect(stopped).not.toEqual([]);
});

test('a head that does not come is given up after five times the limit on silence', async () => {
	const { pass, stopped, fail, requested } = exchanged({ headersTimeout: 20_000 });
	pass(99_000);
	expect(stopped).toEqual([]);
	pass(2_000);
	fail(new Error('stopped'));
	expect(await errorOf(requested)).toMatchObject({ kind: 'timeout', code: 'tooSlow' });
});

test('names of headers are in lower case, lists are joined, and missing values are empty', () => {
	const found = headOf(201, { 'X-One': ['a', 'b'], ETag: 'e', 'x-none': undefined });
	expect(found).toEqual({ status: 201, codings: [], headers: { 'x-one': 'a, b', etag: 'e', 'x-none': '' } });
	const result = headOf(200, { 'Content-Encoding': 'gzip, br', 'content-length': '5', etag: 'e' });
	expect(result).toEqual({ status: 200, headers: { etag: 'e' }, compressed: true, codings: ['br', 'gzip'] });
	const odd = { 'content-encoding': 'odd', 'content-length': '5' };
	expect(headOf(200, odd)).toEqual({ status: 200, headers: odd, codings: [] });
});

test('codings are undone in the reverse order; one that nobody knows keeps all', () => {
	expect(codingsIn(undefined)).toEqual([]);
	expect(codingsIn(' identity ,, Identity')).toEqual([]);
	expect(codingsIn('GZIP,identity, Br ,x-gzip')).toEqual(['x-gzip', 'br', 'gzip']);
	expect(codingsIn('gzip, odd')).toEqual([]);
});

async function decoded(pieces: readonly Buffer[], coding: string): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of decodedPieces(Readable.from(pieces), [coding], 'http://h.example')) parts.push(part);
	return Buffer.concat(parts).toString();
}

/** Stored blocks of RFC 1951: a head, the length and its complement, then the bytes as they are. */
const stored = (head: number, text: string): Buffer => {
	const length = Buffer.from([text.length, 0, 255 - text.length, 255]);
	return Buffer.concat([Buffer.from([head]), length, Buffer.from(text)]);
};

test('deflate is of the zlib format only where both bytes of its header say so', async () => {
	const zlib = deflateSync(Buffer.from('wrapped'));
	expect([await decoded([zlib], 'deflate'), await decoded([], 'gzip')]).toEqual(['wrapped', '']);
	expect(await decoded([zlib.subarray(0, 1), zlib.subarray(1)], 'deflate')).toBe('wrapped');
	// Ends in 8, as the zlib format does, but its check is wrong: 0x0805 is no multiple of 31.
	expect(await decoded([Buffer.concat([stored(0x08, 'hello'), stored(0x01, '')])], 'deflate')).toBe('hello');
	// 0x0117 is a multiple of 31, but its method is not 8.
	expect(await decoded([stored(0x01, 'twenty-three characters')], 'deflate')).toBe('twenty-three characters');
});

test('what cannot be decompressed says why and what to do', async () => {
	const damaged = await errorOf(decoded([Buffer.from('Access denied')], 'gzip'));
	expect(damaged).toMatchObject({ kind: 'protocol', retryable: false });
	expect(damaged.message).toBe(
		"http://h.example: the answer is compressed and can't be decompressed (gzip: incorrect header check)",
	);
	expect(damaged.hint).toContain('Turn off compression');
	const whole = gzipSync(Buffer.from('whole'));
	const cut = await errorOf(decoded([whole.subarray(0, whole.length - 9)], 'gzip'));
	expect(cut).toMatchObject({ kind: 'network', retryable: true });
	expect(cut.message).toMatch(/^http:\/\/h\.example: .*ended early \(gzip\)$/);
	expect(cut.hint).toContain('Try again');
});
