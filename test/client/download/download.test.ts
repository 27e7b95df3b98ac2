import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fileNameIn, openDownload, readUpTo } from '../../../src/client/download/download';
import { fakeHosts } from './fakeHosts';

test('streams a file and reports its size, type and name; the host gets nothing of the account', async () => {
	const headers = {
		'content-length': '3',
		'content-type': 'image/png',
		'content-disposition': 'attachment; filename="a.png"',
	};
	const { caller, sent } = fakeHosts({ headers, pieces: ['a', 'bc'] });
	const expected = { size: 3, sha1: 'A9993E364706816ABA3E25717850C26C9CD0D89D' };
	const download = await openDownload(caller, ['https://host.example.com/d?sign=1'], { expected });
	expect(download).toMatchObject({ size: 3, contentType: 'image/png', fileName: 'a.png' });
	expect(await text(download.stream)).toBe('abc');
	expect(sent[0]?.headers).toEqual({ accept: '*/*' });
});

test.each([
	['attachment; filename="a b.txt"', 'a b.txt'],
	['attachment; filename=a.txt; x=1', 'a.txt'],
	['attachment; filename="x"; filename*=UTF-8\'\'%E4%BC%9A.txt', '会.txt'],
	['attachment; filename="..\\\\..\\\\evil.txt"', 'evil.txt'],
	['attachment; filename="/etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''%ZZ", undefined],
	["attachment; filename*=UTF-8''%ZZ; filename=b.txt", 'b.txt'],
	['attachment; filename*=UTF-8\'\'%ZZ; filename="b.txt"', 'b.txt'],
	["attachment; filename* = utf-8'en'a%20b.txt ; x=1", 'a b.txt'],
	['attachment; FileName = a b.txt ; x=1', 'a b.txt'],
	['attachment; filename = "a\\"b;c.txt"; x=1', 'a"b;c.txt'],
	['attachment; filename="a/b/"', undefined],
	['attachment; filename=""', undefined],
	['inline', undefined],
	[undefined, undefined],
])('the name in %j', (header, name) => expect(fileNameIn(header)).toBe(name));

const cutRead = async (most: number, ...pieces: string[]) => {
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
	expect(await cutRead(most, ...pieces)).toMatchObject({ text, isCut, destroyed: true });
});

test('no more is read than it takes to know', async () => {
	const pieces = Array.from({ length: 100 }, () => 'abcdefghij');
	expect(await cutRead(15, ...pieces)).toEqual({ text: 'abcdefghijabcde', isCut: true, all: false, destroyed: true });
});
