import { findLateEntries, rereadOverlap } from '../../../src/client/feed/overlap';
import type { FeedPage, FeedPort } from '../../../src/client/feed/port';
import { pageEntries, readRange } from '../../../src/client/feed/range';
import { entryOf, listedPort, printOf, timed, type Listed } from './listedPort';

/* Reading a range of time page by page, and which of its entries are late. */

const listOf = (...times: number[]): Listed[] => times.map((ms, at) => [ms, `${ms}${'abcdef'[at]}`]);
const pageOf = (until: number, ...hashes: string[]): FeedPage => ({
	until,
	entries: hashes.map((hash) => entryOf(hash)),
});

/** A port whose `later` answers these pages, one after the other. */
function pagesPort(...pages: FeedPage[]): FeedPort & { readonly asked: string[] } {
	const port = listedPort([]);
	return {
		...port,
		later: async (cursor) => {
			port.asked.push(`later ${cursor}`);
			const page = pages.shift();
			if (!page) throw new Error(`nothing was expected to be read after ${cursor}`);
			return page;
		},
	};
}

test('the entries of a page have its times, up to the end of the range', () => {
	const page = pageOf(9, 'a', 'b');
	expect(pageEntries(page, 3, 7)).toEqual([timed('a', [3, 7, 9]), timed('b', [3, 7, 9])]);
	expect(pageEntries(page, 3, 20)).toEqual([timed('a', [3, 9, 9]), timed('b', [3, 9, 9])]);
});

describe('a range', () => {
	test('to the end of the feed: each page begins with the last millisecond of the one before', async () => {
		const port = listedPort(listOf(1, 2, 3, 4, 5));
		const { entries, burstMs, nextPage } = await readRange(port, 0, 5);
		expect(port.asked).toEqual(['later 0', 'later 2', 'later 4', 'later 5']);
		expect(entries.map(({ entry, after, until }) => [entry.hash, after, until])).toEqual([
			...['1a', '2b', '3c'].map((hash) => [hash, 0, 3]),
			...['3c', '4d', '5e'].map((hash) => [hash, 2, 5]),
			['5e', 4, 5],
		]);
		expect([burstMs, nextPage]).toEqual([[], { entries: [], until: 5 }]);
	});

	test('inside the feed: the last page may continue beyond it', async () => {
		const port = listedPort(listOf(1, 3, 5, 7));
		const range = await readRange(port, 2, 4);
		expect(port.asked).toEqual(['later 2']);
		expect(range).toEqual({ entries: ['3b', '5c', '7d'].map((hash) => timed(hash, [2, 4, 7])), burstMs: [] });
	});

	test('that is empty, or in which nothing happened', async () => {
		const port = listedPort(listOf(1));
		expect(await readRange(port, 5, 5)).toEqual({ entries: [], burstMs: [] });
		expect(await readRange(port, 6, 5)).toEqual({ entries: [], burstMs: [] });
		expect(port.asked).toEqual([]);
		expect(await readRange(port, 1, 5)).toEqual({ entries: [], burstMs: [], nextPage: { entries: [], until: 5 } });
	});

	test('with a millisecond that fills a page: what follows it is read, and it is named', async () => {
		const port = listedPort(listOf(1, 4, 4, 4, 4, 6));
		const { burstMs, nextPage } = await readRange(port, 0, 10);
		expect(port.asked).toEqual(['later 0', 'later 3', 'later 4', 'later 6']);
		expect([burstMs, nextPage]).toEqual([[4], { entries: [], until: 6 }]);
	});

	test('to which something is added behind a page that was the last one', async () => {
		const end = pageOf(7);
		const port = pagesPort(pageOf(2, 'a', 'b'), pageOf(5, 'c'), pageOf(5, 'b', 'c'), end);
		const { entries, nextPage } = await readRange(port, 0, 9);
		expect(port.asked).toEqual(['later 0', 'later 2', 'later 1', 'later 5']);
		expect(entries.map(({ entry, after }) => [entry.hash, after])).toEqual([
			...[
				['a', 0],
				['b', 0],
			],
			...[
				['b', 1],
				['c', 1],
			],
		]);
		expect(nextPage).toBe(end);
	});

	test('the same behind a single millisecond: nothing is asked twice', async () => {
		const port = pagesPort(pageOf(2, 'a'), pageOf(5, 'b'), pageOf(5));
		expect((await readRange(port, 1, 9)).burstMs).toEqual([2]);
		expect(port.asked).toEqual(['later 1', 'later 2', 'later 5']);
	});
});

