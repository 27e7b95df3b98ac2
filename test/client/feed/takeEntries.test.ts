import {
	type FeedPage,
	countProcessed,
	type TimedEntry,
	type ReadOptions,
	stateAfter,
	type FeedState,
	takeEntries,
} from '#changes/work';
import type { FeedEntry } from '#changes/plan';
import { page, printOf, readOptions, timed } from './listedPort';

/* What becomes of the entries of one step: changes, those that wait, and the state after them. */

const OPTIONS = readOptions({ overlapMs: 30_000, limit: 10 });
const END: FeedPage = { entries: [], until: 5000 };
const STATE: FeedState = { ...stateAfter(5000), knownAfter: 4000 };

interface Given {
	readonly state?: Partial<FeedState>;
	readonly late?: readonly TimedEntry[];
	readonly nextPage?: FeedPage;
	readonly options?: Partial<ReadOptions>;
}

function taken({ state: more = {}, late = [], nextPage = END, options = {} }: Given) {
	const state = { ...STATE, ...more };
	return takeEntries(state, { late, nextPage, elapsedMs: 0 }, { ...OPTIONS, ...options });
}

const hashesOf = (changes: ReadonlyArray<{ entry: FeedEntry }>) => changes.map(({ entry }) => entry.hash);
const lateOnes = (count: number, more?: FeedEntry) =>
	Array.from({ length: count }, (_, at) => timed(`late${at}`, [4000, 4500], more));

describe('many late entries', () => {
	test('what is beyond the limit is found again: the cursor stays', () => {
		const given = { late: lateOnes(103), nextPage: page(7000, 'a'), options: { limit: 102 } };
		const { state, changes, more } = taken(given);
		expect(hashesOf(changes)).toEqual(lateOnes(102).map(({ entry }) => entry.hash));
		expect([state.undelivered.length, more, state.cursor]).toEqual([0, true, 5000]);
		expect(countProcessed(state)).toBe(102);
		// Those of one page have one time; each of 20,000 with a time of its own would make a state of over a megabyte.
		expect(state.processed).toHaveLength(1);
		expect(state).not.toHaveProperty('cursorUnchecked');
		expect(taken({ ...given, state: { cursorUnchecked: true } }).state.cursorUnchecked).toBe(true);
	});

	test('more of them than are remembered: the oldest are forgotten, also where nothing is later', () => {
		const late = Array.from({ length: 21_001 }, (_, n) => timed(`late${n}`, [3000, n === 0 ? 3500 : 4500]));
		const { state, forgotten } = taken({ state: { knownAfter: 3000 }, late, options: { limit: Infinity } });
		expect([countProcessed(state), forgotten, state.knownAfter]).toEqual([21_000, 3500, 3500]);
	});
});

describe('whether an entry is new', () => {
	/** What is said of an entry that was created in this second, where everything later than `knownAfter` is known. */
	const isNew = (second: unknown, knownAfter: number, state: Partial<FeedState> = {}) => {
		const late = [timed('a', [4000, 4500], { create_dateline: second } as FeedEntry)];
		return taken({ state: { knownAfter, ...state }, late }).changes[0]?.isNew;
	};

	test.each([
		[5, 3999, true],
		[5, 4999, true],
		[5, 5000, undefined],
		[5, 5998, undefined],
		[5, 5999, false],
		[5, 6000, false],
		['5', 4999, true],
		[undefined, 4999, undefined],
	])('created in second %p, known after %i ms: %p', (second, knownAfter, expected) => {
		expect(isNew(second, knownAfter)).toBe(expected);
	});

	test('one that was processed before is not', () => {
		const processed = [{ until: 4100, fingerprints: printOf('a') }];
		expect(isNew(9, 4000, { processed })).toBe(false);
	});
});
