import { Readable } from 'node:stream';
import { fileNameIn, openDownload, readUpTo } from '../../../src/client/download/download';
import { caller, closeClient, closeHosts, data, host, rangeReply, read, sha1 } from './fileHost';

afterEach(closeHosts);
afterAll(closeClient);

test('streams a file and reports its size, type and name', async () => {
	const { url, requests } = await host((request) => rangeReply(request));
	const download = await openDownload(caller(), [`${url}/d?sign=1`], {
		expected: { size: data.length, sha1: sha1.toUpperCase() },
	});
	expect(download).toMatchObject({ size: data.length, contentType: 'image/png', fileName: 'a.png' });
	expect((await read(download.stream)).equals(data)).toBe(true);
	const { authorization, cookie, ...others } = requests[0]!.headers;
	expect([authorization, cookie, ...Object.keys(others).filter((name) => name.startsWith('x-'))]).toEqual([
		undefined,
		undefined,
	]);
});

test('a reader that leaves while the host is stalled frees the connection', async () => {
	let left = (): void => undefined;
	const closed = new Promise<void>((resolve) => (left = resolve));
	const { url } = await host((_, response) => {
		response.on('close', left).writeHead(200, { 'content-length': 10 }).write('abc');
		return undefined;
	});
	const { stream } = await openDownload(caller(), [url]);
	await new Promise((resolve) => stream.on('error', () => undefined).once('data', resolve));
	await new Promise((resolve) => setImmediate(resolve)); // now the next piece is waited for
	stream.destroy();
	await closed;
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

/* The beginning of a stream, and whether there is more. */

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
