import {
	readEntry,
	type LogEntry,
	type LogPort,
	type LogQuery,
	readActivities,
	readStep,
	startLog,
	readLogs,
	type WatchedLog,
	afterRound,
	roundOf,
	stateFrom,
} from '#activity/work';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf } from '../../support/ports';

/* Pieces, rounds and several logs, one by one; histories: readActivities.model.test.ts. */

const at = (second: number, name = ''): LogEntry => readEntry('library', { dateline: second, act: 20, hash: name });
/** The clock of the service. */
const NOW = 1_000;
/** A log of these seconds with small pages, which counts its entries truly unless told otherwise. */
function portOf(seconds: readonly number[], { pageSize = 2, total = true } = {}): LogPort & { asked: LogQuery[] } {
	const asked: LogQuery[] = [];
	return {
		asked,
		pageSize,
		page: async (query) => {
			asked.push(query);
			const { from, before = Infinity, start, size = pageSize, newestFirst } = query;
			const found = seconds.flatMap((second, n) =>
				second >= from && second < before ? [at(second, `${n}`)] : [],
			);
			const sorted = newestFirst ? found.toReversed() : found;
			return { entries: sorted.slice(start, start + size), total: total ? found.length : undefined, at: NOW };
		},
	};
}
const secondsOf = (entries: readonly LogEntry[]) => entries.map(({ second }) => second);

describe('a piece of a log', () => {
	const step = async (seconds: number[], from: number, options = {}) => {
		const port = portOf(seconds, options);
		const { entries, next } = await readStep(port, from);
		return [secondsOf(entries), next, port.asked.length];
	};
	test('is whole seconds', async () => {
		expect(await step([1, 2], 3)).toEqual([[], undefined, 1]);
		expect(await step([1, 2, 2], 2)).toEqual([[2, 2], 3, 2]);
		expect(await step([1, 2, 3], 1)).toEqual([[1], 2, 1]);
		expect(await step([1, 1, 1, 2], 1)).toEqual([[1, 1, 1], 2, 3]);
		expect(await step([1], 1)).toEqual([[1], undefined, 1]);
		expect(await step([1], 1, { total: false })).toEqual([[1], undefined, 1]);
		expect(await step([1, 2], 1, { total: false })).toEqual([[1], 2, 1]);
		// without a count a second ends with an empty page
		expect(await step([1, 1, 1], 1, { total: false })).toEqual([[1, 1, 1], 2, 4]);
	});
	const answers = (...pages: Array<[number[], number | undefined]>): LogPort => {
		let n = 0;
		return {
			pageSize: 2,
			page: async () => {
				const [seconds, total] = pages[Math.min(n++, pages.length - 1)] ?? [[], 0];
				return { entries: seconds.map((second, i) => at(second, `${n} ${i}`)), total, at: NOW };
			},
		};
	};
	test.each<[string, LogPort]>([
		['newest first', answers([[3, 2], 9])],
		['from another time on', answers([[1, 1], 9])],
		['with another second among those of one', answers([[2, 2], 9], [[2, 3], 9])],
	])('that is answered %s is refused', async (_, port) => {
		expect(await errorOf(readStep(port, 2))).toMatchObject({
			kind: 'protocol',
			message: 'The service did not answer its log from the given time on, oldest first',
			hint: expect.stringContaining('operator') as string,
		});
	});
	test('what lies before it is left out', async () => {
		expect(secondsOf((await readStep(answers([[1], 1]), 2)).entries)).toEqual([]);
	});
	test('before the first one, the newest entry and the overlap say where reading begins', async () => {
		const port = portOf([3, 90]);
		expect(await startLog(port, 10)).toEqual({ ...stateFrom(90, []), floor: 80 });
		expect(port.asked).toEqual([{ from: 0, start: 0, size: 1, newestFirst: true }]);
		expect((await startLog(port, 100)).floor).toBe(0);
		expect(await startLog(portOf([]), 10)).toEqual(stateFrom(0, []));
		// One entry is dated ahead.
		expect(await startLog(portOf([3, 5_000]), 10)).toEqual({ ...stateFrom(NOW, []), floor: NOW - 10 });
	});
});

test('a round goes on, unless other codes are wanted, and what lies before the next one is forgotten', () => {
	const round = { next: 6, following: 7, codes: ['20'] };
	const state = {
		...stateFrom(5, ['20']),
		cursor: 90,
		memory: { 6: 'a', 7: 'b', 8: 'c' },
	};
	expect(roundOf({ ...state, round }, ['20'], 10)).toBe(round);
	expect(roundOf({ ...state, round }, ['21'], 10)).toEqual({ next: 5, following: 80, codes: ['21'] });
	expect(roundOf(state, ['20'], 88)).toEqual({ next: 5, following: 5, codes: ['20'] });
	expect(afterRound({ ...state, round }, round)).toEqual({
		...{ cursor: 90, floor: 7, watched: ['20'] },
		memory: { 7: 'b', 8: 'c' },
	});
	expect(afterRound(state, { ...round, following: 1 }).floor).toBe(5);
});

describe('several logs', () => {
	const log = (name: string, port: LogPort): WatchedLog => ({
		name,
		kind: 'library',
		codes: ['20'],
		accept: () => true,
		port,
	});
	const options = { overlap: 0, limit: 100, expired: () => false };
	const all = (name: string, ...seconds: number[]) => ({
		log: log(name, portOf(seconds)),
		state: stateFrom(0, ['20']),
	});
	const failing = (name: string, error: Error) => ({
		log: log(name, { pageSize: 1, page: async () => Promise.reject(error) }),
		state: stateFrom(0, ['20']),
	});
	const shown = (read: Awaited<ReturnType<typeof readLogs>>) =>
		read.found.map(({ log: { name }, entry }) => name + entry.second);
	test('report in the order of time, and at one time in their own', async () => {
		const read = await readLogs([all('b', 1, 4, 9), all('a', 1, 3, 4)], options);
		expect(shown(read)).toEqual(['b1', 'a1', 'a3', 'b4', 'a4', 'b9']);
		expect(read.unfinished).toEqual([]);
	});
	test('stop at the limit and where the time is over, not before the first piece', async () => {
		const limited = await readLogs([all('a', 1, 2, 3, 4)], { ...options, limit: 2 });
		expect([shown(limited), limited.unfinished]).toEqual([['a1', 'a2'], ['a']]);
		const over = await readLogs([all('a', 1), all('b', 1)], { ...options, expired: () => true });
		expect([shown(over), over.unfinished]).toEqual([['a1'], ['b']]);
	});
	test('go on where one fails, but not at a mistake in the program', async () => {
		const error = new LibraryError('network', 'gone');
		const read = await readLogs([failing('x', error), all('a', 1)], options);
		expect([shown(read), read.failed.map(({ log: { name } }) => name)]).toEqual([['a1'], ['x']]);
		expect(await errorOf(readLogs([failing('x', new TypeError('no'))], options))).toBeInstanceOf(TypeError);
	});
	test('fail as a whole only where none could be read', async () => {
		const error = new LibraryError('network', 'gone');
		const start = { ...options, scope: 'all', startFrom: 'beginning' } as const;
		const [bad, good] = [failing('x', error).log, all('a', 1).log];
		expect(await errorOf(readActivities([bad], undefined, start))).toBe(error);
		expect((await readActivities([bad, good], undefined, start)).found).toHaveLength(1);
		expect((await readActivities([good], undefined, start)).unreadable).toEqual([]);
	});
});
