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

test('an unknown host is a network error', async () => {
	const error = await errorOf(http().request({ method: 'GET', url: 'http://no-such-host.invalid/' }));
	expect(error.kind).toBe('network');
	expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(error.code);
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

test('a server that does not speak HTTP is a network error', async () => {
	const tcp = createTcpServer((socket) => void socket.resume().end('SSH-2.0-hello\r\n'));
	await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
	closing({ close: async () => await new Promise((resolve) => tcp.close(resolve)) });
	const error = await errorOf(
		http().request({ method: 'GET', url: `http://127.0.0.1:${(tcp.address() as AddressInfo).port}` }),
	);
	expect(error).toMatchObject({ name: 'LibraryError', kind: 'network' });
});
