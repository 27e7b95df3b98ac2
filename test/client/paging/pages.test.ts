import type { HttpRequest } from '../../../src/client/http/types';
import { pages, allEntries } from '../../../src/client/paging/pages';
import type { ListRequest, Paging } from '../../../src/protocol/operation/define';
import { callerWith, errorOf, fieldsOf, scriptedHttp, type Reply } from '../../support/ports';

const op = (paging?: Paging): ListRequest => ({
	id: 'libraryFileList',
	route: 'POST /m-open/1/file/ls',
	credential: 'org',
	repeatable: true,
	...(paging ? { paging } : {}),
});
const offsetBy = (pageSize: number): Paging => ({ kind: 'offset', pageSize, keyFields: ['hash'] });
const offset = op(offsetBy(3));
const whole = op({ kind: 'whole' });
const files = (n: number) => Array.from({ length: n }, (_, i) => ({ hash: `h${i}` }));
async function all(http: ReturnType<typeof scriptedHttp>, o: ListRequest, limit?: number, params = {}) {
	const found = [];
	for await (const entry of pages(callerWith(http), o, params, limit === undefined ? {} : { limit }))
		found.push(entry);
	return found;
}
/** Answers a list of n files: `count` in the form of the deployment, at most `most` entries per page. */
const lister =
	(n: number, count: 'number' | 'text' | 'none', most = Infinity) =>
	(r: HttpRequest): Reply => {
		const { start, size } = fieldsOf(r);
		const list = files(n).slice(Number(start), Number(start) + Math.min(most, Number(size)));
		return { body: { list, ...(count === 'none' ? {} : { count: count === 'text' ? String(n) : n }) } };
	};

test.each<[number, 'number' | 'text' | 'none', string[]]>([
	[0, 'number', ['0']],
	[2, 'number', ['0']],
	// A full page may not be the last one: a service may count the entries of the page.
	[3, 'number', ['0', '2']],
	// Each page repeats the last entry of the one before.
	[7, 'text', ['0', '2', '4']],
	[7, 'none', ['0', '2', '4', '6']],
	[6, 'none', ['0', '2', '4']],
])('%i entries with count as %s: starts %j', async (n, count, starts) => {
	const http = scriptedHttp(lister(n, count));
	expect(await all(http, offset)).toEqual(files(n));
	expect(http.sent.map((r) => fieldsOf(r).start)).toEqual(starts);
	expect(http.sent.every((r) => fieldsOf(r).size === '3')).toBe(true);
});

test('limit 0 requests nothing, and a reader that stops causes no further request', async () => {
	const http = scriptedHttp(lister(100, 'number'));
	expect(await all(http, offset, 0)).toEqual([]);
	expect(http.sent).toHaveLength(0);
	for await (const _ of pages(callerWith(http), offset, {})) break;
	expect(http.sent).toHaveLength(1);
});

test.each([{ count: 50 }, {}])('a service that ignores start causes no endless loop: %j', async (extra) => {
	const http = scriptedHttp({ body: { list: files(3), ...extra } });
	const found = [];
	for await (const entry of pages(callerWith(http), offset, {}, { onNotice: () => undefined })) found.push(entry);
	expect(found).toEqual(files(3));
	expect(http.sent).toHaveLength(4);
});

test.each<[unknown, number]>([
	[[], 0],
	[files(2), 2],
	[{ list: files(2) }, 2],
	[{ list: null }, 0],
	[{}, 0],
	[{ error_code: 0 }, 0],
	[null, 0],
	[{ list: {} }, 0],
	[{ list: { 7: { hash: 'a' } } }, 1],
])('a list in the form of %j', async (body, n) => {
	expect(await all(scriptedHttp({ body: JSON.stringify(body) }), whole)).toHaveLength(n);
});

test('an answer without a list is an error', async () => {
	expect(await errorOf(all(scriptedHttp({ body: { org_id: 1 } }), whole))).toMatchObject({
		kind: 'protocol',
		operation: 'libraryFileList',
		message: 'The service answered without a list',
		hint: 'Check the Base URL in the credential; the service may run a different version',
	});
	expect(await errorOf(all(scriptedHttp({ body: '"x"' }), whole))).toMatchObject({ kind: 'protocol' });
});

test('values that are not objects become objects', async () => {
	expect(await all(scriptedHttp({ body: ['a', 1] }), whole)).toEqual([{ value: 'a' }, { value: 1 }]);
});

/* Lists that come whole, and the end of a log that grows at its beginning. */

const request = <E>(paging?: Paging): ListRequest<E> => ({
	id: 'list',
	route: 'POST /list',
	credential: 'org',
	repeatable: true,
	...(paging ? { paging } : {}),
});

