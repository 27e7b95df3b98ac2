import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { httpFor } from '../../../src/client/http/http';
import { untrustedCertificate } from '../../support/certificate';
import { FakeServer } from '../../support/fakeServer';
import { errorOf } from '../../support/ports';
import { until } from '../../support/until';
import { httpBench } from './httpBench';

/* Large answers, whose connection reads into the same memory again and again: no byte may be replaced too early. */

const { server, closing } = httpBench();
const http = () => httpFor({ allowUnauthorizedCerts: true });

const CONTENT = randomBytes(4_000_000);
const sha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
const get = async (url: string, more: { signal?: AbortSignal; bodyTimeout?: number } = {}) =>
	await http().request({ method: 'GET', url, largeAnswer: true, ...more });

/** Hashes what is received, piece by piece, and pauses after some of the pieces. */
async function received(url: string, pauses: (piece: number) => Promise<void> | undefined): Promise<string> {
	const hash = createHash('sha1');
	let count = 0;
	await (
		await get(url)
	).receive((piece) => {
		hash.update(piece);
		return pauses(count++);
	});
	return hash.digest('hex');
}

const sendAtOnce = (answer: ServerResponse): unknown => answer.end(CONTENT);
/** Chunks of odd sizes, so that several lie in one read, and their frames are cut anywhere. */
const sendInChunks = (answer: ServerResponse): void => {
	for (let at = 0, size = 1; at < CONTENT.length; at += size, size = (size * 7 + 3) % 90_001)
		answer.write(CONTENT.subarray(at, at + (size ||= 1)));
	answer.end();
};
/** The head of the answer comes byte by byte. */
const sendHeadSlowly = (answer: ServerResponse): void => {
	const { socket } = answer;
	const head = Buffer.from(
		`HTTP/1.1 200 OK\r\ncontent-length: ${CONTENT.length}\r\nx-mark: ${'m'.repeat(300)}\r\n\r\n`,
	);
	void (async () => {
		for (let at = 0; at < head.length; at += 60) {
			socket?.write(head.subarray(at, at + 60));
			await wait(2);
		}
		socket?.write(CONTENT);
	})();
};

/** The end of the connection is the end of the body. */
const sendAndClose = ({ socket }: ServerResponse): unknown =>
	socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'), CONTENT]));

describe.each([
	['with a length', sendAtOnce],
	['that ends with its connection', sendAndClose],
	['in chunks', sendInChunks],
	['with a head that comes slowly', sendHeadSlowly],
])('a body %s', (_name, send) => {
	test.each([
		['at once', () => undefined],
		['with pauses', (piece: number) => (piece % 3 === 0 ? wait(3) : undefined)],
		['with a pause after each piece', async () => await wait(0)],
	])('is received %s', async (_how, pauses) => {
		const { url } = await server((_, answer) => send(answer));
		expect(await received(url, pauses)).toBe(sha1(CONTENT));
	});
});

test('over TLS no byte is replaced while the reader is slow', async () => {
	const tls = untrustedCertificate();
	const { url } = closing(await FakeServer.start(() => ({ body: CONTENT }), { tls }));
	expect(await received(url, (piece) => (piece % 4 === 1 ? wait(5) : undefined))).toBe(sha1(CONTENT));
	expect(await received(url, () => undefined)).toBe(sha1(CONTENT));
});

test('what came before the reader did is not lost, as text neither', async () => {
	const { url } = await server((_, answer) => sendAtOnce(answer));
	const answer = await get(url);
	await wait(50);
	const hash = createHash('sha1');
	await answer.receive((piece) => void hash.update(piece));
	expect(hash.digest('hex')).toBe(sha1(CONTENT));
	const late = await get(url);
	await wait(50);
	expect((await late.text()).length).toBe(CONTENT.toString('utf8').length);
});

test('no more than a few reads are taken from a connection while its reader waits', async () => {
	let sent = 0;
	const { url } = await server((_, answer) => {
		const more = (): void => {
			for (; sent < 400_000_000; sent += CONTENT.length)
				if (!answer.write(CONTENT)) return void answer.once('drain', more);
		};
		more();
	});
	const stop = new AbortController();
	let taken = 0;
	const reading = (await get(url, { signal: stop.signal })).receive((piece) => {
		taken += piece.length;
		return new Promise(() => undefined);
	});
	await until(() => taken > 0);
	await wait(150);
	expect(taken).toBeLessThan(2_000_000);
	stop.abort();
	expect(await errorOf(reading)).toMatchObject({ kind: 'aborted' });
	expect(sent).toBeLessThan(100_000_000);
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
