import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { checkJson, checkLongJson } from '../../../src/protocol/operation/check/text';
import {
	fieldsIn,
	filledText,
	type JsonObject,
	numberOf,
	textOf,
	amountOf,
	deadlineOf,
	isoSeconds,
	secondsOf,
} from '../../../src/protocol/wire/json';
import { parsedJson } from '../../../src/protocol/wire/parseJson';
import { read, sourcesIn } from '../../structure/imports';
import { anyJson } from '../../support/arbitraries';
import { atOnce } from '../../support/atOnce';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

test.each<[unknown, JsonObject]>([
	[{ a: 1 }, { a: 1 }],
	[['x'], { 0: 'x' }],
	[null, {}],
])('the fields of %j are %j', (answer, fields) => expect(fieldsIn(answer)).toEqual(fields));

test.each<[unknown, string, string | undefined, number | undefined]>([
	[undefined, '', undefined, undefined],
	[null, '', undefined, undefined],
	['', '', undefined, undefined],
	['a', 'a', 'a', undefined],
	['-1.5', '-1.5', '-1.5', -1.5],
	['Infinity', 'Infinity', 'Infinity', undefined],
	[0, '0', undefined, 0],
	[NaN, 'NaN', undefined, undefined],
	[true, 'true', undefined, undefined],
])('%p is the text %j, the filled text %j and the number %p', (value, text, filled, number) => {
	expect(textOf(value)).toBe(text);
	expect(filledText(value)).toBe(filled);
	expect(numberOf(value)).toBe(number);
});

test.each(['{"toString":null}', '{"valueOf":null,"toString":1}', '[{"toString":null}]', '{}', '[]', '[5]'])(
	'%s, which a service may send for a text or a number, is a text and no number',
	(json) => {
		expect(textOf(JSON.parse(json))).toBe(json);
		expect(numberOf(JSON.parse(json))).toBeUndefined();
	},
);

const names = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`;

test.each<[string, string, unknown]>([
	['100 levels', '['.repeat(100) + ']'.repeat(100), expect.objectContaining({ json: true })],
	['101 levels', '['.repeat(101) + ']'.repeat(101), { json: false, excess: 'levels' }],
	['many lists beside each other', `[${Array(200).fill('[{}]').join()}]`, expect.objectContaining({ json: true })],
	['300,000 values', `[${Array(299_999).fill('0').join()}]`, expect.objectContaining({ json: true })],
	['300,001 values', `[${Array(300_000).fill('0').join()}]`, { json: false, excess: 'values' }],
	['objects without end', `[${Array(310_000).fill('{}').join()}]`, { json: false, excess: 'values' }],
	['20,000 names', names(20_000), expect.objectContaining({ json: true })],
	['20,001 names', `[1,${names(20_001)}]`, { json: false, excess: 'names' }],
	['brackets, commas in a text', JSON.stringify(['"[{,\\'.repeat(400_000)]), expect.objectContaining({ json: true })],
	['no JSON', ']]}},,', { json: false }],
	['a field that objects inherit', '[{"a":{"\\u005f_proto__":1}}]', { json: true, value: [{ a: {} }] }],
])('%s', (_, text, expected) => expect(parsedJson(text)).toEqual(expected));

/** Fills a list, so that it is read in pieces. */
const FILLER = 'x'.repeat(40_000);
const json = anyJson(['list', 'a"]', '0', '']).chain((value) =>
	fc
		.constantFrom(undefined, 1, '\t')
		.map((blanks) => JSON.stringify([value, FILLER, [value], FILLER, { list: value }], null, blanks)),
);
/** With a stretch of it left out, or something put in. */
const damaged = fc
	.tuple(
		json,
		fc.nat(),
		fc.nat(3),
		fc.constantFrom('', ',', '[', ']', '{', '}', ':', '"', '\\', ' ', '1', '{}', '],['),
	)
	.map(([text, at, cut, more]) => text.slice(0, at % text.length) + more + text.slice((at % text.length) + cut));

property({
	promise: 'in pieces comes out what JSON.parse reads from the whole, and nothing from what it refuses',
	count: 600,
	cases: fc.oneof(json, damaged),
	keeps: (text) => {
		const whole = outcomeOf(() => checkJson('Rows', text));
		deepStrictEqual(
			outcomeOf(() => atOnce(checkLongJson('Rows', text))),
			whole,
		);
	},
});

test('a list of long entries is parsed in steps', () => {
	const entry = Array(100).fill(['x'.repeat(1000)]);
	expect([...checkLongJson('Rows', JSON.stringify(Array(10).fill(entry)))].length).toBeGreaterThanOrEqual(9);
});

const MOST = 2 ** 53 - 1;

test.each<[unknown, number | undefined]>([
	...[0, 1, MOST].flatMap((size): Array<[unknown, number]> => [
		[size, size],
		[String(size), size],
	]),
	...[-1, 2 ** 53, 0.5, NaN, Infinity, 'NaN', '-1', ' ', 'text', null, true, [1]].map(
		(value): [unknown, undefined] => [value, undefined],
	),
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
