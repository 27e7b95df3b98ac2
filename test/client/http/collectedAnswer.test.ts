import type { Clock } from '../../../src/client/async/clock';
import { httpFor } from '../../../src/client/http/http';
import type { HttpRequest } from '../../../src/client/http/types';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

/* Answers that are collected as they come: what they say and how they fail is that of every other answer. */

const { http, server, closing } = httpBench();
const LIMIT = 1000;
const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
	...{ method: 'GET', url },
	...more,
});

test('status, headers and text arrive, in whatever pieces', async () => {
	const s = await server((_, answer) => {
		answer.writeHead(404, { 'X-One': ['a', 'b'] }).write(Buffer.from('€').subarray(0, 1));
		setTimeout(() => answer.end(Buffer.from('€uro').subarray(1)), 10);
	});
	const answer = await http().request(get(s.url));
	expect([answer.status, answer.headers['x-one'], await answer.text()]).toEqual([404, 'a, b', '€uro']);
	expect(await (await http().request(get(s.url))).text(2)).toBe(Buffer.from('€').subarray(0, 2).toString());
});

test('requests one after another need one connection, however the answer is read', async () => {
	const s = await server((_, answer) => answer.end('done'));
	const client = http();
	const pieces: Buffer[] = [];
	for (let n = 0; n < 3; n++) {
		await (await client.request(get(s.url))).text();
		await (await client.request(get(s.url))).discard();
		await (await client.request(get(s.url))).receive((piece) => void pieces.push(piece));
	}
	expect(Buffer.concat(pieces).toString()).toBe('donedonedone');
	expect(s.requests).toHaveLength(9);
	expect(s.sockets).toBeLessThanOrEqual(2);
});

test('what is longer than the limit is not waited for', async () => {
	const s = await server((_, answer) => {
		answer.writeHead(200);
		const timer = setInterval(() => answer.write('x'.repeat(400)), 5);
		answer.once('close', () => clearInterval(timer));
	});
	expect(await (await http().request(get(s.url))).text(LIMIT)).toHaveLength(LIMIT);
});

test.each([
	['head', (answer: { writeProcessing(): void }) => answer.writeProcessing()],
	['body', (answer: { write(text: string): unknown }) => void answer.write('x')],
])('a %s of which a little comes now and then is given up', async (_part, drip) => {
	let strike = (): void => undefined;
	const struck = new Promise<void>((resolve) => (strike = resolve));
	let time = 0;
	const sleep = async (ms: number): Promise<void> => {
		await struck;
		time += ms;
	};
	const clock: Clock = { now: () => time, sleep };
	const s = await server((_request, answer) => {
		const timer = setInterval(() => drip(answer), 10);
		setTimeout(strike, 50);
		answer.once('close', () => clearInterval(timer));
	});
	const client = closing(httpFor({ allowUnauthorizedCerts: false, clock }));
	const text = async () => await (await client.request(get(s.url))).text();
	expect(await errorOf(text())).toMatchObject({ kind: 'timeout', code: 'tooSlow' });
});