describe('a list that comes whole', () => {
	const sent = async (paging: Paging | undefined, limit?: number) => {
		const http = scriptedHttp({ body: [{ n: 1 }, { n: 2 }, { n: 3 }] });
		const found: unknown[] = [];
		const reading = limit === undefined ? {} : { limit };
		for await (const entry of pages(callerWith(http), request<{ n: number }>(paging), { a: 'b' }, reading))
			found.push(entry.n);
		return [found, http.sent.map((r) => fieldsOf(r).size)];
	};
	test.each<[Paging | undefined, number | undefined, unknown]>([
		[undefined, undefined, [[1, 2, 3], [undefined]]],
		[undefined, 2, [[1, 2], [undefined]]],
		[{ kind: 'whole' }, 2, [[1, 2], [undefined]]],
		[{ kind: 'whole', maxSize: 50 }, undefined, [[1, 2, 3], ['50']]],
		[{ kind: 'whole', maxSize: 50 }, 2, [[1, 2], ['2']]],
		[{ kind: 'whole', maxSize: 50 }, 0, [[], []]],
	])('%j with the limit %p', async (paging, limit, expected) => expect(await sent(paging, limit)).toEqual(expected));
	test('is one array, of pages too', async () => {
		expect(await allEntries(callerWith(scriptedHttp({ body: [{ n: 1 }] })), request<{ n: number }>())).toEqual([
			{ n: 1 },
		]);
		const op = request<{ hash: string }>({ kind: 'offset', pageSize: 5, keyFields: ['hash'] });
		const http = scriptedHttp({ body: { list: [{ hash: 'a' }], count: 1 } });
		expect(await allEntries(callerWith(http), op, { org_id: '7' })).toEqual([{ hash: 'a' }]);
		expect(fieldsOf(http.sent[0])).toMatchObject({ org_id: '7', start: '0', size: '5' });
	});
});

describe('the end of a log', () => {
	const op = request<{ dateline: unknown }>({
		kind: 'offset',
		pageSize: 2,
		keyFields: 'none',
		log: { order: 'order', end: 'end', time: 'dateline' },
	});
	/** The `end` of each request for a log with these times. */
	const ends = async (times: unknown[], params: Record<string, string> = {}) => {
		const http = scriptedHttp((r) => {
			const { start } = fieldsOf(r);
			const list = times
				.slice(Number(start), Number(start) + 2)
				.map((dateline, n) => ({ dateline, n: Number(start) + n }));
			return { body: { list, count: times.length } };
		});
		for await (const _entry of pages(callerWith(http), op, params, { onNotice: () => undefined })) void _entry;
		return [...new Set(http.sent.map((r) => fieldsOf(r).end))];
	};
	test.each<[string, unknown[], Record<string, string>, Array<string | undefined>]>([
		['is that of its newest entry', [90, 80, 70, 60], {}, [undefined, '91']],
		['is a whole second', ['90.9', 80, 70, 60], {}, [undefined, '91']],
		['also where two entries have one time', [90, 90, 70, 60], {}, [undefined, '91']],
		['is kept where one was wanted', [90, 80, 70, 60], { end: '95' }, ['95']],
		['is open where the oldest entry comes first', [60, 70, 80, 90], { order: 'asc' }, [undefined]],
		['is open where the order is another one', [80, 90, 70, 60], {}, [undefined]],
		['is open where the unit is another one', [90e12, 80e12, 70e12, 60e12], {}, [undefined]],
		['is open where a time is missing', [90, undefined, 70, 60], {}, [undefined]],
	])('%s', async (_, times, params, expected) => expect(await ends(times, params)).toEqual(expected));
});

/* Logs with entries that are equal, because they have no IDs. Each letter is one; a page has four of them. */

const LOG: ListRequest<{ name: string }> = {
	id: 'log',
	route: 'POST /log',
	credential: 'org',
	repeatable: true,
	paging: { kind: 'offset', pageSize: 4, keyFields: 'none', log: { order: 'order', end: 'end', time: 'dateline' } },
};

/** What is read of a service that answers with these pages and totals, in this order. */
async function read(order: string, answers: readonly string[], totals: readonly number[]): Promise<string> {
	let nth = 0;
	const http = scriptedHttp(() => {
		const list = [...(answers[nth] ?? '')].map((name) => ({ name }));
		return { body: { list, total: totals[nth++] } };
	});
	const found: string[] = [];
	const reading = pages(callerWith(http), LOG, { order }, { onNotice: () => undefined });
	for await (const { name } of reading) found.push(name);
	return found.join('');
}

// Each page repeats the last entry of the one before.
test.each([
	['begins with the oldest and grows at its end by d', 'asc', ['abxx', 'xxcd'], [6, 7], 'abxxxcd'],
	['begins with the newest and grows there by d', 'desc', ['abxx', 'xxxc'], [6, 7], 'abxxxc'],
	['has equal entries only', 'desc', ['xxxx', 'xxxx', 'xxxx', 'xx'], [11, 11, 11, 11], 'xxxxxxxxxxx'],
])('a log that %s', async (_what, order, answers, totals, expected) => {
	expect(await read(order, answers, totals)).toBe(expected);
});
