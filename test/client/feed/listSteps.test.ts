import { entryMark, hiddenMark } from '../../../src/client/feed/entryMark';
import { cursorAt, listChanges } from '../../../src/client/feed/listChanges';
import type { FeedPage, FeedPort } from '../../../src/client/feed/port';
import { recentChanges } from '../../../src/client/feed/recentChanges';
import type { FeedCursor, FeedOrder } from '../../../src/protocol/wire/feedCursor';
import { entryOf, listedPort, type Listed } from './listedPort';

/* Lists of changes request by request: cursors, ends, and feeds that repeat themselves. */

const listOf = (...times: number[]): Listed[] => times.map((ms, at) => [ms, `h${at}`]);
const mark = (hash: string): string => entryMark(entryOf(hash));

async function listed(
	port: FeedPort,
	cursor: FeedCursor,
	{ most = Infinity, onHiddenChanges = 'stop' as 'stop' | 'continue' } = {},
) {
	const found: Array<string | undefined> = [];
	const cursors: FeedCursor[] = [];
	for await (const change of listChanges(port, cursor, { onHiddenChanges })) {
		found.push('entry' in change ? change.entry.hash : `hidden ${change.hidden.shown} of ${change.hidden.counted}`);
		cursors.push(change.cursor);
		if (found.length >= most) break;
	}
	return { found, cursors };
}

test('oldest first: the cursor keeps the page until all of it was returned', async () => {
	const port = listedPort(listOf(11, 12, 13, 14));
	const { found, cursors } = await listed(port, cursorAt('oldest', 10));
	expect(found).toEqual(['h0', 'h1', 'h2', 'h3']);
	const page = { order: 'oldest', end: 13 };
	expect(cursors).toEqual([
		{ ...page, start: 10, returned: [mark('h0')] },
		{ ...page, start: 10, returned: [mark('h0'), mark('h1')] },
		{ ...page, start: 12, returned: [mark('h0'), mark('h1'), mark('h2')] },
		{ order: 'oldest', start: 13, end: 14, returned: [mark('h3')] },
	]);
	expect(port.asked).toEqual(['later 10', 'later 12', 'later 13', 'later 13', 'later 14']);
});

test('newest first: the next page begins with the last millisecond of the one before', async () => {
	const port = listedPort(listOf(11, 12, 13, 14));
	const { found, cursors } = await listed(port, cursorAt('newest', 0));
	expect(found).toEqual(['h3', 'h2', 'h1', 'h0']);
	// The last operation of each page, and what a page that goes on from there can show again.
	const page = { order: 'newest', end: 12 };
	expect(cursors).toEqual([
		{ ...page, start: 0, returned: [mark('h3')] },
		{ ...page, start: 0, returned: [mark('h3'), mark('h2')] },
		{ ...page, start: 13, returned: [mark('h3'), mark('h2'), mark('h1')] },
		{ order: 'newest', start: 12, end: 11, returned: [mark('h1'), mark('h0')] },
	]);
});

test.each<FeedOrder>(['oldest', 'newest'])('an empty feed, %s first', async (order) => {
	expect((await listed(listedPort([]), cursorAt(order, 5))).found).toEqual([]);
});

test('no request before the reader reaches it', async () => {
	for (const order of ['oldest', 'newest'] as const) {
		const port = listedPort(listOf(11, 12, 13, 14));
		await listed(port, cursorAt(order, 100), { most: 1 });
		expect(port.asked.length).toBeLessThanOrEqual(2);
	}
});

test.each([
	['oldest', ['h0', 'h1', 'h2', 'hidden 3 of 4', 'h4']],
	['newest', ['h4', 'h3', 'h2', 'h1', 'hidden 3 of 4']],
] as const)('a millisecond that hides something, %s first: reported once', async (order, expected) => {
	const port = listedPort(listOf(11, 11, 11, 11, 12));
	const onHiddenChanges = 'continue';
	const { found, cursors } = await listed(port, cursorAt(order, order === 'oldest' ? 10 : 0), { onHiddenChanges });
	expect(found).toEqual(expected);
	const at = found.indexOf('hidden 3 of 4');
	const cursor = cursors[at];
	expect(cursor?.returned).toContain(hiddenMark(11));
	const rest = await listed(port, cursor ?? cursorAt(order, 0), { onHiddenChanges });
	expect(rest.found).toEqual(expected.slice(at + 1));
});

describe('a feed that repeats its page', () => {
	const entries = ['a', 'b', 'c'].map((hash) => entryOf(hash));
	/** Every page has the same entries; how many were asked for. */
	const repeating = () => {
		let pages = 0;
		const answer = (until: number): FeedPage => (pages++, { entries, until });
		const port: FeedPort = {
			...listedPort([]),
			later: async (cursor) => answer(cursor + 5),
			newest: async (before = 9_000_000) => answer(before - 5),
		};
		return { port, pages: () => pages };
	};

	test.each([
		['oldest', 32],
		['newest', 3],
	] as const)('%s first: given up after ten pages', async (order, given) => {
		const { port } = repeating();
		let found = 0;
		const all = async (): Promise<void> => {
			for await (const _ of listChanges(port, cursorAt(order, 1_000_000), { onHiddenChanges: 'stop' })) found++;
		};
		await expect(all()).rejects.toMatchObject({
			kind: 'protocol',
			operation: 'libraryFileUpdates',
			message: 'The updates feed has no end: all entries of its last 10 pages had been returned before',
			hint: expect.stringContaining('With Limit') as string,
		});
		expect(found).toBe(given);
	});

	test('newest first: eleven repeated pages are asked for', async () => {
		const { port, pages } = repeating();
		await expect(listed(port, cursorAt('newest', 0))).rejects.toMatchObject({ kind: 'protocol' });
		expect(pages()).toBe(12);
	});
});

describe('recent changes', () => {
	const ALL = { limit: 100, accept: () => true, expired: () => false };
	const TEN = listOf(...Array.from({ length: 10 }, (_, at) => 101 + at));

	test('begin with the newest page, whose first millisecond belongs to them', async () => {
		const port = listedPort(TEN);
		const { changes, examined } = await recentChanges(port, ALL);
		expect([changes.map(({ entry }) => entry.hash), examined]).toEqual([['h7', 'h8', 'h9'], 3]);
		expect(port.asked.slice(0, 2)).toEqual(['newest Infinity', 'later 107']);
	});

	test('go back one page, three and six more, until something is wanted', async () => {
		const port = listedPort(TEN);
		const { changes, examined } = await recentChanges(port, { ...ALL, accept: ({ hash }) => hash === 'h1' });
		expect([changes.map(({ entry }) => entry.hash), examined]).toEqual([['h1'], 10]);
		const pages = port.asked.filter((asked) => asked.startsWith('newest'));
		expect(pages).toEqual(['newest Infinity', 'newest 108', 'newest 105', 'newest 102']);
	});

	test('end at the beginning of the feed', async () => {
		const port = listedPort(listOf(5, 6));
		expect(await recentChanges(port, { ...ALL, accept: () => false })).toEqual({ changes: [], examined: 2 });
		expect(port.asked.filter((asked) => asked.startsWith('newest'))).toEqual(['newest Infinity', 'newest 5']);
	});

	test('of which the limit keeps the latest', async () => {
		const { changes } = await recentChanges(listedPort(TEN), { ...ALL, limit: 2 });
		expect(changes.map(({ entry }) => entry.hash)).toEqual(['h8', 'h9']);
	});
});
