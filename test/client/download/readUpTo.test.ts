import { Readable } from 'node:stream';
import { readUpTo } from '../../../src/client/download/download';

/* The beginning of a stream, and whether there is more. */

const read = async (most: number, ...pieces: string[]) => {
	const taken: string[] = [];
	const stream = Readable.from(
		(function* () {
			for (const piece of pieces) {
				taken.push(piece);
				yield Buffer.from(piece);
			}
		})(),
		{ objectMode: true, highWaterMark: 1 },
	);
	const { bytes, isCut } = await readUpTo(stream, most);
	return { text: String(bytes), isCut, all: taken.length === pieces.length, destroyed: stream.destroyed };
};

test.each<[number, string[], string, boolean]>([
	[5, ['abc'], 'abc', false],
	[3, ['abc'], 'abc', false],
	[2, ['abc'], 'ab', true],
	[4, ['abc', 'def'], 'abcd', true],
	[6, ['abc', 'def'], 'abcdef', false],
	[5, [], '', false],
	[0, ['a'], '', true],
])('at most %d bytes of %j', async (most, pieces, text, isCut) => {
	expect(await read(most, ...pieces)).toMatchObject({ text, isCut, destroyed: true });
});

test('no more is read than it takes to know', async () => {
	const pieces = Array.from({ length: 100 }, () => 'abcdefghij');
	expect(await read(15, ...pieces)).toEqual({ text: 'abcdefghijabcde', isCut: true, all: false, destroyed: true });
});
