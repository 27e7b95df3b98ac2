import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { base64Source, bufferSource, fileSource, type Source } from '../../../src/client/upload/source';
import { streamSource } from '../../../src/client/upload/streamSource';
import { sha1 } from '../../support/hashes';
import { errorOf } from '../../support/ports';
import { bytes, fileOf, folder, pieces } from './sourceData';

async function allKinds(data: Buffer): Promise<Source[]> {
	// Pieces of a few bytes would be half a million for a large content.
	const lengths = data.length < 1_000_000 ? [7, 1, 13] : [7_001, 1, 130_003];
	return [
		bufferSource(data),
		(await fileSource(fileOf(`f${data.length}`, data)))!,
		streamSource({ open: async () => pieces(data, lengths) }),
		streamSource({ size: data.length, open: async () => pieces(data, [1000]) }),
		base64Source(data.toString('base64')),
	];
}

// The last size is one byte more than the sources hash in one step.
test.each([0, 1, 2, 100, 50_000, 3_145_729])('all kinds of source give the same %i bytes', async (size) => {
	const data = bytes(size);
	const half = Math.floor(size / 2);
	for (const source of await allKinds(data)) {
		expect(await source.sha1()).toBe(sha1(data));
		expect(source.size).toBe(size);
		expect((await source.read(0, half)).equals(data.subarray(0, half))).toBe(true);
		expect((await source.read(half, size - half)).equals(data.subarray(half))).toBe(true);
		expect((await source.read(0, size)).equals(data)).toBe(true);
		expect(await errorOf(source.read(half, size + 1))).toMatchObject({ name: 'LibraryError', kind: 'upload' });
		await source.close();
		await source.close();
	}
});

test('a source can be closed while it is read', async () => {
	const data = bytes(3_000_000);
	const file = (await fileSource(fileOf('closing', data)))!;
	const reading = file.read(0, data.length);
	await file.close();
	expect((await reading).equals(data)).toBe(true);
	const stalled = streamSource({ open: async () => new Readable({ read: () => undefined }) });
	const waiting = errorOf(stalled.read(0, 5));
	await new Promise((resolve) => setImmediate(resolve));
	await stalled.close();
	expect(await waiting).toMatchObject({ name: 'LibraryError', kind: 'upload' });
});

test('hashing a file or a stream ends when it is closed, also while it is opened', async () => {
	const file = (await fileSource(fileOf('hashed', bytes(3_000_000))))!;
	const silent = new Readable({ read: () => undefined });
	const late = new Readable({ read: () => undefined });
	let open = (): void => undefined;
	const opening = new Promise<Readable>((resolve) => (open = () => resolve(late)));
	for (const source of [
		file,
		streamSource({ open: async () => silent }),
		streamSource({ open: async () => await opening }),
	]) {
		const hashing = errorOf(source.sha1());
		await new Promise((resolve) => setImmediate(resolve));
		await source.close();
		open();
		expect(await hashing).toMatchObject({ name: 'LibraryError' });
	}
	expect([silent.destroyed, late.destroyed]).toEqual([true, true]);
});

test('failures are LibraryErrors with their cause', async () => {
	const broken = streamSource({
		open: async () =>
			new Readable({
				read() {
					this.destroy(new Error('disk gone'));
				},
			}),
	});
	for (const [failing, kind] of [
		[broken.sha1(), 'input'],
		[broken.read(0, 5), 'upload'],
	] as const) {
		const error = await errorOf(failing);
		expect(error).toMatchObject({ name: 'LibraryError', kind, retryable: false });
		expect(error.message).toContain('disk gone');
		expect(error.cause).toBeInstanceOf(Error);
	}
	const missing = streamSource({ open: async () => await Promise.reject(new Error('no such binary')) });
	expect(await errorOf(missing.sha1())).toMatchObject({ kind: 'input' });
	expect(await errorOf(fileSource(join(folder, 'none')))).toMatchObject({
		kind: 'input',
		hint: expect.any(String) as string,
	});
});

test('a file that is closed cannot be read any more', async () => {
	const file = (await fileSource(fileOf('closed', bytes(100))))!;
	await file.close();
	for (const failing of [file.read(0, 5), file.sha1()])
		expect(await errorOf(failing)).toMatchObject({ kind: 'upload', retryable: false });
});

test('an error says how long the content is, and how long it should be', async () => {
	const inText = base64Source(bytes(100).toString('base64'));
	await inText.sha1();
	for (const source of [bufferSource(bytes(100)), inText])
		expect((await errorOf(source.read(50, 60))).message).toMatch(/ended after 100 bytes, but 110 were expected/);
});

test('Base64 has no size before it is hashed', () => {
	expect(base64Source(bytes(100).toString('base64')).size).toBe(-1);
});

test('a file that has become shorter is noticed', async () => {
	const path = fileOf('shrinks', bytes(100));
	const source = (await fileSource(path))!;
	truncateSync(path, 60);
	const error = await errorOf(source.read(50, 50));
	expect(error).toMatchObject({ kind: 'upload', retryable: false });
	expect(error.message).toMatch(/ended after 60 bytes, but 100 were expected/);
	await source.close();
});

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
