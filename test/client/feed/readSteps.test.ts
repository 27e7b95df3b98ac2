import {
	countProcessed,
	KnownLooks,
	pruneProcessed,
	listChanges,
	type FeedPort,
	type FeedStart,
	type FeedState,
	readChangesByPage,
	type ReadOptions,
	startFeed,
	stateAfter,
	takeEntries,
	type TimedEntry,
} from '#changes/work';
import { changeTrigger } from '#changes';
import type { FeedEntry } from '#changes/plan';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';
import { entryOf, listedPort, printOf, readOptions, timed, type Listed } from './listedPort';
import { readChanges } from './historyPlayer';
import { deepTest } from '../../support/runs';

/* One read of the feed, request by request: where it ends, what it returns then, and the state that is to be saved. */

const OPTIONS = readOptions({ overlapMs: 1, limit: 100 });
const listOf = (...times: number[]): Listed[] => times.map((ms, at) => [ms, `h${at}`]);
/** One entry in each of the milliseconds 2001 to 2009, on pages of 3. */
const MANY = listOf(...Array.from({ length: 9 }, (_, at) => 2001 + at));

async function read(list: readonly Listed[], state: FeedState, more: Partial<ReadOptions> = {}, port?: FeedPort) {
	const listed = listedPort(list);
	const result = await readChanges(port ?? listed, state, { ...OPTIONS, ...more });
	return { ...result, hashes: result.changes.map(({ entry }) => entry.hash), asked: listed.asked };
}

test('a read ends after the page with which the time is used up, but not before the first one', async () => {
	const { hashes, more, state } = await read(MANY, stateAfter(2000), { expired: () => true });
	expect([hashes, more, state.cursor, state.cursorUnchecked]).toEqual([['h0', 'h1', 'h2'], true, 2003, true]);
});

test('a piece is one page; no more is asked for until it is taken than the page that follows it', async () => {
	const port = listedPort(MANY);
	const shown: unknown[] = [];
	for await (const { changes, state } of readChangesByPage(port, stateAfter(2000), OPTIONS))
		shown.push([port.asked.length, changes.length, state.cursor]);
	expect(shown).toEqual([
		...[0, 2, 3, 4, 5].map((asked, at) => [asked, at === 0 ? 0 : 2, 2000 + 2 * at]),
		[5, 1, 2009],
		[7, 0, 2009],
	]);
});

describe('what an earlier version knew, which did not tell what is deleted', () => {
	/** Something deleted, something else; their fingerprints then were hvfkN_qklXo and hKUWhBuVs5-. */
	const entries = [entryOf('a', { cmd: 0 }), entryOf('c')];
	const port: FeedPort = {
		...listedPort([]),
		later: async (cursor) => (cursor < 2000 ? { entries, until: 2000 } : { entries: [], until: cursor }),
	};

	test('is not told again by a trigger', async () => {
		const processed = [{ until: 2000, fingerprints: 'hvfkN_qklXohKUWhBuVs5-' }];
		const state = { ...stateAfter(2000), knownAfter: 1000, processed };
		expect((await read([], state, { overlapMs: 500 }, port)).hashes).toEqual([]);
		const forgotten = { ...state, processed: [] };
		expect((await read([], forgotten, { overlapMs: 500 }, port)).hashes).toEqual(['a', 'c']);
	});

	test.each([[['hvfkklXo', 'hKUWVs5-'], 0] as const, [[], 2] as const])(
		'is not in a list behind %j',
		async (returned, count) => {
			const cursor = { order: 'oldest', start: 1999, end: 2000, returned } as const;
			let found = 0;
			for await (const _ of listChanges(port, cursor, { onHiddenChanges: 'stop' })) found++;
			expect(found).toBe(count);
		},
	);
});

describe('a failure', () => {
	const lost = new LibraryError('network', 'lost');
	const failing = (failure: Error): FeedPort => ({
		...listedPort(MANY),
		later: async () => await Promise.reject(failure),
	});
	const waiting = { ...stateAfter(2000), undelivered: [{ entry: entryOf('x'), after: 1 }] };

	test('after changes were found ends the read with them', async () => {
		const result = await read([], waiting, {}, failing(lost));
		expect([result.hashes, result.more, result.state]).toEqual([['x'], true, stateAfter(2000)]);
	});

	test.each<[FeedState, Error]>([
		[stateAfter(2000), lost],
		[waiting, new LibraryError('aborted', 'cancelled')],
		[waiting, new TypeError('a mistake of ours')],
	])('is thrown otherwise: %#', async (state, failure) => {
		expect(await errorOf(read([], state, {}, failing(failure)))).toBe(failure);
	});
});

