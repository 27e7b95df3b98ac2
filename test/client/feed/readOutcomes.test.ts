import { rereadOverlap } from '../../../src/client/feed/overlap';
import type { FeedPort } from '../../../src/client/feed/port';
import { readChanges } from '../../../src/client/feed/readChanges';
import { type ReadOptions, stateAfter, type FeedState } from '../../../src/client/feed/state';
import { listedPort, printOf, type Listed } from './listedPort';

/* What is read again of the time before the cursor, in one poll or several, and what becomes of hidden changes. */

const OPTIONS: ReadOptions = {
	now: () => 0,
	overlapMs: 10,
	limit: 10,
	expired: () => false,
	onHiddenChanges: 'continue',
};

test('hidden changes are reported once, also where all that is shown was processed', async () => {
	const burst: readonly Listed[] = ['a', 'b', 'c', 'd', 'e'].map((hash) => [1000, hash]);
	const shown = ['a', 'b', 'c'].map((hash) => printOf(hash));
	const saved: FeedState = {
		...stateAfter(1000),
		knownAfter: 900,
		processed: [{ until: 1000, fingerprints: shown.join('') }],
	};
	const first = await readChanges(listedPort(burst), saved, OPTIONS);
	expect(first.changes.map(({ hidden }) => hidden)).toEqual([{ ms: 1000, shown: 3, counted: 5 }]);
	expect(first.state.knownAfter).toBe(1000);
	expect((await readChanges(listedPort(burst), first.state, OPTIONS)).changes).toEqual([]);
});

test('one read may return more changes than a call has room for as arguments', async () => {
	const entries = Array.from({ length: 130_000 }, (_, n) => ({ hash: `h${n}` }));
	const port: FeedPort = {
		pageSize: entries.length + 1,
		later: async (cursor) => (cursor < 5 ? { entries, until: 5 } : { entries: [], until: cursor }),
		newest: async () => ({ entries: [], until: 0 }),
		count: async () => 0,
	};
	const options = {
		now: () => 0,
		overlapMs: 1,
		limit: Infinity,
		expired: () => false,
		onHiddenChanges: 'stop',
	} as const;
	expect((await readChanges(port, stateAfter(1), options)).changes).toHaveLength(entries.length);
});

/** One entry in each of the milliseconds 2001 to 2009, on pages of 3. */
const NINE: readonly Listed[] = Array.from({ length: 9 }, (_, at) => [2001 + at, `h${at}`]);

test.each<[string, { from: number; end: number }, boolean, string[], string, number | undefined]>([
	[
		'the whole',
		{ from: 2000, end: 2009 },
		false,
		['2000', '2002', '2004', '2006', '2008', '2009'],
		'012345678',
		undefined,
	],
	['what the time allows', { from: 2000, end: 2009 }, true, ['2000', '2008', '2009'], '0128', 2002],
	['what was left', { from: 2004, end: 2006 }, false, ['2004', '2008', '2009'], '4568', undefined],
	['the last millisecond', { from: 2008, end: 2009 }, false, ['2008', '2009'], '8', undefined],
])('%s of the overlap is read again, and always the millisecond of the cursor', async (...row) => {
	const [, range, isOver, asked, found, readTo] = row;
	const port = listedPort(NINE);
	const overlap = await rereadOverlap(port, { cursor: 2009 }, range, () => isOver);
	expect(port.asked).toEqual(asked.map((from) => `later ${from}`));
	expect([...new Set(overlap.entries.map(({ entry }) => entry.hash?.slice(1)))].join('')).toBe(found);
	expect([overlap.readTo, overlap.nextPage?.entries]).toEqual([readTo, []]);
});

describe('an overlap that takes several polls', () => {
	const list: readonly Listed[] = [...NINE, ...[2010, 2011, 2012, 2013].map((ms): Listed => [ms, `new${ms}`])];
	const saved: FeedState = {
		...stateAfter(2009),
		knownAfter: 2000,
		processed: NINE.map(([until, hash]) => ({ until, fingerprints: printOf(hash) })),
	};
	const read = async (state: FeedState, expired: (part?: number) => boolean) => {
		const { state: after, changes } = await readChanges(listedPort(list), state, { ...OPTIONS, expired });
		expect(changes.map(({ entry }) => entry.hash)).toEqual(['new2010', 'new2011', 'new2012', 'new2013']);
		return [after.overlapEnd, after.overlapRead];
	};

	test('ends where it began, until it was read', async () => {
		const half = (part = 1): boolean => part < 1;
		expect(await read(saved, half)).toEqual([2009, { readTo: 2002, end: 2009 }]);
		const begun = { ...saved, overlapEnd: 2005, overlapRead: { readTo: 2006, end: 2009 } };
		expect(await read(begun, () => false)).toEqual([2009, undefined]);
		expect(await read(saved, () => false)).toEqual([2013, undefined]);
	});
});

test.each([
	[5, false],
	[6, true],
])('late entries count for a limit of %i, and whether another page is asked for: %p', async (limit, isAsked) => {
	const saved: FeedState = {
		...stateAfter(2005),
		knownAfter: 2000,
		processed: NINE.slice(0, 3).map(([until, hash]) => ({ until, fingerprints: printOf(hash) })),
	};
	const port = listedPort(NINE);
	const { changes } = await readChanges(port, saved, { ...OPTIONS, limit });
	expect(changes).toHaveLength(limit);
	expect(port.asked.includes('later 2007')).toBe(isAsked);
});
