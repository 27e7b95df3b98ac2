import { Readable } from 'node:stream';
import { knownSource } from '../../../src/client/upload/streamSource';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';

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
	expect(String(await source.read(0, 4, memory))).toBe('0123');
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
	expect(String(await source.read(0, 10))).toBe('0123456789');
	expect(opened).toHaveLength(3);
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