test('a read without changes answers the state as it was saved, so that nobody has to save it', async () => {
	const saved = { ...stateAfter(2001), knownAfter: 2000, processed: [{ until: 2001, fingerprints: printOf('h0') }] };
	const { state, changes, more } = await read(listOf(2001), saved);
	expect([JSON.stringify(state), changes, more]).toEqual([JSON.stringify(saved), [], false]);
});

/* What is read again of the time before the cursor, in one poll or several, and what becomes of hidden changes. */

const IN_PARTS = readOptions({ overlapMs: 10, limit: 10, onHiddenChanges: 'continue' });

deepTest('one read may return more changes than a call has room for as arguments', async () => {
	const port = listedPort(
		Array.from({ length: 130_000 }, (_, n) => [5, `h${n}`]),
		130_001,
	);
	expect((await read([], stateAfter(1), { limit: Infinity }, port)).changes).toHaveLength(130_000);
});

describe('an overlap that takes several polls', () => {
	const list: readonly Listed[] = [...MANY, ...[2010, 2011, 2012, 2013].map((ms): Listed => [ms, `new${ms}`])];
	const saved: FeedState = {
		...stateAfter(2009),
		knownAfter: 2000,
		processed: MANY.map(([until, hash]) => ({ until, fingerprints: printOf(hash) })),
	};
	const readPart = async (state: FeedState, expired: (part?: number) => boolean, passingMs = 0) => {
		let ms = 0;
		const options = { ...IN_PARTS, expired, now: () => (ms += passingMs) };
		const { state: after, hashes } = await read(list, state, options);
		expect(hashes).toEqual(['new2010', 'new2011', 'new2012', 'new2013']);
		return [after.overlapEnd, after.overlapRead];
	};

	test('ends where it began, until it was read', async () => {
		expect(await readPart(saved, (part = 1): boolean => part < 1)).toEqual([2009, { readTo: 2002, end: 2009 }]);
		const begun = { ...saved, overlapEnd: 2005, overlapRead: { readTo: 2006, end: 2009 } };
		expect(await readPart(begun, () => false)).toEqual([2009, undefined]);
		expect(await readPart(saved, () => false)).toEqual([2013, undefined]);
		// The clock of the service had come to 2013 at the end of the reading, not at its beginning.
		expect(await readPart({ ...saved, overlapEnd: 2005 }, () => false, 100)).toEqual([2005, undefined]);
	});

	test('begins anew where the limit cuts off what was found', async () => {
		const late = Array.from({ length: 120 }, (_, at): Listed => [2001 + at, `late${at}`]);
		const cursor = { ...stateAfter(3000), knownAfter: 2000 };
		const readTo = async (limit: number) => {
			const options = { ...IN_PARTS, overlapMs: 1000, limit, expired: (part = 1) => part < 1 };
			return (await readChanges(listedPort([...late, [3000, 'x']], 120), cursor, options)).state.overlapRead
				?.readTo;
		};
		expect([await readTo(120), await readTo(121)]).toEqual([2000, 2119]);
	});
});

test.each<[FeedStart, number, FeedState]>([
	[{ from: 'date', ms: 5000 }, 3, stateAfter(4999)],
	[{ from: 'date', ms: 0 }, 3, stateAfter(0)],
	[{ from: 'now' }, 3, { ...stateAfter(4999), skippingExisting: true }],
	[{ from: 'now' }, 0, { ...stateAfter(0), skippingExisting: true }],
])('%j, of a feed that ends at 5000 with %i entries', async (start, count, expected) => {
	const newest = async () => ({ entries: Array.from({ length: count }, () => ({})), until: 5000 });
	expect(await startFeed({ ...listedPort([]), newest }, start)).toEqual(expected);
});

const STATE: FeedState = { ...stateAfter(5000), knownAfter: 4000 };
const taken = (state: Partial<FeedState>, late: readonly TimedEntry[], more: Partial<ReadOptions> = {}) => {
	const nextPage = { entries: [], after: 5000, until: 5000, isFull: false, isBurst: false, next: 4999 };
	const before = { ...STATE, ...state };
	const options = { ...OPTIONS, overlapMs: 30_000, known: new KnownLooks(before), begun: 0, ...more };
	return takeEntries(before, { late, nextPage }, options);
};

