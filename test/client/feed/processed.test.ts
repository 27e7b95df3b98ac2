import {
	addProcessed,
	indexProcessed,
	processedAfter,
	pruneProcessed,
	wasProcessed,
} from '../../../src/client/feed/processed';
import { stateAfter, type ProcessedGroup } from '../../../src/client/feed/state';
import { printOf, timed } from './listedPort';

/* Which entries are remembered, how long, and which of them an entry repeats. */

const group = (until: number, ...fingerprints: string[]): ProcessedGroup => ({ until, fingerprints });
const stateOf = (...processed: ProcessedGroup[]) => ({ ...stateAfter(10_000), knownAfter: 0, processed });

describe('what was processed', () => {
	const state = stateOf(group(5, printOf('a'), printOf('b')), group(9, printOf('a')));

	test.each([
		['b', 4, true],
		['b', 5, false],
		['a', 8, true],
		['a', 9, false],
		['c', 0, false],
		['c', -1, false],
	])('%s, read as later than %i: %p', (hash, after, expected) => {
		expect(wasProcessed(indexProcessed(state))(timed(hash, [after, 99]))).toBe(expected);
	});

	test.each([
		[4, ['a', 'b']],
		[5, ['a']],
		[9, []],
	])('later than %i', (ms, hashes) => {
		expect(processedAfter(state, ms)).toEqual(new Set(hashes.map((hash) => printOf(hash))));
	});

	test('only the last look of an entry is kept', () => {
		const deleted = printOf('b', { cmd: 0 });
		const added = addProcessed(state, [group(12, deleted, printOf('c'))]);
		expect(added.processed).toEqual([
			group(5, printOf('a')),
			group(9, printOf('a')),
			group(12, deleted, printOf('c')),
		]);
		expect(addProcessed(state, [])).toBe(state);
		expect(addProcessed(state, [group(7)])).toBe(state);
	});
});

describe('what is forgotten', () => {
	test.each([
		[2000, [7999, 8000], [8001, 9999, 10_000]],
		[5, [8999, 9000], [9001, 10_000]],
		[1000, [9000], [9001]],
	])('what lies before an overlap of %i ms, of at least a second', (overlapMs, before, after) => {
		const groups = [...before, ...after].map((until) => group(until, `${until}`));
		const pruned = pruneProcessed(stateOf(...groups), overlapMs);
		expect(pruned.processed.map(({ until }) => until)).toEqual(after);
		expect(pruned.knownAfter).toBe(before.at(-1));
		expect(pruned.cursor).toBe(10_000);
	});

	const many = (count: number, until: number): ProcessedGroup =>
		group(until, ...Array.from({ length: count }, (_, at) => `${until} ${at}`));

	test.each([
		[600, 399, [9500, 9600, 10_000], 0],
		[600, 400, [9600, 10_000], 9500],
		[1, 1500, [10_000], 9600],
	])('the oldest of more than 1,000: %i and %i and 1', (first, second, kept, knownAfter) => {
		const pruned = pruneProcessed(stateOf(many(second, 9600), many(1, 10_000), many(first, 9500)), 60_000);
		expect(pruned.processed.map(({ until }) => until)).toEqual(kept);
		expect(pruned.knownAfter).toBe(knownAfter);
	});

	test('never what lies at the cursor, however much; groups that became empty always', () => {
		const pruned = pruneProcessed(stateOf(many(1500, 10_000), group(9999), group(9000)), 60_000);
		expect(pruned.processed.map(({ until }) => until)).toEqual([10_000]);
		expect(pruned.knownAfter).toBe(0);
	});

	test('the known time never goes back', () => {
		const state = { ...stateOf(group(100, 'x')), knownAfter: 500 };
		expect(pruneProcessed(state, 1)).toMatchObject({ knownAfter: 500, processed: [] });
	});
});
