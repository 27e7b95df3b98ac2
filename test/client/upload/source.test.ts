import { createHash } from 'node:crypto';
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 as zlibCrc } from 'node:zlib';
import fc from 'fast-check';
import { base64Source } from '../../../src/client/upload/base64Source';
import { bufferSource } from '../../../src/client/upload/bufferSource';
import type { Source } from '../../../src/client/upload/source';
import { fileSource } from '../../../src/client/upload/fileSource';
import { streamSource } from '../../../src/client/upload/streamSource';
import { makeChunkReader } from '../../../src/client/upload/chunkReader';
import { crc32, crc32ByTable } from '../../../src/client/upload/crc32';
import { errorOf } from '../../support/ports';

const folder = mkdtempSync(join(tmpdir(), 'source-'));
const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, i) => (i * 31 + (i >> 7)) & 255));
const sha1 = (data: Buffer) => createHash('sha1').update(data).digest('hex');
/** A stream that gives pieces of the given lengths in turn. */
const pieces = (data: Buffer, lengths: number[]) =>
	Readable.from(
		(function* () {
			for (let at = 0, i = 0; at < data.length; i++) {
				const length = lengths[i % lengths.length] ?? 1;
				yield data.subarray(at, at + length);
				at += length;
			}
		})(),
		{ objectMode: false },
	);

async function each(data: Buffer): Promise<Source[]> {
	const path = join(folder, `f${data.length}`);
	writeFileSync(path, data);
	return [
		bufferSource(data),
		await fileSource(path),
		streamSource({ open: async () => pieces(data, [7, 1, 13]) }),
		streamSource({ size: data.length, open: async () => pieces(data, [1000]) }),
		base64Source(data.toString('base64')),
	];
}

test.each([0, 1, 2, 100, 300_000, 3_145_729])(
	'all kinds of source give the same %i bytes',
	async (size) => {
		const data = bytes(size);
		for (const source of await each(data)) {
			expect(await source.sha1()).toBe(sha1(data));
			expect(source.size).toBe(size);
			const half = Math.floor(size / 2);
			expect((await source.read(0, half)).equals(data.subarray(0, half))).toBe(true);
			expect((await source.read(half, size - half)).equals(data.subarray(half))).toBe(true);
			expect((await source.read(0, size)).equals(data)).toBe(true);
			expect(await errorOf(source.read(half, size + 1))).toMatchObject({ name: 'LibraryError', kind: 'upload' });
			await source.close();
			await source.close();
		}
	},
	20_000,
);

test('any part of a text in Base64', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 60 }),
			fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 8 }),
			async (size, reads) => {
				const data = bytes(size);
				const source = base64Source(data.toString('base64'));
				await source.sha1();
				for (const [at, length] of reads) {
					const end = Math.min(size, at + length);
					const from = Math.min(at, end);
					expect(await source.read(from, end - from, Buffer.alloc(70))).toEqual(data.subarray(from, end));
				}
				expect(await errorOf(source.read(0, size + 1))).toMatchObject({ kind: 'upload' });
			},
		),
	);
});

test.each<[string, (text: string) => string]>([
	['with line ends', (text) => text.replace(/.{76}/g, '$&\r\n')],
	['without padding', (text) => text.replace(/=+$/, '')],
	['with the alphabet for addresses', (text) => text.replaceAll('+', '-').replaceAll('/', '_')],
])('Base64 %s is decoded too', async (_, change) => {
	const data = bytes(4_000_001);
	const source = base64Source(change(data.toString('base64')));
	expect(await source.sha1()).toBe(sha1(data));
	expect(source.size).toBe(data.length);
	expect((await source.read(3_999_990, 11)).equals(data.subarray(3_999_990))).toBe(true);
});

test('a content can be closed while it is read', async () => {
	const path = join(folder, 'closing');
	writeFileSync(path, bytes(3_000_000));
	const file = await fileSource(path);
	const reading = file.read(0, 3_000_000);
	await file.close();
	expect((await reading).equals(bytes(3_000_000))).toBe(true);
	const still = streamSource({ open: async () => new Readable({ read: () => undefined }) });
	const waiting = errorOf(still.read(0, 5));
	await new Promise((resolve) => setImmediate(resolve));
	await still.close();
	expect(await waiting).toMatchObject({ name: 'LibraryError', kind: 'upload' });
});

test('a stream of one piece is not opened again', async () => {
	let opened = 0;
	const data = bytes(2_500_000);
	const source = streamSource({
		open: async () => {
			opened++;
			return Readable.from(data);
		},
	});
	expect(await source.sha1()).toBe(sha1(data));
	expect((await source.read(5, 100)).equals(data.subarray(5, 105))).toBe(true);
	expect(opened).toBe(1);
});

