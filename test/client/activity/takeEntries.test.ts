import { KEY_LENGTH, readEntry, type LogEntry, type LogState, stateFrom, acceptEntries } from '#activity/work';

/* What is remembered of one log has a bound, whatever happens within the overlap. */

const START = 1_790_000_000;
const options = { limit: 100_000, at: START + 1_000, accept: () => true };
const entry = (second: number, number: number): LogEntry =>
	readEntry('library', { dateline: second, act: 20, hash: `h${number}`, member_id: 7, fullpath: `${number}.txt` });
const keysOf = ({ memory }: LogState): number =>
	Object.values(memory).reduce((sum, { length }) => sum + length / KEY_LENGTH, 0);

test('20,000 entries of 200 seconds: the latest are remembered, and none of them comes twice', () => {
	const entries = Array.from({ length: 20_000 }, (_, number) => entry(START + Math.floor(number / 100), number));
	const first = acceptEntries(stateFrom(START, ['20']), entries, options);
	expect(first.reported).toHaveLength(20_000);
	expect(keysOf(first.state)).toBe(5_000);
	expect(first.state.floor).toBe(START + 150);
	expect(JSON.stringify(first.state.memory).length).toBeLessThan(60_000);
	const again = acceptEntries(first.state, [...entries, entry(START + 199, -1)], options);
	expect(again.reported.map(({ fields }) => fields.fullpath)).toEqual(['-1.txt']);
	expect(keysOf(again.state)).toBeLessThanOrEqual(5_000);
});

test('a last second with more entries than that is remembered whole, because it may not be over', () => {
	const entries = Array.from({ length: 6_000 }, (_, number) => entry(START + 1, number));
	const { state } = acceptEntries(stateFrom(START, ['20']), [entry(START, -1), ...entries], options);
	expect([keysOf(state), state.floor]).toEqual([6_000, START + 1]);
	expect(acceptEntries(state, entries, options).reported).toEqual([]);
});
