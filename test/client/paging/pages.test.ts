import type { HttpRequest } from '../../../src/client/http/types';
import { type ListRequest, type Paging } from '../../../src/protocol/operation/define';
import { pages } from '../../../src/client/paging/pages';
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
