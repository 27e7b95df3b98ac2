import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { fieldsIn, filledText, type JsonObject, numberOf, textOf } from '../../../src/protocol/wire/json';
import { checkJson, checkLongJson } from '../../../src/protocol/operation/check/text';
import { atOnce } from '../../support/atOnce';
import { parsedJson } from '../../../src/protocol/wire/parseJson';
import { anyJson } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

test.each<[unknown, JsonObject]>([
	[{ a: 1 }, { a: 1 }],
	[['x'], { 0: 'x' }],
	['x', {}],
	[null, {}],
])('the fields of %j are %j', (answer, fields) => expect(fieldsIn(answer)).toEqual(fields));

test.each<[unknown, string, string | undefined, number | undefined]>([
	[undefined, '', undefined, undefined],
	[null, '', undefined, undefined],
	['', '', undefined, undefined],
	[' ', ' ', ' ', undefined],
	['a', 'a', 'a', undefined],
	['0', '0', '0', 0],
	['-1.5', '-1.5', '-1.5', -1.5],
	['Infinity', 'Infinity', 'Infinity', undefined],
	[0, '0', undefined, 0],
	[7, '7', undefined, 7],
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
	[
		'brackets and commas in a text',
		JSON.stringify(['"[{,\\'.repeat(400_000)]),
		expect.objectContaining({ json: true }),
	],
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
