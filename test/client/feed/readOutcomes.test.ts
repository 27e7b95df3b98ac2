import {
	findLateEntries,
	rereadOverlap,
	type FeedPort,
	readChangesByPage,
	type ReadOptions,
	stateAfter,
	type FeedState,
} from '#changes/work';
import { entryOf, listedPort, printOf, timed, type Listed } from './listedPort';
import { readChanges } from './readAll';
import { deepTest } from '../../support/runs';

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

deepTest('one read may return more changes than a call has room for as arguments', async () => {
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
	const overlap = await rereadOverlap(
		port,
		{ cursor: 2009 },
		range,
		() => false,
		() => isOver,
	);
	expect(port.asked).toEqual(asked.map((from) => `later ${from}`));
	expect(overlap.changed.map(({ entry }) => entry.hash?.slice(1)).join('')).toBe(found);
	expect([overlap.readTo, overlap.nextPage?.entries]).toEqual([readTo, []]);
});

describe('an overlap that takes several polls', () => {
	const list: readonly Listed[] = [...NINE, ...[2010, 2011, 2012, 2013].map((ms): Listed => [ms, `new${ms}`])];
	const saved: FeedState = {
		...stateAfter(2009),
		knownAfter: 2000,
		processed: NINE.map(([until, hash]) => ({ until, fingerprints: printOf(hash) })),
	};
	const read = async (state: FeedState, expired: (part?: number) => boolean, passingMs = 0) => {
		let ms = 0;
		const options = { ...OPTIONS, expired, now: () => (ms += passingMs) };
		const { state: after, changes } = await readChanges(listedPort(list), state, options);
		expect(changes.map(({ entry }) => entry.hash)).toEqual(['new2010', 'new2011', 'new2012', 'new2013']);
		return [after.overlapEnd, after.overlapRead];
	};

	test('ends where it began, until it was read', async () => {
		const half = (part = 1): boolean => part < 1;
		expect(await read(saved, half)).toEqual([2009, { readTo: 2002, end: 2009 }]);
		const begun = { ...saved, overlapEnd: 2005, overlapRead: { readTo: 2006, end: 2009 } };
		expect(await read(begun, () => false)).toEqual([2009, undefined]);
		expect(await read(saved, () => false)).toEqual([2013, undefined]);
		// The clock of the service had come to 2013 at the end of the reading, not at its beginning.
		expect(await read({ ...saved, overlapEnd: 2005 }, () => false, 100)).toEqual([2005, undefined]);
	});

	test('begins anew where the limit cuts off what was found', async () => {
		const late = Array.from({ length: 120 }, (_, at): Listed => [2001 + at, `late${at}`]);
		const cursor = { ...stateAfter(3000), knownAfter: 2000 };
		const readTo = async (limit: number) => {
			const options = { ...OPTIONS, overlapMs: 1000, limit, expired: (part = 1) => part < 1 };
			return (await readChanges(listedPort([...late, [3000, 'x']], 120), cursor, options)).state.overlapRead
				?.readTo;
		};
		expect([await readTo(120), await readTo(121)]).toEqual([2000, 2119]);
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

describe('an entry of the overlap that is on the next page, or behind it, is not late', () => {
	const late = async (times: number[], following: readonly Listed[]) => {
		const port = listedPort(following);
		const nextPage = { entries: ['a', 'b', 'c'].map((hash) => entryOf(hash)), until: 2003 };
		const found = await findLateEntries(port, [timed('x', times)], nextPage);
		return [found.map(({ entry }) => entry.hash), port.asked];
	};
	const FOLLOWING: readonly Listed[] = [
		[2003, 'c'],
		[2005, 'x'],
	];

	test.each<[string, number[], readonly Listed[], string[], string[]]>([
		['it was read with one of its page, later than the cursor', [1000, 2000, 2005], FOLLOWING, [], ['later 2002']],
		['with the last one of the next page', [1000, 2000, 2003], FOLLOWING, [], ['later 2002']],
		['it is not there', [1000, 2000, 2005], [[2003, 'c']], ['x'], ['later 2002']],
		['its page ended before the cursor', [1000, 2005, 2005], FOLLOWING, ['x'], []],
		['its page ended before the next one', [1000, 2000, 2002], FOLLOWING, ['x'], []],
	])('%s', async (_what, times, following, hashes, asked) => {
		expect(await late(times, following)).toEqual([hashes, asked]);
	});
});

describe('page by page', () => {
	const pieces = async (list: readonly Listed[], clock = Infinity) => {
		const port = listedPort(list);
		const later: FeedPort['later'] = async (...asked) => ({ ...(await port.later(...asked)), clock });
		const states: Array<[number, boolean]> = [];
		for await (const { state } of readChangesByPage({ ...port, later }, stateAfter(2000), { ...OPTIONS, limit: 6 }))
			states.push([state.cursor, state.cursorUnchecked === true]);
		return { states: states.slice(1), asked: port.asked };
	};

	test('a cursor whose millisecond the page does not cut off needs no check', async () => {
		expect((await pieces(NINE)).states).toEqual([
			[2002, false],
			[2004, false],
			[2007, true],
		]);
		const ahead: readonly Listed[] = [
			[2001, 'a'],
			[90_000, 'x'],
		];
		expect((await pieces(ahead, 3000)).states[0]).toEqual([3000, false]);
	});

	test('a page of one millisecond is not asked for twice', async () => {
		const { asked } = await pieces([2001, 2001, 2001, 2002].map((ms, at) => [ms, `h${at}`]));
		// Once more as the millisecond of the cursor.
		expect(asked.filter((request) => request === 'later 2000')).toHaveLength(2);
	});
});
