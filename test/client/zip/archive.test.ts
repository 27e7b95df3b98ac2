import type { ListedEntry } from '../../../src/protocol/tree/listedEntry';
import { writeArchive, type ReceiveFile, ZipRecords, ArchiveNames } from '#zip/work';
import { deepTest } from '../../support/runs';
import { complaintsAbout, entriesOf } from '../../support/zipReader';

const SECONDS = Date.UTC(2026, 2, 1, 12, 30, 15) / 1000;
const LARGE = 5_000_000;
const file = (path: string, size = 3): ListedEntry => ({
	path,
	dir: false,
	filesize: size,
	filehash: '',
	hash: '',
	modified: SECONDS,
});
const folder = (path: string): ListedEntry => ({
	path,
	dir: true,
	filesize: 0,
	filehash: '',
	hash: '',
	modified: SECONDS,
});
const wait = async (): Promise<void> => await new Promise(setImmediate);

/** Hands out as many bytes as a file has, in pieces of one memory; `failAt` ends it there. */
const contents =
	({ failAt = {}, delay = () => 0 }: { failAt?: Record<string, number>; delay?: () => number } = {}): ReceiveFile =>
	async ({ path, filesize: size = 0 }, take) => {
		for (let turns = delay(); turns > 0; turns--) await wait();
		const memory = Buffer.alloc(70_000);
		for (let at = 0; at < size; at += memory.length) {
			if (at >= (failAt[path] ?? Infinity)) throw new Error('cut');
			await take(memory.fill(path).subarray(0, Math.min(memory.length, size - at)));
			memory.fill(0);
		}
	};

async function archiveOf(
	entries: readonly ListedEntry[],
	{ receive = contents(), concurrency = 4, onFailure = thrown }: Partial<Parameters<typeof writeArchive>[0]> = {},
) {
	const pieces: Buffer[] = [];
	const archive = { entries, receive, concurrency, onFailure, onProgress: () => undefined };
	const counts = await writeArchive(archive, (piece) => void pieces.push(Buffer.from(piece)));
	return { zip: Buffer.concat(pieces), counts };
}
function thrown(_entry: ListedEntry, cause: unknown): never {
	throw cause;
}

const ENTRIES = [folder('A'), file('A/a.txt'), file('A/large', LARGE), file('empty', 0), file('é', 10)];

test('whatever arrives first, the bytes are the same, and other programs read them', async () => {
	const { zip, counts } = await archiveOf(ENTRIES, { concurrency: 1 });
	expect(complaintsAbout(zip)).toEqual([]);
	expect(counts).toEqual({ files: 4, folders: 1, bytes: 3 + LARGE + 10, size: zip.length });
	expect(entriesOf(zip).map(({ name, content, time }) => [name, content.length, time])).toEqual(
		['A/', 'A/a.txt', 'A/large', 'empty', 'é'].map((name, at) => [
			...[name, ENTRIES[at]?.filesize, '2026-03-01T12:30:15.000Z'],
		]),
	);
	let turn = 0;
	const receive = contents({ delay: () => (turn = (turn * 5 + 3) % 7) });
	for (const concurrency of [2, 9])
		expect((await archiveOf(ENTRIES, { concurrency, receive })).zip.equals(zip)).toBe(true);
});

test.each([
	['small', 'A/a.txt', 0],
	['large', 'A/large', 140_000],
])('a %s file that fails is left out, and the archive is whole', async (_, path, at) => {
	const failed: string[] = [];
	const { zip, counts } = await archiveOf(ENTRIES, {
		receive: contents({ failAt: { [path]: at } }),
		onFailure: (entry) => void failed.push(entry.path),
	});
	expect(failed).toEqual([path]);
	expect(complaintsAbout(zip)).toEqual([]);
	expect(entriesOf(zip).map(({ name }) => name)).toEqual(
		['A/', 'A/a.txt', 'A/large', 'empty', 'é'].filter((name) => name !== path),
	);
	expect(counts.files).toBe(3);
});

test('a failure that ends it is thrown, and nothing is asked for any more', async () => {
	const asked: string[] = [];
	const many = Array.from({ length: 100 }, (_, n) => file(String(n)));
	const receive: ReceiveFile = async (wanted, take) => {
		asked.push(wanted.path);
		await contents({ failAt: { 5: 0 } })(wanted, take);
	};
	await expect(archiveOf(many, { receive, concurrency: 2 })).rejects.toThrow('cut');
	await wait();
	expect(asked.length).toBeLessThan(20);
});

test('the next files are read ahead, a few megabytes in few buffers, whatever their sizes', async () => {
	const sizes = [3e6, 20e6, 100, 9e6, 2e6, 4e6, 4e6, 4e6, 5e6, 0, 30e6, 6e6];
	const starts = sizes.map((_, n) => sizes.slice(0, n).reduce((sum, size) => sum + size, 0));
	let [received, written, most, overlaps] = [0, 0, 0, 0];
	const nearest: number[] = [];
	const receive: ReceiveFile = async (wanted, take) => {
		nearest.push((starts[Number(wanted.path)] ?? 0) - written);
		let isFirst = true;
		await contents()(wanted, (piece) => {
			if (isFirst && written < (starts[Number(wanted.path)] ?? 0)) overlaps++;
			isFirst = false;
			received += piece.length;
			most = Math.max(most, received - written);
			return take(piece);
		});
	};
	const buffers = new Set<ArrayBufferLike>();
	const archive = { receive, concurrency: 4, onFailure: thrown, onProgress: () => undefined };
	const entries = sizes.map((size, n) => file(String(n), size));
	const { bytes } = await writeArchive({ ...archive, entries }, async (piece) => {
		if (piece.length > 1000) buffers.add(piece.buffer);
		await wait();
		written += piece.length;
	});
	expect(bytes).toBe(87_000_100);
	// All but the first file and the empty one.
	expect(overlaps).toBeGreaterThanOrEqual(9);
	expect(most).toBeLessThan(10e6);
	expect(Math.max(...nearest)).toBeLessThan(10e6);
	expect(buffers.size).toBeLessThan(100);
});

