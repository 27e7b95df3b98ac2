import {
	defined,
	fieldsIn,
	filledText,
	isJsonObject,
	type JsonObject,
	numberOf,
	plainNumber,
	textOf,
} from '../../../src/protocol/wire/json';

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
		expect([plainNumber(JSON.parse(json)), numberOf(JSON.parse(json))]).toEqual([NaN, undefined]);
	},
);

test('plain values become numbers as in JavaScript', () => {
	const values = ['5', ' 7 ', '', 'x', 1.5, true, false, null, undefined];
	expect(values.map(plainNumber)).toEqual([5, 7, 0, NaN, 1.5, 1, 0, 0, NaN]);
});

test('fields that are undefined are absent, all others stay', () => {
	const fields = defined({ a: undefined, b: null, c: '', d: 0, e: false });
	expect(Object.entries(fields)).toEqual([
		['b', null],
		['c', ''],
		['d', 0],
		['e', false],
	]);
});
