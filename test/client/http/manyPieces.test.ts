import type { ServerResponse } from 'node:http';
import { httpFor } from '../../../src/client/http/http';
import type { HttpAnswer } from '../../../src/client/http/types';
import { FakeServer } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import { sized } from '../../support/runs';

/* Answers in more pieces than an honest server sends: each costs time, and keeps memory, whatever its size. */

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const CHUNKED_END = '0\r\n\r\n';
const http = httpFor({ allowUnauthorizedCerts: false });
let answer: (response: ServerResponse) => void;
let server: FakeServer;
beforeAll(async () => {
	server = await FakeServer.start((_, response) => void answer(response));
});
afterAll(async () => {
	await http.close();
	await server.close();
});

/** Sends the same text as long as somebody takes it, after a beginning. */
const endless =
	(text: string, beginning = '') =>
	({ socket }: ServerResponse): void => {
		const piece = text.repeat(10_000);
		const more = (): void => {
			while (socket && !socket.destroyed) if (!socket.write(piece)) return void socket.once('drain', more);
		};
		socket?.on('error', () => undefined);
		socket?.write(beginning);
		more();
	};
const get = async (largeAnswer: boolean): Promise<HttpAnswer> =>
	await http.request({ method: 'GET', url: server.url, largeAnswer });
const receive = async (received: HttpAnswer): Promise<void> => await received.receive(() => undefined);

test.each<readonly [string, boolean, (response: ServerResponse) => void, (received: HttpAnswer) => Promise<unknown>]>([
	['a text in chunks of one byte', false, endless('1\r\n[\r\n', HEAD), async (received) => await received.text()],
	['a text of a large answer', true, endless('1\r\n[\r\n', HEAD), async (received) => await received.text()],
	['a content in chunks of one byte', true, endless('1\r\n[\r\n', HEAD), receive],
	['provisional heads', false, endless('HTTP/1.1 103 Early Hints\r\n\r\n'), receive],
	['provisional heads of a large answer', true, endless('HTTP/1.1 103 Early Hints\r\n\r\n'), receive],
])('%s without end', async (_name, largeAnswer, hostile, read) => {
	answer = hostile;
	const result = await errorOf((async () => await read(await get(largeAnswer)))());
	expect(result).toMatchObject({ kind: 'protocol', retryable: false });
	expect(result.message).toMatch(/: the answer comes in more than 100000 very small pieces$/);
});

test('a service that writes each of many short values by itself is read', async () => {
	const values = Array.from({ length: sized(50_000, 10_000) }, (_, n) => `{"n":${n}},`);
	const chunks = values.map((value) => `${value.length.toString(16)}\r\n${value}\r\n`);
	answer = ({ socket }) => void socket?.end(`${HEAD}${chunks.join('')}${CHUNKED_END}`);
	for (const largeAnswer of [false, true]) expect(await (await get(largeAnswer)).text()).toBe(values.join(''));
});

test('one in many large pieces is read, whatever the pieces are', async () => {
	const text = Array.from({ length: 400_000 }, (_, n) => String(n % 1000)).join();
	answer = (response) => {
		response.writeHead(200);
		for (let at = 0; at < text.length; at += 7001) response.write(text.slice(at, at + 7001));
		response.end();
	};
	for (const largeAnswer of [false, true]) expect(await (await get(largeAnswer)).text()).toBe(text);
});
