import { checkValue } from '../../../src/protocol/operation/check';
import { checkInteger, checkSize } from '../../../src/protocol/operation/check/number';
import { checkText, plainText, shown, textProblem } from '../../../src/protocol/operation/check/text';
import { clears, int, notEmpty, text } from '../../../src/protocol/operation/fields';
import { refusalOf } from '../../support/check';
import { help } from './oneField';

test.each<[unknown, string]>([
	[['a'], 'a list'],
	[null, 'nothing'],
	[7, '7'],
	[7n, '7'],
	[{}, 'an object'],
	[() => 0, 'a function'],
	[Symbol('x'), 'a symbol'],
])('%p is shown as %s', (value, expected) => expect(shown(value)).toBe(expected));

describe('a text', () => {
	const KIB_64 = 65_536;
	test.each<[unknown, string]>([
		[7, '7'],
		[7n, '7'],
		[false, 'false'],
	])('may be %p', (value, expected) => expect(plainText('Name', value)).toBe(expected));
	test.each<[unknown, { message: string; hint?: string }]>([
		[
			Infinity,
			{
				message: 'Name must be text, but is a calculation without a result',
				hint: 'Check the calculation in the expression.',
			},
		],
		[
			2 ** 53,
			{
				message: "Name can't be 9007199254740992, which is too large to be exact as a number",
				hint: 'Its last digits may be wrong already: pass it as text from where it comes.',
			},
		],
		[
			{},
			{
				message: 'Name must be text, but is an object',
				hint: 'If the value comes from an expression, select a single value of the item.',
			},
		],
		[
			'a\u0007',
			{
				message: "Name can't contain U+0007, a control character, which no value of this field contains",
				hint: 'Remove it from the value.',
			},
		],
		['a\nb', { message: "Name can't contain a line break", hint: 'Remove it from the value.' }],
		[
			'a\ud83d',
			{
				message: "Name can't contain U+D83D, half of a character, which can't be sent",
				hint: 'Remove it from the value.',
			},
		],
		[
			'a'.repeat(KIB_64 + 1),
			{
				message: "Name can't be longer than 64 KiB",
				hint: 'Check what the expression evaluates to for this item.',
			},
		],
		[
			'文'.repeat(KIB_64 / 3 + 1),
			{ message: expect.stringContaining('64 KiB') as string, hint: expect.any(String) as string },
		],
	])('is not %p', (value, expected) => expect(refusalOf(() => plainText('Name', value))).toMatchObject(expected));
	test('of several lines has line breaks and tabs where that is declared', () => {
		const lines = 'a\n\tb\r\n';
		for (const format of ['lines', 'content'] as const)
			expect(checkText('Memo', text(help, { format }), lines)).toBe(lines);
		expect(() => checkText('Memo', text(help), lines)).toThrow('a line break');
		expect(checkText('Memo', text(help, { format: 'content' }), 'a'.repeat(KIB_64 + 1))).toHaveLength(KIB_64 + 1);
		expect(() => checkText('Memo', text(help, { format: 'lines' }), 'a'.repeat(KIB_64 + 1))).toThrow('64 KiB');
	});
	test('of an update may be cleared, or not', () => {
		expect(checkText('Memo', clears(text(help)), '')).toBe('');
		expect(refusalOf(() => checkText('Memo', notEmpty(text(help)), ''))).toMatchObject({
			message: "Memo can't be empty",
			hint: 'Fill it in or remove the field.',
		});
		expect(checkValue('Memo', clears(text(help)), '')).toBe('');
		expect(() => checkValue('Size', notEmpty(int(help)), '')).toThrow("Size can't be empty");
	});

	test('may have 64 KiB, in letters of any size, or 10 MB of content', () => {
		expect(textProblem('a'.repeat(KIB_64))).toBeUndefined();
		expect(textProblem(`${'文'.repeat((KIB_64 - 1) / 3)}a`)).toBeUndefined();
		expect(textProblem('a'.repeat(KIB_64 + 1), 'content')).toBeUndefined();
		expect(textProblem('a'.repeat(KIB_64 + 1), 'lines')).toEqual([
			expect.stringContaining('64 KiB'),
			expect.anything(),
		]);
		expect(textProblem('a'.repeat(10_000_001), 'content')).toEqual([
			"can't be longer than 10 MB",
			'Make a file of it with another node, and upload that.',
		]);
	});
});

describe('a number', () => {
	test.each<[unknown, number]>([
		[' 12 ', 12],
		[12n, 12],
	])('may be %p', (value, expected) => expect(checkInteger('Count', value)).toBe(expected));
	test('is never -0', () => {
		for (const value of ['-0', -0]) {
			expect(Object.is(checkInteger('Count', value), 0)).toBe(true);
			expect(Object.is(checkSize('Space', value), 0)).toBe(true);
		}
	});
	test.each(['12x', '1e3', null, '0x10'])('is not %p', (value) =>
		expect(() => checkInteger('Count', value)).toThrow(/^Count must be a whole number/),
	);
	test.each(['1x', '1,5', '', '.5'])('%p is no amount of GB', (value) =>
		expect(() => checkSize('Space', value)).toThrow(/^Space must be a number of GB/),
	);
	test.each<[unknown, number]>([
		[' 12 ', 12 * 1024 ** 3],
		['1.25', 1.25 * 1024 ** 3],
	])('%p GB are %d bytes', (value, expected) => expect(checkSize('Space', value)).toBe(expected));
});