test('what the limit cut off is compared with how it looked when it was processed, not when it was seen', async () => {
	const entries = [entryOf('a'), entryOf('b', { filehash: 'new' })];
	const later: FeedPort['later'] = async (cursor) =>
		cursor < 2000 ? { entries, until: 2000 } : { entries: [], until: cursor };
	const processed = [{ until: 1500, fingerprints: printOf('b', { cmd: 0 }) }];
	const port = { ...listedPort([]), later };
	const one = { overlapMs: 1000, limit: 1 };
	const { state, hashes } = await read([], { ...stateAfter(2000), knownAfter: 1000, processed }, one, port);
	expect(hashes).toEqual(['a']);
	const { changes } = await read([], state, one, port);
	expect(changes.map(({ entry, same, wasDeleted }) => [entry.hash, same, wasDeleted])).toEqual([
		['b', undefined, true],
	]);
});

test('more late entries than are remembered: the oldest are forgotten, also where nothing is later', () => {
	const late = Array.from({ length: 21_001 }, (_, n) => timed(`late${n}`, [3000, n === 0 ? 3500 : 4500]));
	const { state, forgotten } = pruneProcessed(taken({ knownAfter: 3000 }, late, { limit: Infinity }).state, 30_000);
	expect([countProcessed(state), forgotten, state.knownAfter]).toEqual([21_000, 3500, 3500]);
	// Those of one page have one time; each of 20,000 with a time of its own would make a state of over a megabyte.
	expect(state.processed).toHaveLength(1);
});

test.each<[unknown, number, boolean | undefined]>([
	[5, 3999, true],
	[5, 4999, true],
	[5, 5000, undefined],
	[5, 5998, undefined],
	[5, 5999, false],
	['5', 4999, true],
	[undefined, 4999, undefined],
])('an entry created in second %p, where all after %i ms is known, is new: %p', (second, knownAfter, isNew) => {
	const late = timed('a', [4000, 4500], { create_dateline: second } as FeedEntry);
	expect(taken({ knownAfter }, [late]).changes[0]?.isNew).toBe(isNew);
	const processed = [{ until: 4100, fingerprints: printOf('a') }];
	expect(taken({ knownAfter, processed }, [late]).changes[0]?.isNew).toBe(false);
});

/* What a workflow has saved may be damaged, or another version may have saved it: then it is no state. */

const isState = (feed: object): boolean => changeTrigger.stateIn({ feed }) !== undefined;
const SAVED: FeedState = {
	cursor: 9,
	overlapEnd: 7,
	knownAfter: 4,
	processed: [{ until: 8, fingerprints: 'id of aLookid of bLook' }],
	undelivered: [{ entry: { hash: 'h' }, after: 3, hidden: { ms: 1, shown: 2, counted: 3 } }],
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
])('a state with %j is one', (part) => expect(isState({ ...SAVED, ...part })).toBe(true));

test.each<object>([
	{ cursor: 8.64e15 + 1 },
	{ overlapEnd: undefined },
	{ processed: [null] },
	{ processed: [{ until: 1, fingerprints: 'too short' }] },
	{ overlapRead: { readTo: 1 } },
	{ undelivered: [{ after: 0 }] },
	{ undelivered: [{ entry: {}, after: '5' }] },
	{ undelivered: [{ entry: {}, after: 5, place: 'here' }] },
	{ undelivered: [{ entry: {}, after: 5, place: 'left', within: null }] },
	{ undelivered: [{ entry: {}, after: 0, hidden: null }] },
	{ undelivered: [{ entry: {}, after: 0, hidden: { ms: 1, shown: 2, counted: 'x' } }] },
	{ seenAt: null },
])('one with %j is none', (part) => expect(isState({ ...SAVED, ...part })).toBe(false));

test.each<[object, number]>([
	[{ tries: 2 }, 1],
	[{ tries: '2' }, 0],
	[{ change: { entry: {}, after: 0, until: 'x' } }, 0],
])('of changes to try again, %j: %i', (part, left) => {
	const retries = [{ change: { entry: {}, after: 0 }, ...part }];
	expect(changeTrigger.stateIn({ feed: SAVED, retries })?.retries).toHaveLength(left);
});