test('a directory of more than one block of memory', async () => {
	const names = Array.from({ length: 1000 }, (_, n) => `${'long '.repeat(20)}${n}/`);
	const { zip } = await archiveOf(names.map((name) => folder(name.slice(0, -1))));
	expect(entriesOf(zip).map(({ name }) => name)).toEqual(names);
});

deepTest('more than 65,535 entries, without a stop of the event loop', async () => {
	const entries = Array.from({ length: 70_000 }, (_, n) => folder(`Folder ${n}`));
	let [turns, isOver] = [0, false];
	const counting = (): void => {
		turns++;
		if (!isOver) setImmediate(counting);
	};
	counting();
	const { zip } = await archiveOf(entries);
	isOver = true;
	expect(turns).toBeGreaterThan(10);
	expect(entriesOf(zip)).toHaveLength(70_000);
	expect(complaintsAbout(zip)).toEqual([]);
});

test('what is larger than 4 GB, and what comes after it, has the fields of Zip64', () => {
	const records = new ZipRecords({});
	const size = 5 * 2 ** 30;
	const large = records.begin({ name: 'large', seconds: SECONDS, size, crc: undefined });
	records.offset += size;
	expect(large.end(7)).toHaveLength(24);
	expect(records.begin({ name: 'small', seconds: SECONDS, size: 3, crc: 9 }).end(9)).toHaveLength(0);
	const [directory = Buffer.alloc(0), end = Buffer.alloc(0)] = [...records.directory()];
	const sizes = directory.subarray(46 + 5, 46 + 5 + 28);
	expect([sizes.readUInt16LE(0), sizes.readBigUInt64LE(4), sizes.readBigUInt64LE(12)]).toEqual([
		1,
		BigInt(size),
		BigInt(size),
	]);
	const second = directory.subarray(46 + 5 + 28 + 9 + 46 + 5);
	// A local header with its time field, the content, and 24 bytes behind it.
	expect(second.readBigUInt64LE(20)).toBe(BigInt(30 + 5 + 9 + size + 24));
	expect([end.readUInt32LE(0), end.readBigUInt64LE(32)]).toEqual([0x06064b50, 2n]);
});

test.each<[string[], string[]]>([
	[
		['../a', 'a/../b', '..'],
		['__/a', 'a/__/b', '__ (2)'],
	],
	[
		['C:\\b', '\\\\server\\x', 'a\\..\\b'],
		['C__b', '__server_x', 'a_.._b'],
	],
	[
		['a?', 'a*', 'a_'],
		['a_', 'a_ (2)', 'a_ (3)'],
	],
	[
		['x?.txt', 'x*.txt'],
		['x_.txt', 'x_ (2).txt'],
	],
	[
		['CON', 'A/nul.txt', 'end.'],
		['_CON', 'A/_nul.txt', 'end_'],
	],
	[
		['A.txt', 'a.TXT', 'É', 'e\u0301', 'B/x', 'b/x', 'b/X'],
		['A.txt', 'a (2).TXT', 'É', 'e\u0301 (2)', 'B/x', 'b (2)/x', 'b (2)/X (2)'],
	],
	[['日本/é 😀'], ['日本/é 😀']],
])('names of %j are safe to unpack', (paths, expected) => {
	const names = new ArchiveNames();
	expect(paths.map((path) => names.ofFile(path))).toEqual(expected);
});

test('a folder has one name for all that is in it', () => {
	const names = new ArchiveNames();
	expect([names.ofFolder('a?'), names.ofFolder('a*'), names.ofFile('a*/x'), names.ofFile('a?/x')]).toEqual([
		...['a_/', 'a_ (2)/', 'a_ (2)/x', 'a_/x'],
	]);
});

test('more folders than an archive may have are refused: few entries may name very many', () => {
	const names = new ArchiveNames();
	const pathOf = (entry: number): string => `${Array<number>(990).fill(entry).join('/')}/x`;
	let made = 0;
	const more = (): void => {
		for (; made < 300; made++) names.ofFile(pathOf(made));
	};
	expect(more).toThrow(/more than 250000 folders/);
	expect(made).toBe(252);
	expect(names.ofFile(`${pathOf(0)}/y`.replace('/x/', '/'))).toMatch(/\/y$/);
});

test('a path of more folders than any service has is refused', () => {
	const deep = 'a/'.repeat(100_000);
	expect(() => new ArchiveNames().ofFile(deep)).toThrow(/path of more than 1000 folders/);
	expect(() => new ArchiveNames().ofFolder(deep)).toThrow(/path of more than 1000 folders/);
	expect(new ArchiveNames().ofFile('a/'.repeat(900) + 'b')).toHaveLength(1801);
});
