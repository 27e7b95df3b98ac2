import {
	type ActivityState,
	stateFrom,
	type LogState,
	failuresAfter,
	logsToRead,
	MANAGEMENT,
	nextState,
	type LogToRead,
	type WatchedLog,
	activityStateIn,
} from '#activity/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

const KEY = 'abcdefghi';
const LOG: LogState = {
	cursor: 9,
	floor: 5,
	memory: { 7: KEY + KEY },
	watched: ['20'],
	round: { next: 6, following: 7, codes: ['*'] },
};
const STATE: ActivityState = {
	scope: 'all',
	logs: { 1: LOG },
	starting: ['2'],
	failures: { 3: { polls: 2, told: true } },
	first: '1',
};
const log = (name: string, kind: WatchedLog['kind'] = 'library'): WatchedLog => ({
	name,
	kind,
	library: {},
	codes: ['20'],
	accept: () => true,
	port: { pageSize: 1, page: async () => ({ entries: [], total: 0, at: 99 }) },
});

describe('a saved state', () => {
	const saved = JSON.parse(JSON.stringify(STATE)) as ActivityState;
	test('is read back', () => {
		expect(activityStateIn(saved)).toEqual(STATE);
		const { first: _first, ...begun } = STATE;
		const empty = { ...begun, scope: 'none', logs: {} };
		expect(activityStateIn(empty)).toStrictEqual(empty);
	});
	const [one] = Object.values(saved.logs);
	test.each<[string, unknown]>([
		['keys of a negative second', { ...one, memory: { '-1': KEY } }],
		['keys that are cut off', { ...one, memory: { 1: KEY.slice(1) } }],
		['codes that are no texts', { ...one, watched: ['20', 7] }],
		['a round without codes', { ...one, round: { next: 6, following: 7 } }],
	])('of a log with %s: the log begins anew, the others go on', (_, broken) => {
		const found = activityStateIn({ ...saved, logs: { a: broken, b: one } });
		expect(found).toEqual({ ...STATE, logs: { b: LOG }, starting: ['2', 'a'] });
	});
	test.each<[string, object, object]>([
		['logs to begin that are no names', { starting: [1, '2'] }, { starting: ['2'] }],
		['failures that are none', { failures: { 3: { polls: 1 } } }, { failures: {} }],
	])('with %s is read without them', (_, broken, expected) => {
		expect(activityStateIn({ ...saved, ...broken })).toEqual({ ...STATE, ...expected });
	});
	test.each([{}, { ...saved, scope: 'some' }, { ...saved, logs: 'x' }])('with %j is none', (broken) =>
		expect(activityStateIn(broken)).toBeUndefined(),
	);
});

describe('failures of logs', () => {
	const failure = (retryable: boolean) => new LibraryError(retryable ? 'network' : 'auth', 'x', { retryable });
	const read = (...failed: Array<[string, LibraryError]>) => ({
		states: new Map<string, LogState>(),
		found: [],
		unfinished: [],
		failed: failed.map(([name, error]) => ({ log: log(name), error })),
	});
	const names = (after: ReturnType<typeof failuresAfter>) => after.unreadable.map(({ log: { name } }) => name);
	test('that may pass are told after three polls, others at once, each of them once', () => {
		const both = () => read(['a', failure(true)], ['b', failure(false)]);
		const savedAfter = (after: ReturnType<typeof failuresAfter>) => ({ ...STATE, failures: after.failures });
		const first = failuresAfter(undefined, both());
		expect(first.failures).toEqual({ a: { polls: 1, told: false }, b: { polls: 1, told: true } });
		const second = failuresAfter(savedAfter(first), both());
		const third = failuresAfter(savedAfter(second), both());
		const fourth = failuresAfter(savedAfter(third), both());
		expect([first, second, third, fourth].map(names)).toEqual([['b'], [], ['a'], []]);
		expect(fourth.failures.a).toEqual({ polls: 4, told: true });
		expect(third.unreadable[0]?.error.kind).toBe('network');
	});
	test('are over when the log could be read, and stay when it was not reached', () => {
		const after = failuresAfter(STATE, { ...read(), states: new Map([['4', LOG]]) });
		expect(after.failures).toEqual({ 3: { polls: 2, told: true } });
		expect(failuresAfter(STATE, { ...read(), states: new Map([['3', LOG]]) }).failures).toEqual({});
	});
});

