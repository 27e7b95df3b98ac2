import type { FeedPort } from '../../../src/client/feed/port';
import { startFeed, type FeedStart, stateAfter } from '../../../src/client/feed/state';

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
