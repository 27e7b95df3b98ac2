import {
	burstError,
	hiddenText,
	readBurst,
	type Burst,
	type FeedKind,
	type FeedPage,
	type FeedPort,
} from '#changes/work';
import { entryOf, listedPort, printOf } from './listedPort';

/* One millisecond, 50, read in both directions: what is asked, and what proves that nothing of it is hidden. */

const page = (until: number, ...hashes: string[]): FeedPage => ({
	until,
	entries: hashes.map((hash) => entryOf(hash)),
});

interface Kinds {
	readonly files: FeedPage;
	readonly folders?: FeedPage;
	/** What lies beyond the millisecond, of both kinds. */
	readonly beyond?: FeedPage;
	/** The answers to counting, one after the other; the last one again and again. */
	readonly counts?: readonly number[];
	readonly kind?: FeedKind;
}

/** Reads a burst of a port that answers these pages, of at most three entries. */
async function read({ files, folders, beyond, counts = [], kind }: Kinds, direction?: 'later' | 'newest') {
	const asked: string[] = [];
	const nothing = page(50);
	const answer =
		(name: string) =>
		async (at?: number, each?: FeedKind): Promise<FeedPage> => {
			asked.push(`${name} ${at} ${each}`);
			if (at === 50) return beyond ?? nothing;
			return (each === 'files' ? files : folders) ?? nothing;
		};
	const left = [...counts];
	const count: FeedPort['count'] = async (begin, end) => {
		asked.push(`count ${begin} ${end}`);
		return (left.length > 1 ? left.shift() : left[0]) ?? 0;
	};
	const port = { ...listedPort([]), later: answer('later'), newest: answer('newest'), count };
	const burst = await readBurst(kind ? { ...port, kind } : port, 50, direction);
	return { ...burst, asked, hashes: burst.entries.map(({ hash }) => hash) };
}

const PAGES = ['later 49 files', 'later 50 files', 'later 49 folders', 'later 50 folders'];

test('pages that go on behind the millisecond show all of it', async () => {
	const given = { files: page(51, 'a', 'b', 'z'), folders: page(52, 'c', 'y', 'x'), beyond: page(53, 'z', 'y', 'x') };
	const { asked, hashes, seen, ...burst } = await read(given);
	expect(asked).toEqual(PAGES);
	expect(hashes).toEqual(['a', 'b', 'c']);
	expect(burst).toMatchObject({ ms: 50, shown: 3, counted: 3, complete: true });
	expect(seen.map(({ after, until, latest }) => [after, until, latest])).toEqual([
		...[
			[49, 50, 51],
			[49, 50, 51],
		],
		[49, 50, 52],
	]);
	expect(seen.map(({ fingerprint }) => fingerprint)).toEqual(['a', 'b', 'c'].map((hash) => printOf(hash)));
});

test('newest first, pages that go on before it', async () => {
	const given = { files: page(49, 'a', 'b', 'z'), folders: page(48, 'c', 'y', 'x'), beyond: page(47, 'z', 'y', 'x') };
	const { asked, hashes, complete } = await read(given, 'newest');
	expect(asked).toEqual(['newest 51 files', 'newest 50 files', 'newest 51 folders', 'newest 50 folders']);
	expect([hashes, complete]).toEqual([['a', 'b', 'c'], true]);
});

test('a page that ends with the millisecond proves nothing: it is counted', async () => {
	for (const direction of ['later', 'newest'] as const) {
		const given = { files: page(50, 'a', 'b', 'c'), counts: [3] };
		const { asked, complete, counted } = await read(given, direction);
		expect([asked.at(-1), complete, counted]).toEqual(['count 50 50', true, 3]);
	}
});

test('no entries are whole', async () => {
	const { asked, complete, shown } = await read({ files: page(50) });
	expect([asked, complete, shown]).toEqual([PAGES, true, 0]);
});

test.each([
	[[5], ['50 50'], 5],
	// Where a bound does not belong to the range, a millisecond more is asked for (G27).
	[[0, 5, 0], ['50 50', '50 51', '49 50'], 5],
	[[0, 4, 5], ['50 50', '50 51', '49 50'], 5],
	[[0, 0, 0, 5], ['50 50', '50 51', '49 50', '49 51'], 5],
])('counted as %j', async (counts, ranges, counted) => {
	const given = { files: page(50, 'a', 'b', 'c'), counts: [...counts, ...counts, ...counts] };
	const burst = await read(given);
	expect(burst).toMatchObject({ shown: 3, counted, complete: false });
	const each = [...PAGES, ...ranges.map((range) => `count ${range}`)];
	expect(burst.asked).toEqual([...each, ...each, ...each]);
	expect(burst.seen).toHaveLength(9);
	expect(burst.hashes).toEqual(['a', 'b', 'c']);
});

test('fewer counted than shown: nothing is hidden', async () => {
	expect(await read({ files: page(50, 'a', 'b', 'c'), counts: [2] })).toMatchObject({ counted: 2, complete: true });
});

test('of one kind, the other one is counted, but not answered', async () => {
	const given = { files: page(50, 'a', 'b', 'c'), folders: page(51, 'd', 'z'), beyond: page(51, 'z') };
	const folders = await read({ ...given, kind: 'folders' });
	expect(folders).toMatchObject({ hashes: ['d'], shown: 4, counted: 4, complete: true });
	const files = await read({ ...given, kind: 'files', counts: [4] });
	expect(files).toMatchObject({ hashes: ['a', 'b', 'c'], shown: 4, counted: 4, complete: true });
});

test('a service that ignores the kind: each entry once', async () => {
	const both = page(50, 'a', 'b', 'c');
	expect(await read({ files: both, folders: both, counts: [3] })).toMatchObject({
		hashes: ['a', 'b', 'c'],
		shown: 3,
		complete: true,
	});
});

test('the error has the numbers and the time', () => {
	const burst: Burst = { ms: 1_700_000_000_123, entries: [], shown: 100, seen: [], counted: 150, complete: false };
	expect(burstError(burst)).toMatchObject({
		kind: 'conflict',
		retryable: false,
		operation: 'libraryFileUpdates',
		message:
			'150 changes share the millisecond 1700000000123 (2023-11-14T22:13:20.123Z), ' +
			'but the updates feed shows only 100 of them',
		hint: expect.stringContaining('Report and Continue') as string,
	});
	expect(burstError({ ...burst, counted: undefined }).message).toMatch(/^More changes share/);
	const text = 'changes share the millisecond 7; the updates feed showed 2 of them.';
	expect(hiddenText({ ms: 7, shown: 2, counted: 3 })).toBe(`3 ${text}`);
	expect(hiddenText({ ms: 7, shown: 2, counted: undefined })).toBe(`More ${text}`);
});