describe('which logs are read', () => {
	const start = { scope: 'all', startFrom: 'now', overlap: 2 } as const;
	const order = (names: string[], saved: ActivityState | undefined) =>
		logsToRead(
			names.map((name) => log(name)),
			saved,
			start,
		).map((one) => one.log.name);
	test('the one that was not reached first, those that failed last', () => {
		expect(order(['1', '3', '5'], undefined)).toEqual(['1', '3', '5']);
		expect(order(['3', '5', '1', '7'], STATE)).toEqual(['1', '7', '3', '5']);
		expect(order(['5', '7'], STATE)).toEqual(['5', '7']);
	});
	const stateOf = (one: WatchedLog, saved?: ActivityState, more: object = {}) =>
		logsToRead([one], saved, { ...start, ...more })[0]?.state;
	test('from where they were read, from their beginning, or from now on', () => {
		expect(stateOf(log('1'), STATE)).toBe(LOG);
		expect(stateOf(log('9'))).toBeUndefined();
		expect(stateOf(log('9'), undefined, { startFrom: 'beginning' })).toEqual(stateFrom(0, ['20']));
	});
	test('a library that is new since the last poll, from what was read then', () => {
		expect(stateOf(log('9'), STATE)).toEqual(stateFrom(7, ['20']));
		expect(stateOf(log('9'), STATE, { overlap: 20 })).toEqual(stateFrom(0, ['20']));
		expect(stateOf(log('9'), { ...STATE, logs: {} })).toEqual(stateFrom(0, ['20']));
		for (const saved of [undefined, { ...STATE, scope: 'chosen' } as const, { ...STATE, starting: ['9'] }])
			expect(stateOf(log('9'), saved)).toBeUndefined();
		expect(stateOf(log('9'), STATE, { scope: 'chosen' })).toBeUndefined();
		expect(stateOf(log('9', 'management'), STATE)).toBeUndefined();
	});
	test('afterwards logs that are not listed keep their states, where all are watched', () => {
		const saved = { ...STATE, logs: { ...STATE.logs, [MANAGEMENT]: LOG, 8: LOG } };
		const reading: Array<LogToRead> = [
			{ log: log('1'), state: LOG },
			{ log: log('2'), state: undefined },
			{ log: log('4'), state: stateFrom(3, []) },
		];
		const states = new Map([['4', stateFrom(4, [])]]);
		expect(nextState(saved, reading, { states, unfinished: ['2', '1'] }, 'all')).toEqual({
			scope: 'all',
			logs: { 8: LOG, 1: LOG, 4: stateFrom(4, []) },
			starting: ['2'],
			first: '2',
		});
		for (const [before, scope] of [
			[saved, 'chosen'] as const,
			[{ ...saved, scope: 'chosen' } as const, 'all'] as const,
		])
			expect(nextState(before, [], { states, unfinished: [] }, scope).logs).toEqual({});
		expect(nextState(undefined, [], { states, unfinished: [] }, 'all')).not.toHaveProperty('first');
	});
});

describe('many logs with many entries', () => {
	const SECONDS = 5_000;
	const busy = (seconds: number): LogState => ({
		cursor: seconds,
		floor: 0,
		memory: Object.fromEntries(Array.from({ length: seconds }, (_, second) => [second, KEY])),
		watched: ['20'],
	});
	const after = (logs: readonly LogState[]): LogState[] => {
		const reading = logs.map((_, at) => ({ log: log(`${at}`), state: undefined }));
		const states = new Map(logs.map((state, at) => [`${at}`, state]));
		return Object.values(nextState(undefined, reading, { states, unfinished: [] }, 'all').logs);
	};
	const remembered = (states: readonly LogState[]): number[] =>
		states.map(({ memory }) => Object.keys(memory).length);

	test('beyond it the busiest ones forget their oldest entries, and the state stays below 500 kB', () => {
		const states = after([busy(10), ...Array.from({ length: 40 }, () => busy(SECONDS)), busy(300)]);
		expect(remembered(states)).toEqual([10, ...Array.from({ length: 40 }, () => 492), 300]);
		expect(states.map(({ floor }) => floor)).toEqual([0, ...Array.from({ length: 40 }, () => SECONDS - 492), 0]);
		expect(JSON.stringify(states).length).toBeLessThan(500_000);
	});
});
