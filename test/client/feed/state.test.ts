import {
	type FeedPort,
	type FeedStart,
	type FeedState,
	startFeed,
	stateAfter,
	isFeedState,
	isStoredChange,
} from '#changes/work';

/** A feed whose newest page ends at `until` and has so many entries. */
const feed = (until: number, count: number): FeedPort => ({
	pageSize: 100,
	newest: async () => ({ entries: Array.from({ length: count }, () => ({})), until }),
	later: async () => await Promise.reject(new Error('nothing is read before the first poll')),
	count: async () => await Promise.reject(new Error('nothing is counted before the first poll')),
});

test.each<[string, FeedStart, FeedPort, object]>([
	['the beginning', { from: 'beginning' }, feed(5000, 3), stateAfter(0)],
	['a date, its first millisecond included', { from: 'date', ms: 5000 }, feed(9000, 3), stateAfter(4999)],
	['the first date', { from: 'date', ms: 0 }, feed(9000, 3), stateAfter(0)],
	[
		'now: the newest page is read, and not reported',
		{ from: 'now' },
		feed(5000, 3),
		{ ...stateAfter(4999), skippingExisting: true },
	],
	['now, in the first millisecond', { from: 'now' }, feed(0, 3), { ...stateAfter(0), skippingExisting: true }],
	['now, of an empty feed', { from: 'now' }, feed(5000, 0), { ...stateAfter(0), skippingExisting: true }],
])('from %s', async (_, start, port, expected) => expect(await startFeed(port, start)).toEqual(expected));

/*
 * What a workflow has saved may be damaged, or another version may have saved it: then it is no state. Random
 * cases found some that crashed every later poll.
 */

const STATE: FeedState = {
	cursor: 9,
	overlapEnd: 7,
	knownAfter: 4,
	processed: [{ until: 8, fingerprints: 'id of aLookid of bLook' }],
	undelivered: [{ entry: { hash: 'h' }, after: 3 }],
	skippingExisting: true,
	cursorUnchecked: true,
	seenAt: 9,
	overlapRead: { readTo: 1, end: 2, begunAt: 3 },
};

test.each<object>([
	{},
	{ overlapRead: { readTo: 1, end: 2 } },
	{ processed: [], undelivered: [] },
	{ cursor: 8.64e15 },
])('a state with %j is one', (part) => expect(isFeedState({ ...STATE, ...part })).toBe(true));

test.each<object>([
	{ cursor: undefined },
	{ cursor: 8.64e15 + 1 },
	{ overlapEnd: undefined },
	{ processed: [null] },
	{ processed: [{ until: 1, fingerprints: 'too short' }] },
	{ overlapRead: { readTo: 1 } },
	{ processed: [{ until: 1, fingerprints: '' }, 5] },
	{ undelivered: [{ after: 0 }] },
	{ seenAt: null },
])('one with %j is none', (part) => expect(isFeedState({ ...STATE, ...part })).toBe(false));

test.each([undefined, null, [], 'state'])('%p is none', (saved) => expect(isFeedState(saved)).toBe(false));

const hidden = { ms: 1, shown: 2, counted: 3 };
test.each<[unknown, boolean]>([
	[{ entry: {}, after: 0 }, true],
	[{ entry: {}, after: '5' }, false],
	[{ entry: {}, after: 0, hidden }, true],
	[{ entry: {}, after: 0, hidden: { ms: 1, shown: 2 } }, true],
	[{ entry: {}, after: 0, hidden: { ...hidden, counted: 'x' } }, false],
	[{ entry: {}, after: 0, hidden: null }, false],
])('%j waits: %p', (change, expected) => expect(isStoredChange(change)).toBe(expected));
