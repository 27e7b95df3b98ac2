import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import type { HttpRequest } from '../../../src/client/http/types';
import { FakeServer } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { http, server, closing } = httpBench();

test('a refused connection is a network error whose message contains the origin only', async () => {
	const s = await FakeServer.start(() => undefined);
	await s.close();
	const error = await errorOf(http().request({ method: 'GET', url: `${s.url}/m-open?sign=SECRET` }));
	expect(error).toMatchObject({ name: 'LibraryError', kind: 'network', code: 'ECONNREFUSED', retryable: true });
	expect(error.message).toContain(s.url);
	expect(error.message).not.toContain('/m-open');
	expect(JSON.stringify(error) + error.message).not.toContain('SECRET');
});

const text = async (request: Omit<HttpRequest, 'method'>): Promise<string> =>
	await (await http().request({ method: 'GET', ...request })).text();
const KINDS = [
	['collected', false],
	['large', true],
] as const;

test.each(KINDS)('silence before or inside a %s answer is a timeout', async (_kind, largeAnswer) => {
	const mute = await server(() => undefined);
	expect(await errorOf(text({ url: mute.url, headersTimeout: 50, largeAnswer }))).toMatchObject({
		kind: 'timeout',
		retryable: true,
	});
	const slow = await server((_, answer) => void answer.writeHead(200, { 'content-length': '10' }).write('abc'));
	expect(await errorOf(text({ url: slow.url, bodyTimeout: 50, largeAnswer }))).toMatchObject({ kind: 'timeout' });
});

test.each(KINDS)('a connection that is cut inside a %s answer is a network error', async (_kind, largeAnswer) => {
	const s = await server((_, answer) => {
		answer.writeHead(200, { 'content-length': '10' }).write('abc');
		setTimeout(() => answer.destroy(), 20);
	});
	expect(await errorOf(text({ url: s.url, largeAnswer }))).toMatchObject({ kind: 'network', retryable: true });
});

test.each(KINDS)('a signal cancels before, while waiting for and inside a %s answer', async (_kind, largeAnswer) => {
	const mute = await server(() => undefined);
	expect(await errorOf(text({ url: mute.url, signal: AbortSignal.abort(), largeAnswer }))).toMatchObject({
		kind: 'aborted',
		retryable: false,
	});
	expect(mute.requests).toHaveLength(0);
	expect(await errorOf(text({ url: mute.url, signal: AbortSignal.timeout(30), largeAnswer }))).toMatchObject({
		kind: 'aborted',
	});
	const slow = await server((_, answer) => void answer.writeHead(200).write('abc'));
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 100);
	expect(await errorOf(text({ url: slow.url, signal: stop.signal, largeAnswer }))).toMatchObject({ kind: 'aborted' });
});

/** The error of a request to a server that answers these bytes. */
async function errorAfter(bytes: string, largeAnswer: boolean) {
	const tcp = createTcpServer((socket) => {
		socket.on('error', () => undefined);
		socket.resume().end(bytes);
	});
	await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
	closing({ close: async () => await new Promise((resolve) => tcp.close(resolve)) });
	return await errorOf(text({ url: `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`, largeAnswer }));
}

describe.each(KINDS)('bytes in place of a %s answer', (_kind, largeAnswer) => {
	const HEAD = 'HTTP/1.1 200 OK\r\n';
	test.each([
		['SSH-2.0-hello\r\n', 'network', /: the answer is not HTTP$/],
		['HTTP/1.1 banana\r\n\r\n', 'network', /: the answer is not HTTP$/],
		['\0'.repeat(1000), 'network', /: the answer is not HTTP$/],
		[`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 'network', /: the answer .*(length|not HTTP)/],
		[`${HEAD}x: ${'y'.repeat(1_000_000)}\r\n\r\n{}`, 'protocol', /: the header fields of the answer are too long$/],
	])('%.20j', async (bytes, kind, message) => {
		const error = await errorAfter(bytes, largeAnswer);
		// What will be the same the next time is not asked for again.
		expect(error).toMatchObject({ kind, retryable: kind === 'network' });
		expect(error.message).toMatch(message);
	});
});
