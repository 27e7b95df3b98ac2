import {
	readEntry,
	type LogEntry,
	type LogPort,
	type LogQuery,
	readActivities,
	readStep,
	startLog,
	stateFrom,
	type WatchedLog,
	KEY_LENGTH,
	type LogState,
	acceptEntries,
	whatOf,
	libraryLog,
	managementLog,
} from '#activity/work';
import { errorOf, callerWith, fieldsOf, scriptedHttp } from '../../support/ports';

/* Pieces of a log, its entries, and the requests for them; histories: readActivities.model.test.ts. */

const at = (second: number, name = ''): LogEntry => readEntry('library', { dateline: second, act: 20, hash: name });
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

describe('a piece of a log', () => {
	test.each<[number[], number, object, unknown[]]>([
		[[1, 2, 2], 2, {}, [[2, 2], 3, 2]],
		[[1, 1, 1, 2], 1, {}, [[1, 1, 1], 2, 3]],
		[[1], 1, { total: false }, [[1], undefined, 1]],
		[[1, 2], 1, { total: false }, [[1], 2, 1]],
		// without a count a second ends with an empty page
		[[1, 1, 1], 1, { total: false }, [[1, 1, 1], 2, 4]],
	])('of the seconds %j from %i on is whole seconds: %j', async (seconds, from, options, expected) => {
		const port = portOf(seconds, options);
		const { entries, next } = await readStep(port, from);
		expect([entries.map(({ second }) => second), next, port.asked.length]).toEqual(expected);
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
		['from another time on', answers([[1, 1], 9])],
		['newest first', answers([[4, 3], 9])],
		['with another second among those of one', answers([[2, 2], 9], [[2, 3], 9])],
	])('that is answered %s is refused', async (_, port) => {
		expect(await errorOf(readStep(port, 2))).toMatchObject({
			kind: 'protocol',
			message: 'The service did not answer its log from the given time on, oldest first',
			hint: expect.stringContaining('operator') as string,
		});
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

describe('several logs', () => {
	const log = (name: string, port: LogPort): WatchedLog => ({
		name,
		kind: 'library',
		library: {},
		codes: ['20'],
		accept: () => true,
		port,
	});
	const read = async (logs: WatchedLog[], isOver: boolean) => {
		const start = { scope: 'all', startFrom: 'beginning', overlap: 0, limit: 100 } as const;
		const { found, state } = await readActivities(logs, undefined, { ...start, expired: () => isOver });
		return [found.map(({ log: { name }, entry }) => name + entry.second).join(), state.first];
	};
	const logs = [log('a', portOf([3])), log('b', portOf([1])), log('c', portOf([2]))];
	test('are one list by time; where the time is over, only the first piece is read', async () => {
		expect(await read(logs, false)).toEqual(['b1,c2,a3', undefined]);
		expect(await read(logs, true)).toEqual(['a3', 'b']);
	});
	test('are read up to the limit in all, and then the others', async () => {
		const start = { scope: 'all', startFrom: 'beginning', overlap: 0, limit: 2, expired: () => false } as const;
		const first = await readActivities(logs, undefined, start);
		expect(first.found).toHaveLength(2);
		const { found } = await readActivities(logs, first.state, start);
		expect([...first.found, ...found].map(({ log: { name } }) => name).sort()).toEqual(['a', 'b', 'c']);
	});
	test('do not go on at a mistake in the program', async () => {
		const broken = { pageSize: 1, page: async () => await Promise.reject(new TypeError('no')) };
		expect(await errorOf(read([log('x', broken), ...logs], false))).toBeInstanceOf(TypeError);
	});
});

describe('an order that changes', () => {
	const SECOND = 1_790_000_000;
	const entry = (name: string): LogEntry =>
		readEntry('library', { dateline: SECOND, act: 20, hash: name, member_id: 1 });
	const apart = [0, 1, 2, 3, 4, 5, 6].map((n) => entry(`f${n}`));

	/** Answers requests in these orders, the last one for ever, or by the number of the request. */
	function portOf(
		entries: readonly LogEntry[],
		orders: ReadonlyArray<readonly number[]> | ((n: number) => number[]),
	) {
		let asked = 0;
		const orderAt =
			typeof orders === 'function' ? orders : (n: number) => orders[Math.min(n, orders.length - 1)] ?? [];
		const port: LogPort = {
			pageSize: 4,
			page: async ({ start, size = 4 }) => {
				const shown = orderAt(asked++).flatMap((at) => entries[at] ?? []);
				return { entries: shown.slice(start, start + size), total: entries.length, at: Infinity };
			},
		};
		return port;
	}

	const [UP, DOWN] = [
		[0, 1, 2, 3, 4, 5, 6],
		[6, 5, 4, 3, 2, 1, 0],
	];

	test.each([
		['is another one for every page', (n: number) => apart.map((_, at) => (at * 3 + n * n) % 7)],
		// As a database sorts that looks for the first few: two readings agree and are both wrong.
		['is another one for the second page', [UP, UP, DOWN, UP, DOWN, UP, DOWN, UP]],
	])('an order that %s is read again, until every entry is there', async (_, orders) => {
		const { entries } = await readStep(portOf(apart, orders), SECOND);
		expect(entries.map(({ key }) => key).sort()).toEqual(apart.map(({ key }) => key).sort());
	});

	// Two equal entries, which are on no page together.
	const ends = [entry('same'), ...apart, entry('same')];
	const turned = (n: number): number[] => [0, ...apart.map((_, at) => 1 + ((at * 3 + n) % 7)), 8];

	test('equal entries that are far apart are taken where the order stays', async () => {
		const { entries } = await readStep(portOf(ends, [turned(0)]), SECOND);
		expect(entries).toHaveLength(9);
	});

	test('where it does not stay either, that is said: nothing is missed or repeated without a word', async () => {
		expect(await errorOf(readStep(portOf(ends, turned), SECOND))).toMatchObject({
			kind: 'busy',
			message: `The log kept changing in the second ${SECOND} while it was read`,
			hint: 'The next poll reads it again',
		});
	});
});

describe('the memory of one log', () => {
	const START = 1_790_000_000;
	const options = { limit: 100_000, at: START + 1_000, accept: () => true };
	const entry = (second: number, number: number): LogEntry =>
		readEntry('library', {
			dateline: second,
			act: 20,
			hash: `h${number}`,
			member_id: 7,
			fullpath: `${number}.txt`,
		});
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
});

describe('an entry', () => {
	test('has a whole second, and its code by the kind of its log', () => {
		expect(at(5.9).second).toBe(5);
		const message = 'The log contains an entry without a time';
		const refusal = { kind: 'protocol', message, hint: 'Report this to the operator of the service' };
		for (const dateline of [0, undefined, 'x'])
			expect(() => readEntry('library', { dateline })).toThrow(expect.objectContaining(refusal));
		expect(readEntry('management', { dateline: 1, type: 3, act: 20 }).code).toBe('3');
		expect(readEntry('library', { dateline: 1, type: 3, act: 20 }).code).toBe('20');
	});
	test.each<['library' | 'management', object, what: object[], looks: object[]]>([
		[
			'library',
			{ act: 20, hash: 'h', member_id: 7, fullpath: 'a', filehash: 'f', filesize: 3 },
			[{ act: 21 }, { hash: 'i' }, { member_id: 8 }],
			[{ fullpath: 'b' }, { filehash: 'g' }, { filesize: 4 }, { display_name: 'n' }],
		],
		[
			'management',
			{ type: 3, admin: 'a', content: 'c', ip: '1' },
			[{ type: 4 }],
			[{ admin: 'b' }, { content: 'd' }, { ip: '2' }],
		],
	])('of a %s log says what it is by one part of its key, how it looks by the other', (kind, fields, what, looks) => {
		const key = (more: object = {}) => readEntry(kind, { dateline: 1, ...fields, ...more }).key;
		for (const more of looks) expect([whatOf(key(more)), key(more) === key()]).toEqual([whatOf(key()), false]);
		for (const more of what) expect(whatOf(key(more))).not.toBe(whatOf(key()));
	});
});

describe('a request', () => {
	const sent = async (make: (caller: ReturnType<typeof callerWith>) => LogPort, query: LogQuery) => {
		const http = scriptedHttp({ body: { list: [{ dateline: 7, act: 20, type: 3 }], count: 9 } });
		const { entries, total } = await make(callerWith(http)).page(query);
		const {
			act,
			type,
			orderby,
			start_dateline: from,
			end_dateline: before,
			start,
			size,
			org_id: org,
		} = fieldsOf(http.sent[0]);
		const fields = Object.entries({ act, type, orderby, from, before, start, size, org });
		return { fields: Object.fromEntries(fields.filter(([, value]) => value !== undefined)), entries, total };
	};
	test('for a library log: its acts, from a second on', async () => {
		const { fields, entries, total } = await sent((caller) => libraryLog(caller, { org_id: '1' }, ['20', '21']), {
			from: 5,
			start: 10,
		});
		expect(fields).toEqual({ act: '20,21', orderby: 'asc', from: '5', start: '10', size: '1000', org: '1' });
		expect([entries.map(({ code, second }) => [code, second]), total]).toEqual([[['20', 7]], 9]);
		const all = await sent((caller) => libraryLog(caller, {}, ['20', '*']), { from: 0, start: 0 });
		expect(all.fields).toEqual({ orderby: 'asc', start: '0', size: '1000' });
	});
	test('for the management log: one type or all', async () => {
		const query = { from: 5, before: 6, start: 0, size: 1, newestFirst: true } as const;
		const common = { orderby: 'desc', from: '5', before: '6', start: '0', size: '1' };
		const one = await sent((caller) => managementLog(caller, ['3']), query);
		expect(one.fields).toEqual({ ...common, type: '3' });
		expect(one.entries[0]?.code).toBe('3');
		for (const codes of [['3', '4'], ['*'], []])
			expect((await sent((caller) => managementLog(caller, codes), query)).fields).toEqual(common);
	});
});
