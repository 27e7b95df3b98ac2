import fc from 'fast-check';
import { bufferSource, makeChunkReader } from '../../../src/client/upload/source';
import { bytes } from './sourceData';

test('any order of reads gives the right bytes, one read of the source at a time', async () => {
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
				const chunks = makeChunkReader(source, chunkSize);
				for (const [at, prefetch] of steps) {
					const offset = at % size;
					const chunk = await chunks.read(offset);
					expect(chunk.bytes.length).toBeGreaterThan(0);
					expect(chunk.bytes).toEqual(data.subarray(offset, offset + chunk.bytes.length));
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
	const names = buffers.map((buffer) => buffers.indexOf(buffer));
	expect(buffers.map((buffer) => buffer?.length)).toEqual([10, 10, 10, 10, 10]);
	// The buffer of chunk 20 is given up after the failure, so chunk 40 gets new memory.
	expect(names).toEqual([0, 1, 0, 1, 4]);
});

test('nothing is read behind the end, nor while a chunk is being read; a small content is one buffer', async () => {
	const read: Array<[number, number | undefined]> = [];
	const inner = bufferSource(bytes(15));
	const source: typeof inner = {
		...inner,
		read: async (offset, length, memory) => {
			read.push([offset, memory?.().length]);
			return await inner.read(offset, length);
		},
	};
	const chunks = makeChunkReader(source, 20);
	chunks.prefetch(0);
	chunks.prefetch(5);
	expect((await chunks.read(0)).bytes).toEqual(bytes(15));
	chunks.prefetch(15);
	expect(read).toEqual([[0, 15]]);
});

test('no buffer is made for a source that has its content in memory', async () => {
	const made = jest.spyOn(Buffer, 'allocUnsafeSlow');
	try {
		const chunks = makeChunkReader(bufferSource(bytes(60)), 10);
		for (const offset of [0, 10, 20, 30, 40, 50]) {
			expect((await chunks.read(offset)).bytes).toEqual(bytes(60).subarray(offset, offset + 10));
			chunks.prefetch(offset + 10);
		}
		expect(made).not.toHaveBeenCalled();
	} finally {
		made.mockRestore();
	}
});
