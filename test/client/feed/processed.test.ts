import { type FeedState, mayStayBehind, pruneProcessed, stateAfter } from '#changes/work';
import { timesTheCalls } from '../../support/countedCalls';
import { deepTest } from '../../support/runs';
import { listedPort, printOf, readOptions } from './listedPort';
import { readChanges } from './historyPlayer';

/* Which entries are remembered, and how long; which of them an entry repeats: readChanges.model.test.ts. */

type Group = FeedState['processed'][number];
const group = (until: number, ...fingerprints: string[]): Group => ({ until, fingerprints: fingerprints.join('') });
const stateOf = (...processed: Group[]) => ({ ...stateAfter(10_000), knownAfter: 0, processed });

describe('what is forgotten', () => {
	test.each([
		[2000, [7999, 8000], [8001, 9999, 10_000]],
		[5, [8999, 9000], [9001, 10_000]],
		[1000, [9000], [9001]],
	])('what lies before an overlap of %i ms, of at least a second', (overlapMs, before, after) => {
		const groups = [...before, ...after].map((until) => group(until, printOf(`${until}`)));
		const { state: pruned, forgotten } = pruneProcessed(stateOf(...groups), overlapMs);
		expect(forgotten).toBeUndefined();
		expect(pruned.processed.map(({ until }) => until)).toEqual(after);
		expect(pruned.knownAfter).toBe(before.at(-1));
		expect(pruned.cursor).toBe(10_000);
	});

	const many = (count: number, until: number): Group =>
		group(until, ...Array.from({ length: count }, (_, at) => printOf(`${until} ${at}`)));

	test.each([
		[12_000, 8999, [9500, 9600, 10_000], 0, undefined],
		[12_000, 9000, [9600, 10_000], 9500, 9500],
		[1, 25_000, [10_000], 9600, 9600],
	])('the oldest of more than 21,000, which is said: %i and %i and 1', (first, second, kept, knownAfter, said) => {
		const before = stateOf(many(second, 9600), many(1, 10_000), many(first, 9500));
		const { state, forgotten } = pruneProcessed(before, 60_000);
		expect(state.processed.map(({ until }) => until)).toEqual(kept);
		expect([state.knownAfter, forgotten]).toEqual([knownAfter, said]);
	});

	test('never what lies at the cursor, however much; groups that became empty always', () => {
		const { state: pruned } = pruneProcessed(stateOf(many(25_000, 10_000), group(9999), group(9000)), 60_000);
		expect(pruned.processed.map(({ until }) => until)).toEqual([10_000]);
		expect(pruned.knownAfter).toBe(0);
	});
});

deepTest('a page costs as little where many entries are known as where few are', async () => {
	const port = listedPort(
		Array.from({ length: 5_000 }, (_, at) => [10_001 + at, `new${at}`]),
		50,
	);
	const options = readOptions({ overlapMs: 60_000, limit: Infinity });
	const prints = Array.from({ length: 20_000 }, (_, at) => printOf(`h${at}`));
	const reading = (known: readonly string[]) => async () =>
		await readChanges(port, { ...stateOf(group(8000, ...known)), knownAfter: 10_000 }, options);
	const [many, few] = [reading(prints), reading(prints.slice(0, 1_000))];
	await many();
	await few();
	// 20 times as many are known.
	expect(await timesTheCalls(many, few)).toBeLessThan(3);
});

test.each([
	[10_499, true],
	[10_500, false],
])('a state with %i entries ahead, and more of them before the cursor, may remember more: %p', (count, expected) => {
	const groupOf = (until: number, length: number) => ({ until, fingerprints: printOf('x').repeat(length) });
	const state = { ...stateAfter(2000), processed: [groupOf(2000, 9000), groupOf(2001, count)] };
	expect(mayStayBehind(state)).toBe(expected);
});
