import { readAhead } from '../../../src/client/upload/source';
import { errorOf } from '../../support/ports';
import { bytes } from './sourceData';

/** Reads `data` into the memory it is given, and records when each read starts and ends. */
function recordingReader(data: Buffer) {
	const log: string[] = [];
	const read = async (offset: number, length: number, memory: Buffer = Buffer.alloc(length)): Promise<Buffer> => {
		log.push(`start ${offset}`);
		await new Promise((resolve) => setImmediate(resolve));
		data.copy(memory, 0, offset, offset + length);
		log.push(`end ${offset}`);
		return memory.subarray(0, length);
	};
	return { log, read };
}

test.each([0, 1, 9, 10, 11, 35])('%i bytes in pieces of 10, in two buffers', async (size) => {
	const parts: Buffer[] = [];
	const memories = new Set<ArrayBufferLike>();
	for await (const piece of readAhead(size, 10, recordingReader(bytes(size)).read)) {
		parts.push(Buffer.from(piece));
		memories.add(piece.buffer);
	}
	expect(Buffer.concat(parts)).toEqual(bytes(size));
	expect(memories.size).toBe(Math.min(2, parts.length));
});

test('the next piece is being read while one is used', async () => {
	const { log, read } = recordingReader(bytes(30));
	for await (const _ of readAhead(30, 10, read)) log.push('use');
	expect(log).toEqual([
		...['start 0', 'end 0'],
		...['start 10', 'use', 'end 10'],
		...['start 20', 'use', 'end 20', 'use'],
	]);
});

test('when the loop ends early, the read under way ends first', async () => {
	const { log, read } = recordingReader(bytes(30));
	for await (const _ of readAhead(30, 10, read)) break;
	expect(log.at(-1)).toBe('end 10');
});

test('a failure is thrown where its piece is due', async () => {
	const used: number[] = [];
	const reading = async (): Promise<void> => {
		const read = async (offset: number): Promise<Buffer> => {
			if (offset === 20) throw new Error('disk gone');
			return bytes(10);
		};
		for await (const piece of readAhead(40, 10, read)) used.push(piece.length);
	};
	expect((await errorOf(reading())).message).toBe('disk gone');
	expect(used).toEqual([10, 10]);
});
