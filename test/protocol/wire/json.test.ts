import {
	defined,
	fieldsIn,
	filledText,
	isDeeperThan,
	isJsonObject,
	numberOf,
	textOf,
	type JsonObject,
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

test('fields that are undefined are absent, all others stay', () => {
	const fields = defined({ a: undefined, b: null, c: '', d: 0, e: false });
	expect(Object.entries(fields)).toEqual([
		['b', null],
		['c', ''],
		['d', 0],
		['e', false],
	]);
});

test('levels of lists and objects are counted', () => {
	const nested = (levels: number): unknown =>
		Array.from({ length: levels }).reduce<unknown>((inside, _, nth) => (nth % 2 ? [1, inside] : { inside }), 'x');
	expect([isDeeperThan('x', 0), isDeeperThan([], 0), isDeeperThan([], 1)]).toEqual([false, true, false]);
	expect([isDeeperThan(nested(100), 100), isDeeperThan(nested(101), 100)]).toEqual([false, true]);
	expect(isDeeperThan(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), 100)).toBe(true);
});
