import { checkBinaryInput, checkBinaryName } from '../../../src/protocol/operation/check/number';
import { checkCursor } from '../../../src/protocol/operation/check';
import { withDefaultTimes } from '../../../src/protocol/operation/check/date';
import { checkChoices, checkFlag } from '../../../src/protocol/operation/check/list';
import { date, multi, notEmpty, required, text } from '../../../src/protocol/operation/fields';
import { help } from './oneField';

const FILE = { mimeType: 'text/plain', data: 'eA==' };

test.each<[unknown, unknown]>([
	['data', ['data']],
	[FILE, [FILE]],
	[{ a: FILE, b: FILE }, [FILE, FILE]],
	[
		['data', FILE],
		['data', FILE],
	],
	[
		[{ a: FILE }, 'b'],
		[FILE, 'b'],
	],
])('%j is binary input', (value, expected) => expect(checkBinaryInput('Input', value)).toEqual(expected));

test.each<[unknown, RegExp]>([
	[[], /^Input can't be an empty list/],
	[{}, /^Input must be the name of a binary field or binary data, but is an object/],
	[{ a: FILE, b: 'x' }, /but is an object/],
	[null, /but is nothing/],
	[['data', 7], /but is 7/],
	['__proto__', /"__proto__" can't be the name of a field/],
	['', /^Fill in Input first/],
])('%j is no binary input', (value, message) => expect(() => checkBinaryInput('Input', value)).toThrow(message));

test.each(['a, constructor', 'prototype', 'a.__proto__.b', '__proto__ '])('%j is no name of a binary field', (name) =>
	expect(() => checkBinaryName('Output', name)).toThrow(/can't be the name of a field/),
);

test('a cursor is taken whole or not at all', () => {
	const cursor = 'oldest1.5.9.AAAAAAAA';
	expect(checkCursor('Continue From', ` ${cursor}\n`)).toBe(cursor);
	expect(() => checkCursor('Continue From', cursor.slice(0, -1))).toThrow(
		'Continue From: "oldest1.5.9.AAAAAAA" is not a whole cursor',
	);
});

describe('times of empty fields', () => {
	const NOW = Date.UTC(2026, 2, 1);
	const DAY = 86_400_000;
	const fields = {
		end: date(help, { unit: 'seconds', whenEmpty: (_, now) => now }),
		later: date(help, { unit: 'seconds', whenEmpty: ({ name }, now) => (name === 'x' ? now + DAY : undefined) }),
		day: date(help, { unit: 'day', whenEmpty: (_, now) => now + 1 }),
		other: date(help, { unit: 'seconds' }),
		name: text(help),
	};
	test('by now and the other fields, as midnight where the day counts', () => {
		const [end, later] = [new Date(NOW), new Date(NOW + DAY)];
		expect(withDefaultTimes(fields, { name: 'x' }, NOW)).toEqual({ name: 'x', end, later, day: end });
	});
	test('what was entered stays', () => {
		const end = new Date(NOW - 5 * DAY);
		expect(withDefaultTimes(fields, { end, day: end }, NOW)).toEqual({ end, day: end });
	});
});

describe('choices', () => {
	const a = { label: 'A', help };
	const field = multi(help, { form: ',', choices: { x: a, y: a } });
	test.each<[unknown, string[]]>([
		['x', ['x']],
		[' x ,, y', ['x', 'y']],
		[['x', 'x'], ['x']],
		['["x","y"]', ['x', 'y']],
		['', []],
		[[], []],
	])('%j chooses %j', (value, keys) => expect(checkChoices('Kinds', field, value)).toEqual(keys));
	test.each<[unknown]>([['z'], ['toString'], [['x', 'z']], ['[x'], [7]])('%j is refused', (value) =>
		expect(() => checkChoices('Kinds', field, value)).toThrow(/^Kinds: .* is not one of x \(A\), y \(A\)/),
	);
	test('none, where one is required or an update would say nothing', () => {
		expect(() => checkChoices('Kinds', required(field), ' , ')).toThrow('Choose something in Kinds first');
		expect(() => checkChoices('Kinds', notEmpty(field), [])).toThrow("Kinds can't be empty");
	});
});

test.each<[unknown, boolean]>([
	[true, true],
	[1, true],
	['true', true],
	['1', true],
	[false, false],
	[0, false],
	['false', false],
	['0', false],
])('%j is the flag %s', (value, flag) => expect(checkFlag('On', value)).toBe(flag));

test.each<[unknown]>([['yes'], [2], [null], ['']])('%j is no flag', (value) =>
	expect(() => checkFlag('On', value)).toThrow(/^On must be true or false, but is/),
);
