import { amountOf, deadlineOf, isoSeconds, secondsOf } from '../../../src/protocol/wire/json';
import { read, sourcesIn } from '../../structure/imports';

const MOST = 2 ** 53 - 1;

test.each<[unknown, number | undefined]>([
	...[0, 1, MOST].flatMap((size): Array<[unknown, number]> => [
		[size, size],
		[String(size), size],
	]),
	...[
		-1,
		-1e13,
		1e300,
		2 ** 53,
		0.5,
		NaN,
		Infinity,
		'NaN',
		'-1',
		'',
		' ',
		'text',
		null,
		undefined,
		true,
		[1],
		{},
	].map((value): [unknown, undefined] => [value, undefined]),
])('the amount %p', (value, expected) => expect(amountOf(value)).toBe(expected));

test.each<[unknown, number | undefined]>([
	...[1, 1.5, 1_790_812_800, 8.64e12].map((value): [unknown, number] => [value, value]),
	['1790812800', 1_790_812_800],
	...[0, '0', -1, -1e13, 1e300, 8.64e12 + 1, NaN, 'NaN', '', 'text', null, undefined, false].map(
		(value): [unknown, undefined] => [value, undefined],
	),
])('the time %p', (value, expected) => {
	expect(secondsOf(value)).toBe(expected);
	expect(isoSeconds(value) === undefined).toBe(expected === undefined);
});

test.each([
	[-1, Infinity],
	['-1', Infinity],
	[5, 5],
	[0, undefined],
	[-2, undefined],
	[null, undefined],
])('the deadline %p', (value, expected) => expect(deadlineOf(value)).toBe(expected));

test('no source reads an amount or a time of the service in another way', () => {
	const named =
		/\bnumberOf\((?:[\w.?()[\]]*[.?])?\w*(?:size|dateline|seconds|deadline|expire\w*|count|total|expect)\b/i;
	// How an entry looks is compared as it was sent, and decides nothing by its time.
	const elsewhere = ['src/protocol/wire/json.ts', 'src/features/changes/work/processed.ts'];
	const files = sourcesIn('src/').filter((file) => !elsewhere.includes(file));
	expect(files.length).toBeGreaterThan(100);
	expect(files.filter((file) => named.test(read(file)))).toEqual([]);
});
