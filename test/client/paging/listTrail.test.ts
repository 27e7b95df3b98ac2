import { beginPass } from '../../../src/client/paging/listPass';
import { keyedTrail, sequenceTrail } from '../../../src/client/paging/listTrail';

/* What a page is asked for, by hand: each letter is an entry. Histories are in changingList.test.ts. */

const page = (start: number, keys: string, total?: number, size = 4) => ({ start, size, keys: [...keys], total });

test.each<[string, boolean, number, number, number[]]>([
	['one, as was asked for', true, 3, 0, [1]],
	['two, as was asked for', true, 2, 0, []],
	['two: the log has grown by one at its beginning', true, 3, 1, []],
	['one: the log has grown by one at its end', false, 3, 1, [1]],
])('sequence: of equal entries the nearest number is a repeat: %s', (_what, newestFirst, start, growth, fresh) => {
	const trail = sequenceTrail(newestFirst);
	trail.add(page(0, 'abxx'), [0, 1, 2, 3]);
	expect(trail.fit(page(start, 'xx'), growth)?.fresh).toEqual(fresh);
});

describe('a pass', () => {
	const passOf = (...pages: Array<ReturnType<typeof page>>) => {
		const pass = beginPass(keyedTrail);
		const steps = pages.map((one) => pass.take(one));
		const { read: count, changed, doubtful, lost } = pass;
		return { last: steps.at(-1), count, changed, doubtful, lost };
	};
	const letters = (length: number, from = 0) =>
		Array.from({ length }, (_, at) => String.fromCharCode(200 + from + at)).join('');

	test.each([
		[1, 1],
		[2, 1],
		[40, 39],
		[80, 78],
		[160, 156],
		[400, 395],
	])('after a full page of %d entries the next one is asked for from %d', (size, next) => {
		expect(passOf(page(0, letters(size), 1000, size)).last?.next).toBe(next);
	});
	test.each([
		[undefined, { fresh: [], total: undefined }],
		[4, { fresh: [], total: 4 }],
		[9, { fresh: [], total: 9, short: true }],
	])('ends with a page that shows no more than the overlap, with the total %p', (total, step) => {
		expect(passOf(page(0, 'abcd', total), page(3, 'd', total)).last).toEqual(step);
	});
	test.each([
		['a quarter of a page', 40, 14],
		['as much as has gone', 30, 5],
	])('a page with nothing of what was read goes back: %s', (_, total, next) => {
		const last = page(15, 'WXYZ', total);
		expect(passOf(page(0, letters(16), 40, 16), last).last).toEqual({ fresh: [], next, total: undefined });
	});
	test('the same page from another place: the next one is asked for without overlap', () => {
		expect(passOf(page(0, 'abcd', 20), page(3, 'abcd', 20)).last).toEqual({ fresh: [], next: 4, total: 20 });
	});
	test('where nothing of it is left it begins anew, five times', () => {
		const others = ['efgh', 'ijkl', 'mnop', 'qrst', 'uvwx', 'yzAB'].map((keys) => page(0, keys, 9));
		const pages = [page(0, 'abcd', 9), ...others.flatMap((other) => [page(3, 'XYZ', 9), other])];
		expect(passOf(...pages.slice(0, -1)).lost).toBe(false);
		expect(passOf(...pages)).toMatchObject({ count: 4, changed: true, lost: true });
	});
});
