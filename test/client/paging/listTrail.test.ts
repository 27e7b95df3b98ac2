import { entriesGiven, keyOf } from '../../../src/client/paging/offsetPages';
import { beginPass } from '../../../src/client/paging/listPass';
import { keyedTrail, sequenceTrail, type Fit, type Trail } from '../../../src/client/paging/listTrail';
import type { OffsetPaging } from '../../../src/protocol/operation/define';

/* How a page fits to what was read before it, by hand: each letter is an entry. */

const page = (start: number, keys: string, total?: number, size = 4) => ({ start, size, keys: [...keys], total });
/** A trail that has read these letters as one page. */
const read = (trail: Trail, keys: string): Trail => {
	trail.add(
		page(0, keys),
		[...keys].map((_, at) => at),
	);
	return trail;
};
const AS_BEFORE: Omit<Fit, 'fresh'> = { shift: 0, mayHaveSkipped: false, endsThere: false };

test.each<[string, number, string, Partial<Fit> | undefined]>([
	['repeats the last entry and goes on', 3, 'def', { fresh: [1, 2] }],
	['shows the last entry only', 3, 'd', { fresh: [] }],
	['is empty', 4, '', { fresh: [] }],
	['begins at the border', 4, 'ef', { fresh: [0, 1] }],
	['shows an entry twice', 3, 'deef', { fresh: [1, 3] }],
	['shows nothing of what was read', 3, 'xy', undefined],
	['has moved on by one: one came before it', 3, 'cdef', { fresh: [2, 3], shift: 1, mayHaveSkipped: true }],
	['has moved back by one: one went', 2, 'def', { fresh: [1, 2], shift: -1 }],
	['repeats an entry behind a new one', 3, 'xd', { fresh: [0], shift: 1, mayHaveSkipped: true }],
	['repeats an entry at the border', 4, 'de', { fresh: [1], shift: 1, mayHaveSkipped: true }],
	['shows an earlier entry behind a new one', 3, 'dea', { fresh: [1], mayHaveSkipped: true }],
])('keys: a page that %s', (_what, start, keys, fit) => {
	const found = read(keyedTrail(), 'abcd').fit(page(start, keys), 0);
	if (fit) expect(found).toMatchObject({ shift: 0, mayHaveSkipped: false, ...fit });
	else expect(found).toBeUndefined();
});

test('keys: whether a page ends with the entry that was read last', () => {
	const ends = (start: number, keys: string) => read(keyedTrail(), 'abcd').fit(page(start, keys), 0)?.endsThere;
	expect([ends(3, 'd'), ends(2, 'cd'), ends(4, ''), ends(2, 'c'), ends(0, 'ab')]).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
});

test.each<[string, number, string, number, Fit | undefined]>([
	['repeats one and goes on', 3, 'def', 0, { ...AS_BEFORE, fresh: [1, 2] }],
	['repeats two where one is expected: the log has grown', 3, 'cde', 1, { ...AS_BEFORE, fresh: [2], shift: 1 }],
	['shows the last entry only', 3, 'd', 0, { ...AS_BEFORE, fresh: [], endsThere: true }],
	['begins at the border', 4, 'ef', 0, { ...AS_BEFORE, fresh: [0, 1] }],
	['is empty', 4, '', 0, { ...AS_BEFORE, fresh: [], endsThere: true }],
	['shows nothing of what was read', 3, 'xy', 0, undefined],
	['shows earlier entries among new ones', 3, 'xay', 0, { ...AS_BEFORE, fresh: [0, 2], mayHaveSkipped: true }],
	['shows only earlier entries, not the last one', 3, 'ca', 0, { ...AS_BEFORE, fresh: [], mayHaveSkipped: true }],
	[
		'shows only earlier entries, to the last one',
		2,
		'ad',
		0,
		{ ...AS_BEFORE, fresh: [], mayHaveSkipped: true, endsThere: true },
	],
])('sequence: a page that %s', (_what, start, keys, growth, fit) => {
	expect(read(sequenceTrail(true), 'abcd').fit(page(start, keys), growth)).toEqual(fit);
});

test.each<[string, boolean, number, number, number[]]>([
	['one, as was asked for', true, 3, 0, [1]],
	['two, as was asked for', true, 2, 0, []],
	['two: the log has grown by one at its beginning', true, 3, 1, []],
	['one: the log has grown by one at its end', false, 3, 1, [1]],
])('sequence: of equal entries the nearest number is a repeat: %s', (_what, newestFirst, start, growth, fresh) => {
	expect(read(sequenceTrail(newestFirst), 'abxx').fit(page(start, 'xx'), growth)?.fresh).toEqual(fresh);
});

test('trails know how much was read and where the border is', () => {
	for (const trail of [keyedTrail(), sequenceTrail(true)]) {
		expect([trail.read, trail.nextPosition]).toEqual([0, 0]);
		read(trail, 'abcd');
		trail.add(page(3, 'def'), [1, 2]);
		expect([trail.read, trail.nextPosition]).toEqual([6, 6]);
	}
});

