import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import {
	defined,
	fieldsIn,
	filledText,
	isJsonObject,
	type JsonObject,
	numberOf,
	textOf,
} from '../../../src/protocol/wire/json';
import { atOnce, parsedInPieces } from '../../../src/protocol/wire/parseJson';
import { anyJson } from '../../support/arbitraries';
import { property } from '../../support/property';

test.each<[unknown, boolean]>([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	['{}', false],
	[undefined, false],
])('%j is an object with named fields: %s', (value, expected) => expect(isJsonObject(value)).toBe(expected));

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

test('fields that are undefined are absent, all others stay', () => {
	const fields = defined({ a: undefined, b: null, c: '', d: 0, e: false });
	expect(Object.entries(fields)).toEqual([
		['b', null],
		['c', ''],
		['d', 0],
		['e', false],
	]);
});

/** A text read by JSON.parse, which takes it as a whole. */
function asWhole(text: string): unknown {
	try {
		return { json: true, value: JSON.parse(text) as unknown };
	} catch {
		return { json: false };
	}
}

const json = anyJson(['list', '__proto__', 'a"]', '0', '']).chain((value) =>
	fc
		.constantFrom(undefined, 1, '\t')
		.map((blanks) => JSON.stringify({ list: [value, [value]], value }, null, blanks)),
);
/** With a stretch of it left out, or something put in. */
const damaged = fc
	.tuple(json, fc.nat(500), fc.nat(3), fc.constantFrom('', ',', '[', ']', '{', '}', ':', '"', '\\', ' ', '1', '{}'))
	.map(([text, at, cut, more]) => text.slice(0, at % text.length) + more + text.slice((at % text.length) + cut));

property({
	promise: 'in pieces comes out what JSON.parse reads from the whole, and nothing from what it refuses',
	count: 20_000,
	cases: fc.tuple(fc.oneof(json, damaged), fc.integer({ min: 1, max: 60 })),
	keeps: ([text, piece]) => deepStrictEqual(atOnce(parsedInPieces(text, { piece })), asWhole(text)),
});

const names = (count: number, name: (at: number) => string): string =>
	`{${Array.from({ length: count }, (_, at) => `"${name(at)}":1`).join()}}`;

test.each<[string, string, unknown]>([
	['100 levels', '['.repeat(100) + ']'.repeat(100), expect.objectContaining({ json: true })],
	['101 levels', '['.repeat(101) + ']'.repeat(101), { json: false, excess: 'levels' }],
	['levels that never end', '['.repeat(1_000_000), { json: false, excess: 'levels' }],
	['300,000 values', `[${Array(299_999).fill('0').join()}]`, expect.objectContaining({ json: true })],
	['300,001 values', `[${Array(300_000).fill('0').join()}]`, { json: false, excess: 'values' }],
	['objects without end', `[${Array(310_000).fill('{}').join()}]`, { json: false, excess: 'values' }],
	['20,000 names', names(20_000, String), expect.objectContaining({ json: true })],
	['20,001 names', `[1,${names(20_001, String)}]`, { json: false, excess: 'names' }],
	['brackets and commas in a text', JSON.stringify(['[{,'.repeat(400_000)]), expect.objectContaining({ json: true })],
])('%s', (_, text, expected) => expect(atOnce(parsedInPieces(text))).toEqual(expected));

/** Texts of several MB that take JSON.parse 50 to 1,000 ms as a whole: it is given small pieces of each. */
test.each<[string, string]>([
	['other names in each object', `[${Array.from({ length: 130_000 }, (_, at) => `{"k${at}":1}`).join()}]`],
	[
		'objects with many names',
		`[${Array.from({ length: 14 }, (_, n) => names(20_000, (at) => `k${n}_${at}`)).join()}]`,
	],
	[
		'names that are numbers',
		`[[${Array(14)
			.fill(names(20_000, (at) => String(at * 200_011)))
			.join()}]]`,
	],
	[
		'texts with escapes',
		`[${Array(100_000)
			.fill(`"${'\\n'.repeat(38)}"`)
			.join()}]`,
	],
	['numbers with many digits', `[${Array(200_000).fill('0.1234567890123456789e-300').join()}]`],
])('%s are parsed in pieces of up to 128 KiB', (_, text) => {
	const parse = jest.spyOn(JSON, 'parse');
	const steps = [...parsedInPieces(text)].length;
	const lengths = parse.mock.calls.map(([piece]) => piece.length);
	parse.mockRestore();
	expect(Math.max(...lengths)).toBeLessThanOrEqual(128 * 1024);
	expect(steps).toBeGreaterThan(text.length / (128 * 1024));
});