test('hashing what is in memory ends when it is cancelled', async () => {
	const data = bytes(10_000_000);
	for (const source of [
		bufferSource(data),
		base64Source(data.toString('base64')),
		streamSource({ open: async () => Readable.from(data) }),
	]) {
		const stop = new AbortController();
		setImmediate(() => stop.abort());
		expect(await errorOf(source.sha1(stop.signal))).toMatchObject({ kind: 'aborted' });
	}
});

test('any pieces, any reads: the right bytes', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 200 }),
			fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
			fc.array(fc.tuple(fc.nat(199), fc.nat(60)), { maxLength: 12 }),
			async (size, lengths, reads) => {
				const data = bytes(size);
				const source = streamSource({ open: async () => pieces(data, lengths) });
				for (const [at, length] of reads) {
					const end = Math.min(size, at + length);
					const from = Math.min(at, end);
					expect(await source.read(from, end - from)).toEqual(data.subarray(from, end));
				}
				await source.close();
			},
		),
	);
});

test('a stream is opened once to go forward, again to go back', async () => {
	let opened = 0;
	const source = streamSource({
		open: async () => {
			opened++;
			return pieces(bytes(100), [9]);
		},
	});
	await source.read(0, 10);
	await source.read(10, 10);
	await source.read(50, 10);
	expect(opened).toBe(1);
	await source.read(20, 5);
	expect(opened).toBe(2);
	await source.close();
});

test('the length of a stream is unknown until it was hashed; what was counted wins', async () => {
	const source = streamSource({ open: async () => pieces(bytes(42), [5]) });
	expect(source.size).toBe(-1);
	await source.sha1();
	expect(source.size).toBe(42);
	const wrong = streamSource({ size: 99, open: async () => pieces(bytes(42), [5]) });
	await wrong.sha1();
	expect(wrong.size).toBe(42);
});

test('failures are ours, with the cause', async () => {
	const broken = streamSource({
		open: async () =>
			new Readable({
				read() {
					this.destroy(new Error('disk gone'));
				},
			}),
	});
	for (const work of [broken.sha1(), broken.read(0, 5)]) {
		const error = await errorOf(work);
		expect(error).toMatchObject({ name: 'LibraryError', retryable: false });
		expect(error.message).toContain('disk gone');
		expect(error.cause).toBeInstanceOf(Error);
	}
	expect(
		await errorOf(
			streamSource({
				open: async () => {
					throw new Error('no such binary');
				},
			}).sha1(),
		),
	).toMatchObject({ kind: 'input' });
	expect(await errorOf(fileSource(join(folder, 'none')))).toMatchObject({ kind: 'input' });
});

test('a file that got shorter is noticed', async () => {
	const path = join(folder, 'shrinks');
	writeFileSync(path, bytes(100));
	const source = await fileSource(path);
	truncateSync(path, 60);
	const error = await errorOf(source.read(50, 50));
	expect(error).toMatchObject({ kind: 'upload' });
	expect(error.message).toContain('60');
	await source.close();
});

test('hashing can be cancelled', async () => {
	const stop = new AbortController();
	const endless = streamSource({
		open: async () =>
			new Readable({
				read() {
					setTimeout(() => this.push(Buffer.alloc(10)), 1);
				},
			}),
	});
	setTimeout(() => stop.abort(), 20);
	expect(await errorOf(endless.sha1(stop.signal))).toMatchObject({ kind: 'aborted' });
});

test('CRC-32: known answer, and both ways agree', () => {
	expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926); // check value of CRC-32/ISO-HDLC
	expect(crc32ByTable(Buffer.from('123456789'))).toBe(0xcbf43926);
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 300 }), (data) => crc32ByTable(Buffer.from(data)) === zlibCrc(data)),
	);
});

test('chunks: any way of going about gives the right bytes and CRC', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 100 }),
			fc.integer({ min: 1, max: 30 }),
			fc.array(fc.tuple(fc.nat(99), fc.boolean())),
			async (size, chunkSize, steps) => {
				const data = bytes(size);
				let reading = 0;
				const inner = bufferSource(data);
				const chunks = makeChunkReader(
					{
						...inner,
						read: async (...args) => {
							expect(++reading).toBe(1);
							await Promise.resolve();
							reading--;
							return await inner.read(...args);
						},
					},
					chunkSize,
				);
				for (const [at, ahead] of steps) {
					const offset = at % size;
					const chunk = await chunks.read(offset);
					expect(chunk.bytes.length).toBeGreaterThan(0);
					expect(chunk.bytes).toEqual(data.subarray(offset, offset + chunk.bytes.length));
					expect(chunk.crc).toBe(zlibCrc(chunk.bytes));
					if (ahead) chunks.prefetch(offset + chunk.bytes.length);
				}
			},
		),
	);
});
