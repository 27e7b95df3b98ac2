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

describe('a small answer that becomes very large', () => {
	test('as a text ends at the limit', async () => {
		const { url } = await compressing('gzip', zlib.gzipSync(Buffer.alloc(9 * 1024 * 1024)));
		const error = await errorOf((await get(url)).text());
		expect(error).toMatchObject({ kind: 'protocol', message: `${url}: the answer is larger than 4 MiB` });
	});
});

const zipped = zlib.gzipSync(BODY);
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
