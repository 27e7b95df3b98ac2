import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

/* Large answers of hosts that close the connection while the reader is still at work. */

const { http, server } = httpBench();
const CONTENT = randomBytes(1_000_000);
const get = async (url: string) => await http().request({ method: 'GET', url, largeAnswer: true });

test('what arrived before a host was gone is received before its error', async () => {
	const { url } = await server((_, { socket }) => {
		const head = `HTTP/1.1 200 OK\r\ncontent-length: ${CONTENT.length}\r\n\r\n`;
		socket?.end(Buffer.concat([Buffer.from(head), CONTENT.subarray(0, 600_000)]));
	});
	const pieces: Buffer[] = [];
	const failure = errorOf(
		(await get(url)).receive(async (piece) => {
			pieces.push(Buffer.from(piece));
			await wait(pieces.length === 1 ? 50 : 0);
		}),
	);
	expect(await failure).toMatchObject({ kind: 'network', retryable: true });
	expect(Buffer.concat(pieces).equals(CONTENT.subarray(0, 600_000))).toBe(true);
});

test('a host that goes away while the reader still has a short piece leaves the body whole', async () => {
	const { url } = await server((_, { socket }) => {
		socket?.write('HTTP/1.1 200 OK\r\n\r\n');
		setTimeout(() => socket?.end('short'), 20);
	});
	const answer = await get(url);
	let text = '';
	await answer.receive(async (piece) => {
		text += piece.toString();
		await wait(30);
	});
	expect(text).toBe('short');
});
