import { gzipSync } from 'node:zlib';
import { httpFor } from '../../../src/client/http/http';
import type { BulkHandler } from '../../../src/client/http/bulkAnswer';
import { encodedBody } from '../../../src/client/http/requestBody';
import { requestShort, shortAnswer, type Limits } from '../../../src/client/http/shortAnswer';
import { serviceUrl } from '../../../src/client/http/serviceUrl';
import { errorOf } from '../../support/ports';

/* Short answers between undici, played by the test, and their reader; and what a request is made of. */

class Asked {
	readonly reasons: string[] = [];
	abort = (reason: Error): void => void this.reasons.push(reason.message);
	pause = (): void => undefined;
	resume = (): void => undefined;
}

/** A request whose handler the test plays with, and the timers that are set for it. */
function requested(signal: AbortSignal | null, limit = 10) {
	let handler: BulkHandler | undefined;
	const timers = new Map<() => void, number>();
	const timer = (ms: number, then: () => void): (() => void) => {
		timers.set(then, ms);
		return () => void timers.delete(then);
	};
	const clock = { now: () => 0, sleep: async () => undefined, timer };
	const limits: Limits = { signal, clock, patienceMs: 70_000, silenceMs: 60_000, where: 'http://h.example' };
	const answer = requestShort((given) => void (handler = given), limits, limit);
	answer.catch(() => undefined);
	if (!handler) throw new Error('nothing was sent');
	return { asked: new Asked(), answer, handler, naps: () => [...timers.values()] };
}

test('the patience is that of the head, then that of the body, then none', async () => {
	const { asked, answer, handler, naps } = requested(null);
	handler.onRequestStart(asked);
	handler.onResponseStart(asked, 102, {});
	expect(naps()).toEqual([70_000]);
	handler.onResponseStart(asked, 404, { 'x-a': '1' });
	expect(naps()).toEqual([300_000]);
	handler.onResponseData(asked, Buffer.from('abc'));
	handler.onResponseData(asked, Buffer.from('def'));
	handler.onResponseEnd();
	const { statusCode, headers, pieces } = await answer;
	expect([statusCode, headers, Buffer.concat(pieces).toString()]).toEqual([404, { 'x-a': '1' }, 'abcdef']);
	expect([naps(), asked.reasons]).toEqual([[], []]);
});

test('the piece that reaches the limit is the last one', async () => {
	const { asked, answer, handler, naps } = requested(null, 6);
	handler.onResponseStart(asked, 200, {});
	handler.onResponseData(asked, Buffer.from('abcde'));
	expect(asked.reasons).toEqual([]);
	handler.onResponseData(asked, Buffer.from('f'));
	expect((await answer).pieces.join('')).toBe('abcdef');
	expect([asked.reasons.length, naps()]).toEqual([1, []]);
});

test('a stop before the request starts ends it when it does, with the reason of the signal', async () => {
	const stop = new AbortController();
	const { asked, answer, handler, naps } = requested(stop.signal);
	stop.abort(new Error('enough'));
	expect(asked.reasons).toEqual([]);
	handler.onRequestStart(asked);
	expect(asked.reasons).toEqual(['enough']);
	handler.onResponseError(asked, new Error('undici was stopped'));
	expect((await errorOf(answer)).message).toBe('enough');
	expect(naps()).toEqual([]);
});

test('a stop later ends it at once; an ended request is left alone', async () => {
	const stop = new AbortController();
	const [late, ended, failed] = [requested(stop.signal), requested(stop.signal), requested(stop.signal)];
	for (const { handler, asked } of [late, ended, failed]) handler.onRequestStart(asked);
	ended.handler.onResponseStart(ended.asked, 200, {});
	ended.handler.onResponseEnd();
	failed.handler.onResponseError(failed.asked, new Error('refused'));
	expect((await errorOf(failed.answer)).message).toBe('refused');
	expect(late.asked.reasons).toEqual([]);
	stop.abort('no error');
	expect([late, ended, failed].map(({ asked }) => asked.reasons)).toEqual([['aborted'], [], []]);
});