describe('the overlap', () => {
	test('the millisecond of the cursor is read apart where it may have been cut off', async () => {
		const port = listedPort(listOf(1, 5, 8));
		const { entries } = await rereadOverlap(port, { cursor: 5, cursorUnchecked: true }, 0);
		expect(port.asked).toEqual(['later 4', 'later 0']);
		expect(entries.map(({ entry, after }) => [entry.hash, after])).toEqual([
			...[
				['5b', 4],
				['8c', 4],
			],
			...[
				['1a', 0],
				['5b', 0],
				['8c', 0],
			],
		]);
	});

	test.each([
		[{ cursor: 5 }, 0, ['later 0']],
		[{ cursor: 5, cursorUnchecked: true } as const, 4, ['later 4']],
		[{ cursor: 5, cursorUnchecked: true } as const, 3, ['later 4', 'later 3']],
	])('otherwise not: %j from %i', async (state, from, asked) => {
		const port = listedPort(listOf(5, 8, 9, 10));
		await rereadOverlap(port, state, from);
		expect(port.asked).toEqual(asked);
	});

	test('the page behind it is handed on, but not where bursts were read after it', async () => {
		expect((await rereadOverlap(listedPort(listOf(1, 5)), { cursor: 5 }, 0)).nextPage).toEqual({
			entries: [],
			until: 5,
		});
		const overlap = await rereadOverlap(listedPort(listOf(4, 4, 4, 4)), { cursor: 4 }, 0);
		expect(overlap).not.toHaveProperty('nextPage');
		expect(overlap.incompleteBursts).toMatchObject([{ ms: 4, shown: 3, counted: 4 }]);
	});
});

describe('late entries', () => {
	const processed = new Set([printOf('a')]);
	const late = async (port: FeedPort, overlap: Parameters<typeof findLateEntries>[1], next: FeedPage) =>
		(await findLateEntries(port, overlap, next, ({ fingerprint }) => processed.has(fingerprint))).map(
			({ entry }) => [entry.hash, entry.cmd],
		);
	const gone = { cmd: 0 };

	test.each([
		['as it was processed', [timed('a', [0, 5])], []],
		['another look', [timed('a', [0, 5], gone)], [['a', 0]]],
		['back to the look that was processed', [timed('a', [0, 5], gone), timed('a', [0, 5])], [['a', 1]]],
		['changed while it was read', [timed('a', [0, 5]), timed('a', [0, 5], gone)], [['a', 0]]],
		[
			'new, read twice',
			[timed('b', [0, 5]), timed('c', [0, 5]), timed('b', [0, 5])],
			[
				['b', 1],
				['c', 1],
			],
		],
		['on the next page', [timed('c', [0, 5]), timed('d', [0, 5])], [['c', 1]]],
		['on the next page with another look', [timed('d', [0, 5], gone)], [['d', 0]]],
	])('%s', async (_name, overlap, expected) => {
		expect(await late(pagesPort(), overlap, pageOf(9, 'd'))).toEqual(expected);
	});

	const FULL = pageOf(9, 'd', 'e', 'f');

	test('an entry that a full page may have pushed off is looked for behind it', async () => {
		const port = pagesPort(pageOf(12, 'f', 'b', 'g'));
		expect(await late(port, [timed('b', [0, 5, 10]), timed('c', [0, 5, 10])], FULL)).toEqual([['c', 1]]);
		expect(port.asked).toEqual(['later 8']);
	});

	test('a millisecond that fills a page is read only once', async () => {
		const port = pagesPort(pageOf(9, 'd', 'e', 'f'), pageOf(10, 'b'));
		expect(await late(port, [timed('b', [0, 5, 10])], FULL)).toEqual([]);
		expect(port.asked).toEqual(['later 8', 'later 9']);
	});

	test.each([
		['its page ended with the range', [0, 5, 5], FULL],
		['its page ended before the next one', [0, 5, 8], FULL],
		['the next page is not full', [0, 5, 10], pageOf(9, 'd', 'e')],
	])('not where %s', async (_name, times, next) => {
		expect(await late(pagesPort(), [timed('b', times)], next)).toEqual([['b', 1]]);
	});

	test('but where its page ended with the same millisecond', async () => {
		expect(await late(pagesPort(pageOf(9, 'b')), [timed('b', [0, 5, 9])], FULL)).toEqual([]);
	});
});
