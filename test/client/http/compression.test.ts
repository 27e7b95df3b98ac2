import * as zlib from 'node:zlib';
import { errorOf } from '../../support/ports';
import { httpBench } from './httpBench';

const { http, server } = httpBench();

const BODY = Buffer.from(JSON.stringify({ text: '合同 '.repeat(50_000) }));
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer };
const CODINGS: Array<[coding: string, encode: (bytes: Buffer) => Buffer]> = [
	['gzip', zlib.gzipSync],
	['x-gzip', zlib.gzipSync],
	['GZIP', zlib.gzipSync],
	['deflate', zlib.deflateSync],
	['deflate', zlib.deflateRawSync],
	['br', zlib.brotliCompressSync],
	['gzip, br', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
	['identity, gzip', zlib.gzipSync],
	...(zstdCompressSync ? [['zstd', zstdCompressSync] satisfies (typeof CODINGS)[number]] : []),
];

/** A server that compresses although it was asked not to. */
const compressing = async (coding: string, body: Buffer, more: Record<string, string> = {}) =>
	await server((_, answer) =>
		answer.writeHead(200, { 'content-encoding': coding, 'content-length': body.length, ...more }).end(body),
	);
const get = async (url: string) => await http().request({ method: 'GET', url, largeAnswer: true });
async function streamed(url: string): Promise<Buffer> {
	const parts: Buffer[] = [];
	await (
		await get(url)
	).receive((piece) => {
		parts.push(Buffer.from(piece));
		return undefined;
	});
	return Buffer.concat(parts);
}

test('asks not to be compressed', async () => {
	const { url, requests } = await server((_, answer) => answer.end('plain'));
	const answer = await get(url);
	expect(requests[0]?.headers['accept-encoding']).toBe('identity');
	expect([await answer.text(), answer.compressed]).toEqual(['plain', undefined]);
});

test.each(CODINGS)('%s is undone, as a text and as a stream', async (coding, encode) => {
	const compressor = await compressing(coding, encode(BODY));
	const { url } = compressor;
	const answer = await get(url);
	expect(answer.compressed).toBe(true);
	expect(answer.headers).not.toHaveProperty('content-encoding');
	expect(answer.headers).not.toHaveProperty('content-length');
	expect(await answer.text()).toBe(BODY.toString());
	expect((await streamed(url)).equals(BODY)).toBe(true);
	await (await get(url)).discard();
	expect(compressor.sockets).toBe(1);
});

test.each(CODINGS)('%s: an empty body is empty', async (coding) => {
	const { url } = await compressing(coding, Buffer.alloc(0));
	expect(await (await get(url)).text()).toBe('');
	expect(await streamed(url)).toHaveLength(0);
});

test('a coding that nobody knows is passed on with its header', async () => {
	const { url } = await compressing('utf-8', BODY);
	const answer = await get(url);
	expect(answer.headers['content-encoding']).toBe('utf-8');
	expect(await answer.text()).toBe(BODY.toString());
});

describe('a small answer that becomes very large', () => {
	const size = 150 * 1024 * 1024;
	const bomb = zlib.brotliCompressSync(Buffer.alloc(size), {
		params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 },
	});

	test('as a text ends at the limit', async () => {
		const { url } = await compressing('gzip', zlib.gzipSync(Buffer.alloc(9 * 1024 * 1024)));
		const error = await errorOf((await get(url)).text());
		expect(error).toMatchObject({ kind: 'protocol', message: `${url}: the answer is larger than 4 MiB` });
	});

	test('as a stream ends where no honest compression gets', async () => {
		const { url } = await compressing('br', bomb);
		let received = 0;
		const answer = await get(url);
		const reading = answer.receive((piece) => {
			received += piece.length;
			return undefined;
		});
		expect(await errorOf(reading)).toMatchObject({ kind: 'protocol', retryable: false });
		expect(received).toBeLessThan(size / 2);
	});
});

const zipped = zlib.gzipSync(BODY);
test.each<[string, string, Buffer, object]>([
	['prose', 'gzip', Buffer.from('Access denied'), { kind: 'protocol', retryable: false }],
	['prose', 'br', Buffer.from('Access denied'), { kind: 'protocol', retryable: false }],
	['prose', 'deflate', Buffer.from('Access denied'), { kind: 'protocol', retryable: false }],
	['a damaged body', 'gzip', Buffer.from(zipped).fill(7, 40, 80), { kind: 'protocol', retryable: false }],
	['half a body', 'gzip', zipped.subarray(0, zipped.length / 2), { kind: 'network', retryable: true }],
	[
		'half a body',
		'br',
		zlib.brotliCompressSync(BODY).subarray(0, 20),
		{ kind: expect.stringMatching(/network|protocol/) as string },
	],
])('%s said to be %s is explained', async (_what, coding, body, expected) => {
	const { url } = await compressing(coding, body);
	for (const error of [await errorOf((await get(url)).text()), await errorOf(streamed(url))]) {
		expect(error).toMatchObject({ name: 'LibraryError', ...expected });
		expect(error.message).toMatch(/compressed/);
	}
});

test('a reader that leaves a stalled compressed answer frees the connection', async () => {
	let left = (): void => undefined;
	const gone = new Promise<void>((resolve) => (left = resolve));
	const { url } = await server((_, answer) => {
		answer.on('close', () => left());
		answer.writeHead(200, { 'content-encoding': 'gzip' }).write(zipped.subarray(0, zipped.length / 2));
	});
	const answer = await get(url);
	const enough = new Error('enough');
	const reading = answer.receive(() => {
		throw enough;
	});
	expect((await errorOf(reading)).cause).toBe(enough);
	await gone;
});