test('a collected answer is read as every other', async () => {
	const request = { method: 'GET', url: 'http://h.example/x' } as const;
	const plain = shortAnswer({ statusCode: 200, headers: {}, pieces: [Buffer.from('ab'), Buffer.from('c')] }, request);
	const taken: string[] = [];
	await plain.receive((piece) => void taken.push(piece.toString()));
	await plain.discard();
	expect([taken, await plain.text(), await plain.text(2)]).toEqual([['ab', 'c'], 'abc', 'ab']);
	const headers = { 'content-encoding': 'gzip' };
	const packed = shortAnswer({ statusCode: 200, headers, pieces: [gzipSync(Buffer.from('abc'))] }, request);
	expect([packed.compressed, packed.headers, await packed.text()]).toEqual([true, {}, 'abc']);
});

const noForm = async (): Promise<never> => await Promise.reject(new Error('no form'));

test('buffers are sent as they are up to 1 MiB, and in slices of that beyond, without a copy', async () => {
	const size = 1024 * 1024;
	const small = Buffer.alloc(size);
	expect(await encodedBody(small, noForm)).toEqual({ body: small, headers: {} });
	expect((await encodedBody(small, noForm)).body).toBe(small);
	const large = Buffer.alloc(2 * size + 1);
	const { body, headers } = await encodedBody(large, noForm);
	const slices = [...(body as Iterable<Buffer>)];
	expect(slices.map(({ length }) => length)).toEqual([size, size, 1]);
	expect(slices.every((slice) => slice.buffer === large.buffer)).toBe(true);
	expect(headers).toEqual({ 'content-length': String(2 * size + 1) });
	expect(await encodedBody(undefined, noForm)).toEqual({ body: null, headers: {} });
	expect(await encodedBody('', noForm)).toEqual({ body: '', headers: {} });
});

test('a form is its head, the file and its tail, with the length of all', async () => {
	async function* pieces(): AsyncGenerator<Buffer> {
		yield Buffer.from('12');
		yield Buffer.from('345');
	}
	const file = { field: 'f', name: 'n', contentType: 'text/plain', size: 5, pieces: pieces() };
	const frame = { head: Buffer.from('<'), tail: Buffer.from('/>'), headers: { 'content-type': 'x' } };
	const { body, headers } = await encodedBody({ fields: [], file }, async () => frame);
	const sent: string[] = [];
	for await (const piece of body as AsyncIterable<Buffer>) sent.push(piece.toString());
	expect([sent, headers]).toEqual([['<', '12', '345', '/>'], { 'content-type': 'x', 'content-length': '8' }]);
});

test('an address is made once, apart for each Base URL and path, and not kept forever', () => {
	const kept = serviceUrl('https://h.example', '/a');
	expect(serviceUrl('https://h.example', '/a')).toBe(kept);
	expect(serviceUrl('https://h.example', '/b').href).toBe('https://h.example/b');
	expect(serviceUrl('https://i.example', '/a').href).toBe('https://i.example/a');
	for (let n = 0; n < 501; n++) serviceUrl('https://h.example', `/n/${n}`);
	expect(serviceUrl('https://h.example', '/a')).not.toBe(kept);
});

test.each([
	...['h.example', 'ftp://h.example', 'https://', 'x https://h.example'],
	...['https://user@h.example', 'https://:pw@h.example', 'https://h.example/?a=1', 'https://h.example/#x'],
])('the Base URL %j is refused', (base) => {
	expect(() => serviceUrl(base, '/a')).toThrow(expect.objectContaining({ kind: 'input', field: 'Base URL' }));
});

test('clients are shared by their settings until they are closed', async () => {
	const clock = { now: () => 0, sleep: async () => undefined };
	const egress = () => ({
		validateUrl: () => ({}),
		createSecureLookup: () => undefined,
		validateRedirectSync: () => undefined,
	});
	const usual = { allowUnauthorizedCerts: false };
	const [first, second] = [egress(), egress()];
	const all = [
		httpFor(usual),
		httpFor({ ...usual, httpsOnly: true }),
		httpFor({ ...usual, clock }),
		httpFor({ ...usual, clock }),
		httpFor({ ...usual, egress: first }),
		httpFor({ ...usual, egress: second }),
	];
	expect(new Set(all).size).toBe(all.length);
	expect(httpFor({ ...usual, httpsOnly: false })).toBe(all[0]);
	expect(httpFor({ ...usual, httpsOnly: true })).toBe(all[1]);
	expect(httpFor({ ...usual, egress: first })).toBe(all[4]);
	for (const each of all) await each.close();
	expect(httpFor(usual)).not.toBe(all[0]);
	expect(httpFor({ ...usual, egress: first })).not.toBe(all[4]);
});
