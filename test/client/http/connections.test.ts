import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { HttpRequest } from '../../../src/client/http/types';
import { FakeServer } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { http, server, closing } = httpBench();

test('keeps connections alive: ten requests in turn use one socket', async () => {
	const s = await server((_, answer) => answer.setHeader('X-Twice', ['a', 'b']).end('hello'));
	for (let i = 0; i < 10; i++) {
		const answer = await http().request({ method: 'GET', url: `${s.url}/a?b=c` });
		expect(answer.status).toBe(200);
		expect(answer.headers['x-twice']).toBe('a, b');
		if (i % 2) await answer.discard();
		else expect(await answer.text()).toBe('hello');
	}
	expect(s.sockets).toBe(1);
	expect(s.requests[0]?.url).toBe('/a?b=c');
});

test.each([1, 262_144, 262_145, 10_000_000])('sends a buffer of %i bytes completely, with its length', async (size) => {
	const s = await server((request, answer) => answer.end(String(request.body.length)));
	const body = Buffer.alloc(size, 7);
	const answer = await http().request({ method: 'PUT', url: s.url, body });
	expect(await answer.text()).toBe(String(size));
	expect(s.requests[0]?.headers['content-length']).toBe(String(size));
	expect(s.requests[0]?.body.equals(body)).toBe(true);
});

test.each([0, 5, 300_000])('sends a multipart body with a file of %i bytes', async (size) => {
	const s = await server((_, answer) => answer.end());
	const content = Buffer.alloc(size, 'z');
	await http().request({
		method: 'POST',
		url: s.url,
		body: {
			fields: [
				['name', 'ü "x"'],
				['path', ''],
			],
			file: {
				field: 'file',
				name: 'ü "x".txt',
				contentType: 'text/plain',
				size,
				pieces: Readable.from([content], { objectMode: false }),
			},
		},
	});
	const { headers, body } = s.requests[0]!;
	const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
	expect(headers['content-length']).toBe(String(body.length));
	const parts = [
		'name="name"\r\n\r\nü "x"',
		'name="path"\r\n\r\n',
		`name="file"; filename="ü %22x%22.txt"\r\nContent-Type: text/plain\r\n\r\n${content.toString()}`,
	].map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`);
	expect(body.toString()).toBe(`${parts.join('')}--${boundary}--\r\n`);
});

test('the error of a failing body is reported, and the client stays usable', async () => {
	const s = await server((_, answer) => answer.end('ok'));
	async function* pieces(): AsyncGenerator<Buffer> {
		yield Buffer.from('a');
		throw new Error('disk gone');
	}
	const file = { field: 'f', name: 'n', contentType: 'text/plain', size: 10, pieces: pieces() };
	const error = await errorOf(http().request({ method: 'POST', url: s.url, body: { fields: [], file } }));
	expect(error.kind).toBe('network');
	expect(String((error.cause as Error).message)).toBe('disk gone');
	expect(await (await http().request({ method: 'GET', url: s.url })).text()).toBe('ok');
});

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
	const silent = await errorOf(text({ url: mute.url, headersTimeout: 50, largeAnswer }));
	expect(silent).toMatchObject({ kind: 'timeout', retryable: true });
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
	const cancelled = async (signal: AbortSignal) => await errorOf(text({ url: mute.url, signal, largeAnswer }));
	expect(await cancelled(AbortSignal.abort())).toMatchObject({ kind: 'aborted', retryable: false });
	expect(mute.requests).toHaveLength(0);
	expect(await cancelled(AbortSignal.timeout(30))).toMatchObject({ kind: 'aborted' });
	const slow = await server((_, answer) => void answer.writeHead(200).write('abc'));
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 100);
	expect(await errorOf(text({ url: slow.url, signal: stop.signal, largeAnswer }))).toMatchObject({ kind: 'aborted' });
});

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
