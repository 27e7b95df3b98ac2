import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { streamSource } from '../../../src/client/upload/streamSource';
import { errorOf } from '../../support/ports';
import { sha1 } from '../../support/hashes';
import { bytes, pieces } from './sourceData';

/** A source that counts how often its stream is opened. */
function counted(open: () => Readable) {
	const count = { opened: 0 };
	const source = streamSource({
		open: async () => {
			count.opened++;
			return open();
		},
	});
	return { source, count };
}

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

test('a stream is opened once to go forward, and again to go back', async () => {
	const { source, count } = counted(() => pieces(bytes(100), [9]));
	await source.read(0, 10);
	await source.read(10, 10);
	await source.read(50, 10);
	expect(count.opened).toBe(1);
	await source.read(20, 5);
	expect(count.opened).toBe(2);
	await source.close();
});

test('hashing a stream that says nothing can be cancelled, and leaves nothing behind', async () => {
	const stop = new AbortController();
	const silent = new Readable({ read: () => undefined });
	const hashing = errorOf(streamSource({ open: async () => silent }).sha1(stop.signal));
	await new Promise((resolve) => setImmediate(resolve));
	stop.abort();
	expect(await hashing).toMatchObject({ kind: 'aborted' });
	expect(silent.destroyed).toBe(true);
	const { signal } = new AbortController();
	// All that a signal stops shares one listener.
	for (let n = 0; n < 3; n++) await streamSource({ open: async () => pieces(bytes(42), [5]) }).sha1(signal);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
});

test('a stream of one piece is not opened again', async () => {
	const data = bytes(2_500_000);
	const { source, count } = counted(() => Readable.from(data));
	expect(await source.sha1()).toBe(sha1(data));
	expect((await source.read(5, 100)).equals(data.subarray(5, 105))).toBe(true);
	expect(count.opened).toBe(1);
});

test('the length of a stream is unknown until it was hashed; the counted length takes precedence', async () => {
	const source = streamSource({ open: async () => pieces(bytes(42), [5]) });
	expect(source.size).toBe(-1);
	await source.sha1();
	expect(source.size).toBe(42);
	const wrong = streamSource({ size: 99, open: async () => pieces(bytes(42), [5]) });
	await wrong.sha1();
	expect(wrong.size).toBe(42);
});

test('the memory of pieces that nobody else has is freed once they were used, of others never', async () => {
	const data = bytes(100);
	const used = async (own: boolean, piecesOf: () => Buffer[]): Promise<Buffer[]> => {
		const handedOut: Buffer[] = [];
		const open = async (): Promise<Readable> => {
			const all = piecesOf();
			handedOut.push(...all);
			return Readable.from(all);
		};
		const source = streamSource({ isOwn: own, open });
		expect(await source.sha1()).toBe(sha1(data));
		expect(await source.read(0, 70)).toEqual(data.subarray(0, 70));
		expect(await source.read(10, 90)).toEqual(data.subarray(10));
		await source.close();
		return handedOut;
	};
	const whole = (from: number, to: number): Buffer => {
		const piece = Buffer.alloc(to - from);
		data.copy(piece, 0, from, to);
		return piece;
	};
	const apart = (): Buffer[] => [whole(0, 60), whole(60, 100)];
	const shared = (): Buffer[] => [data.subarray(0, 60), data.subarray(60)];
	const lengths = async (own: boolean, piecesOf: () => Buffer[]): Promise<number[]> =>
		(await used(own, piecesOf)).map(({ length }) => length);
	// Hashed, read, and read again from the beginning; the last piece of the second reading is needed no further.
	expect(await lengths(true, apart)).toEqual([0, 0, 0, 40, 0, 0]);
	expect(await lengths(true, shared)).toEqual([60, 40, 60, 40, 60, 40]);
	expect(await lengths(false, apart)).toEqual([60, 40, 60, 40, 60, 40]);
});
