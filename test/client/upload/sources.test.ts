import { Readable } from 'node:stream';
import fc from 'fast-check';
import { base64Source, piecesAhead } from '../../../src/client/upload/source';
import { knownSource } from '../../../src/client/upload/streamSource';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { sha1 } from '../../support/hashes';
import { bytes } from './sourceData';

test('any part of a Base64 text', async () => {
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
					expect(await source.read(from, end - from, () => Buffer.alloc(70))).toEqual(
						data.subarray(from, end),
					);
				}
				expect(await errorOf(source.read(0, size + 1))).toMatchObject({ kind: 'upload' });
			},
		),
	);
});

test('Base64 is never decoded as a whole: what is read is in the memory that was given', async () => {
	// More than one step of hashing.
	const source = base64Source(bytes(3_200_000).toString('base64'));
	await source.sha1();
	const memory = Buffer.alloc(20);
	expect((await source.read(3_199_989, 11, () => memory)).buffer).toBe(memory.buffer);
	expect(memory.subarray(0, 11)).toEqual(bytes(3_200_000).subarray(3_199_989));
});

test.each<[string, (text: string) => string]>([
	['with line breaks', (text) => text.replace(/.{76}/g, '$&\r\n')],
	['without padding', (text) => text.replace(/=+$/, '')],
	['with the URL-safe alphabet', (text) => text.replaceAll('+', '-').replaceAll('/', '_')],
])('Base64 %s is decoded too', async (_, change) => {
	const data = bytes(3_200_000); // more than one step of hashing
	const source = base64Source(change(data.toString('base64')));
	expect(await source.sha1()).toBe(sha1(data));
	expect(source.size).toBe(data.length);
	expect((await source.read(3_199_989, 11)).equals(data.subarray(3_199_989))).toBe(true);
});

/* Content whose checksum is known: read as it is asked for, and opened again to go back. */

const CONTENT = Buffer.from('0123456789');
/** A source of this content in these pieces; `opened` are the streams so far. */
function open(pieces: Array<Buffer | string>, size = CONTENT.length, end?: Error) {
	const opened: Readable[] = [];
	const source = knownSource({
		size,
		sha1: 'known',
		open: async () => {
			const stream = Readable.from(
				(async function* () {
					yield* pieces;
					if (end) throw end;
				})(),
				{ objectMode: true },
			);
			opened.push(stream);
			return stream;
		},
	});
	return { source, opened };
}
const pieces = [CONTENT.subarray(0, 3), '345', CONTENT.subarray(6)];

test('its size and checksum are told without reading', async () => {
	const { source, opened } = open(pieces);
	expect([source.size, await source.sha1()]).toEqual([10, 'known']);
	await source.close();
	expect(opened).toHaveLength(0);
});

test('parts are read in their order from one stream, over the borders of its pieces', async () => {
	const { source, opened } = open(pieces);
	const memory = Buffer.alloc(8);
	expect(String(await source.read(0, 4, () => memory))).toBe('0123');
	expect(String(memory.subarray(0, 5))).toBe('0123\0');
	expect(String(await source.read(6, 2))).toBe('67');
	expect(String(await source.read(8, 2))).toBe('89');
	expect(opened).toHaveLength(1);
});

test('going back opens it again', async () => {
	const { source, opened } = open(pieces);
	await source.read(0, 6);
	expect(String(await source.read(6, 1))).toBe('6');
	expect(opened).toHaveLength(1);
	expect(String(await source.read(2, 5))).toBe('23456');
	expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, false]);
	await source.close();
	await source.close();
	expect(opened[1]?.destroyed).toBe(true);
	expect(await errorOf(source.read(0, 10))).toMatchObject({ kind: 'upload' });
});

test('the last bytes are handed out when the stream has ended well', async () => {
	const damaged = new LibraryError('upload', 'another content');
	const { source } = open(pieces, 10, damaged);
	expect(String(await source.read(0, 9))).toBe('012345678');
	expect(await errorOf(source.read(9, 1))).toBe(damaged);
	const longer = open([...pieces, 'more', 'and more'], 10);
	expect(String(await longer.source.read(0, 10))).toBe('0123456789');
	expect(longer.opened[0]?.readableEnded).toBe(true);
});

test('content that is too short or cannot be read fails as an upload', async () => {
	const { source } = open(['012'], 10);
	expect(await errorOf(source.read(0, 5))).toMatchObject({
		kind: 'upload',
		message: 'The content ended after 3 bytes, but 5 were expected: it changed during the upload',
	});
	const { source: broken } = open(['012'], 10, new Error('disk gone'));
	expect(await errorOf(broken.read(0, 5))).toMatchObject({
		kind: 'upload',
		retryable: false,
		message: "The content to upload can't be read: disk gone",
	});
});

test('a failure between two reads is that of the next one', async () => {
	const stream = new Readable({ read: () => undefined });
	const source = knownSource({ size: 10, sha1: 'known', open: async () => stream });
	stream.push('01234');
	expect(String(await source.read(0, 5))).toBe('01234');
	stream.destroy(new Error('disk gone'));
	await new Promise((resolve) => setImmediate(resolve));
	expect((await errorOf(source.read(5, 5))).message).toBe("The content to upload can't be read: disk gone");
});

test('when the loop ends early, the read under way ends first', async () => {
	const ended: number[] = [];
	const read = async (offset: number, length: number): Promise<Buffer> => {
		await new Promise((resolve) => setImmediate(resolve));
		ended.push(offset);
		return bytes(length);
	};
	for await (const _ of piecesAhead({ size: 30, read }, 10)) break;
	expect(ended).toEqual([0, 10]);
});

test('a failure is thrown where its piece is due', async () => {
	const used: number[] = [];
	const reading = async (): Promise<void> => {
		const read = async (offset: number): Promise<Buffer> => {
			if (offset === 20) throw new Error('disk gone');
			return bytes(10);
		};
		for await (const piece of piecesAhead({ size: 40, read }, 10)) used.push(piece.length);
	};
	expect((await errorOf(reading())).message).toBe('disk gone');
	expect(used).toEqual([10, 10]);
});
