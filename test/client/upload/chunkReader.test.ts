import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { bufferSource, makeChunkReader } from '../../../src/client/upload/source';
import { bytes } from './sourceData';

test('any order of reads gives the right bytes and CRC, one read of the source at a time', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 100 }),
			fc.integer({ min: 1, max: 30 }),
			fc.array(fc.tuple(fc.nat(99), fc.boolean())),
			async (size, chunkSize, steps) => {
				const data = bytes(size);
				const inner = bufferSource(data);
				let reading = 0;
				const source = {
					...inner,
					read: async (offset: number, length: number) => {
						expect(++reading).toBe(1);
						await Promise.resolve();
						reading--;
						return await inner.read(offset, length);
					},
				};
				const chunks = makeChunkReader(source, chunkSize, (read) => crc32(read));
				for (const [at, prefetch] of steps) {
					const offset = at % size;
					const chunk = await chunks.read(offset);
					expect(chunk.bytes.length).toBeGreaterThan(0);
					expect(chunk.bytes).toEqual(data.subarray(offset, offset + chunk.bytes.length));
					expect(chunk.crc).toBe(crc32(chunk.bytes));
					if (prefetch) chunks.prefetch(offset + chunk.bytes.length);
				}
			},
		),
	);
});

test('two buffers are used in turn; one whose chunk may be in flight is not used again', async () => {
	const buffers: Array<Buffer | undefined> = [];
	const source = {
		...bufferSource(bytes(60)),
		read: async (offset: number, length: number, memory?: () => Buffer) => {
			buffers.push(memory?.());
			return bytes(60).subarray(offset, offset + length);
		},
	};
	const chunks = makeChunkReader(source, 10);
	for (const offset of [0, 10, 20]) {
		await chunks.read(offset);
		chunks.prefetch(offset + 10);
	}
	chunks.discardLastBuffer();
	await chunks.read(30);
	chunks.prefetch(40);
	chunks.prefetch(50); // nothing: one is ahead
	const names = buffers.map((buffer) => buffers.indexOf(buffer));
	expect(buffers.map((buffer) => buffer?.length)).toEqual([10, 10, 10, 10, 10]);
	// The buffer of chunk 20 is given up after the failure, so chunk 40 gets new memory.
	expect(names).toEqual([0, 1, 0, 1, 4]);
});

test('the memory of a chunk that was read in vain is used again', async () => {
	const memories = new Set<Buffer | undefined>();
	const source = {
		size: 60,
		read: async (offset: number, length: number, memory?: () => Buffer) => {
			memories.add(memory?.());
			return await Promise.resolve(bytes(60).subarray(offset, offset + length));
		},
	};
	const chunks = makeChunkReader(source, 10);
	for (const offset of [0, 30, 0, 30]) {
		await chunks.read(offset);
		chunks.prefetch(offset + 10);
	}
	expect(memories.size).toBe(2);
});