test('sequence: what was read before a page that did not continue it is not new either', () => {
	const trail = read(sequenceTrail(true), 'abcd');
	trail.add(page(3, 'xyd'), [0, 1]);
	expect(trail.fit(page(5, 'dabz'), 0)).toMatchObject({ fresh: [3] });
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
	test('ends where the announced total is reached by a page that is not full', () => {
		const { last, count, changed, doubtful, lost } = passOf(page(0, 'abc', 3));
		expect(last).toEqual({ fresh: [0, 1, 2], total: 3 });
		expect([count, changed, doubtful, lost]).toEqual([3, false, false, false]);
	});
	test.each([
		[undefined, { fresh: [], total: undefined }],
		[4, { fresh: [], total: 4 }],
		[9, { fresh: [], total: 9, short: true }],
	])('ends with a page that shows no more than the overlap, with the total %p', (total, step) => {
		expect(passOf(page(0, 'abcd', total), page(3, 'd', total)).last).toEqual(step);
	});
	test('a total below what a page reaches to is none', () => {
		expect(passOf(page(0, 'abcd', 3)).last).toEqual({ fresh: [0, 1, 2, 3], next: 3, total: undefined });
		expect(passOf(page(0, '', 0)).last).toEqual({ fresh: [], total: 0 });
	});
	test('without a total it ends with a page that brings less than half after a full one', () => {
		expect(passOf(page(0, 'abcd'), page(3, 'def')).last).toMatchObject({ fresh: [1, 2], next: 5 });
		expect(passOf(page(0, 'abcd'), page(3, 'de')).last).toEqual({ fresh: [1], total: undefined });
	});
	test('an entry that went moves the border back; the next pages overlap by so much more', () => {
		const pages = [page(0, 'abcd', 9), page(3, 'efgh', 8), page(2, 'defg', 8), page(4, 'fghi', 8)];
		const before = passOf(...pages.slice(0, 3));
		expect(before.last).toMatchObject({ fresh: [1, 2, 3], next: 4 });
		// One that was passed over has not come again.
		expect([before.changed, before.doubtful]).toEqual([true, true]);
		const after = passOf(...pages);
		expect(after.last).toEqual({ fresh: [2, 3], total: 8 });
		expect([after.count, after.changed, after.doubtful]).toEqual([9, true, false]);
	});
	test('entries that come before the border are no doubt; one that moves there is', () => {
		expect(passOf(page(0, 'abcd', 9), page(3, 'cdef', 10))).toMatchObject({ changed: true });
		expect(passOf(page(0, 'abcd', 9), page(3, 'cdef', 9))).toMatchObject({ changed: true, doubtful: true });
	});
	test('a list that only grows at its end has changed, without a doubt', () => {
		expect(passOf(page(0, 'abcd', 9), page(3, 'defg', 10))).toMatchObject({ changed: true, doubtful: false });
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

describe('keys of entries', () => {
	const named: OffsetPaging = { kind: 'offset', pageSize: 4, keyFields: ['id', 'name'] };
	const none: OffsetPaging = {
		...{ kind: 'offset', pageSize: 4, keyFields: 'none' },
		log: { order: 'order', end: 'end', time: 'dateline' },
	};
	const same = (paging: OffsetPaging, one: unknown, other: unknown) => keyOf(paging, one) === keyOf(paging, other);

	test('the named fields tell entries apart, whatever else they have; a number is the same as text', () => {
		expect(same(named, { id: 7, name: 'a', size: 1 }, { id: '7', name: 'a', size: 2 })).toBe(true);
		expect(same(named, { id: 7, name: 'a' }, { id: 7, name: 'b' })).toBe(false);
		expect(same(named, { id: 7 }, { id: 7, name: '' })).toBe(true);
		expect(same(named, { name: '7' }, { id: '7' })).toBe(false);
	});
	test('without one of them, and without names, the whole entry does', () => {
		expect(same(named, { size: 1 }, { size: 2 })).toBe(false);
		expect(same(named, { id: '', size: 1 }, { id: '', size: 1 })).toBe(true);
		expect(same(none, { id: 7, size: 1 }, { id: 7, size: 2 })).toBe(false);
		expect(same(none, { id: 7, size: 1 }, { id: 7, size: 1 })).toBe(true);
	});
	test('an entry with a key is given once; of equal ones without so many as a pass shows', () => {
		const given = (paging: OffsetPaging, ...passes: string[]) => {
			const known = entriesGiven(paging);
			return passes.map((pass) => {
				known.beginPass();
				return [...pass].filter((key) => known.isNew(key)).join('');
			});
		};
		expect(given(named, 'aab', 'abc')).toEqual(['ab', 'c']);
		expect(given(none, 'aab', 'abc', 'aaab')).toEqual(['aab', 'c', 'a']);
	});
});
