import { allEntries, pages } from '../../../src/client/paging/pages';
import { type ListRequest, type Paging } from '../../../src/protocol/operation/define';
import { callerWith, fieldsOf, scriptedHttp } from '../../support/ports';

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
