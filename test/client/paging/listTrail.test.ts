import { Pass } from '../../../src/client/paging/listPass';
import { KeyedTrail, SequenceTrail } from '../../../src/client/paging/listTrail';

/* What a page is asked for, by hand: each letter is an entry. Histories are in changingList.test.ts. */

const page = (start: number, keys: string, total?: number, size = 4) => ({ start, size, keys: [...keys], total });

test.each<[string, boolean, number, number, number[]]>([
	['one, as was asked for', true, 3, 0, [1]],
	['two, as was asked for', true, 2, 0, []],
	['two: the log has grown by one at its beginning', true, 3, 1, []],
	['one: the log has grown by one at its end', false, 3, 1, [1]],
])('sequence: of equal entries the nearest number is a repeat: %s', (_what, newestFirst, start, growth, fresh) => {
	const trail = new SequenceTrail(newestFirst);
	trail.add(page(0, 'abxx'), [0, 1, 2, 3]);
	expect(trail.fit(page(start, 'xx'), growth)?.fresh).toEqual(fresh);
});

describe('a pass', () => {
	const passOf = (...pages: Array<ReturnType<typeof page>>) => {
		const pass = new Pass(() => new KeyedTrail());
		const steps = pages.map((one) => pass.take(one));
		const { read: count, changed, doubtful, lost } = pass;
		return { last: steps.at(-1), count, changed, doubtful, lost };
	};
	const letters = (length: number) => Array.from({ length }, (_, at) => String.fromCharCode(200 + at)).join('');

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
	test.each<[string, Array<ReturnType<typeof page>>, object]>([
		[
			'shows no more than the overlap: the end',
			[page(0, 'abcd'), page(3, 'd')],
			{ last: { fresh: [], total: undefined } },
		],
		['reaches the total', [page(0, 'abcd', 4), page(3, 'd', 4)], { last: { fresh: [], total: 4 } }],
		['does not reach it', [page(0, 'abcd', 9), page(3, 'd', 9)], { last: { fresh: [], total: 9, short: true } }],
		['brings half of a page after a full one', [page(0, 'abcd'), page(3, 'def')], { last: { next: 5 } }],
		['brings less: the end', [page(0, 'abcd'), page(3, 'de')], { last: { fresh: [1], total: undefined } }],
		['shows an entry twice', [page(0, 'abcd', 9), page(3, 'deef', 9)], { last: { fresh: [1, 3] } }],
		['shows what came before the border', [page(0, 'abcd', 9), page(3, 'cdef', 10)], { changed: true }],
		['shows what moved there', [page(0, 'abcd', 9), page(3, 'cdef', 9)], { changed: true, doubtful: true }],
		[
			'shows nothing of what was read',
			[page(0, letters(16), 40, 16), page(15, 'WXYZ', 40)],
			{ last: { next: 14 } },
		],
		[
			'shows nothing of it, as so much has gone',
			[page(0, letters(16), 40, 16), page(15, 'WXYZ', 30)],
			{ last: { next: 5 } },
		],
		[
			'is the same from another place',
			[page(0, 'abcd', 20), page(3, 'abcd', 20)],
			{ last: { fresh: [], next: 4 } },
		],
		[
			'shows that one entry went, so that one was passed over',
			[page(0, 'abcd', 9), page(3, 'efgh', 8), page(2, 'defg', 8)],
			{ last: { fresh: [1, 2, 3], next: 4 }, doubtful: true },
		],
		[
			'shows the one that was passed over',
			[page(0, 'abcd', 9), page(3, 'efgh', 8), page(2, 'defg', 8), page(4, 'fghi', 8)],
			{ last: { fresh: [2, 3], total: 8 }, count: 9, changed: true, doubtful: false },
		],
	])('whose last page %s', (_, pages, expected) => expect(passOf(...pages)).toMatchObject(expected));

	test('where nothing of it is left it begins anew, five times', () => {
		const others = ['efgh', 'ijkl', 'mnop', 'qrst', 'uvwx', 'yzAB'].map((keys) => page(0, keys, 9));
		const pages = [page(0, 'abcd', 9), ...others.flatMap((other) => [page(3, 'XYZ', 9), other])];
		expect(passOf(...pages.slice(0, -1)).lost).toBe(false);
		expect(passOf(...pages)).toMatchObject({ count: 4, changed: true, lost: true });
	});
});
