import {
	requiredIn,
	type RowField,
	givenIn,
	textIn,
	trimmedIn,
	yesOrNo,
} from '../../../src/protocol/operation/check/inputRow';

/* Single cells of a row: which name is read, what is refused, and how it is reported. */

const ROW = { item: 4, where: 'Table, row 5, ' };
const CODE: RowField = { label: 'Code', names: ['the_code', 'theCode', 'code'] };
const rowWith = (json: Record<string, unknown>) => ({ ...ROW, json });

test.each<[Record<string, unknown>, unknown]>([
	[
		{ the_code: 'a', code: 'b' },
		{ name: 'the_code', value: 'a' },
	],
	[
		{ the_code: null, theCode: '', code: 'b' },
		{ name: 'theCode', value: '' },
	],
	[
		{ the_code: 7, theCode: '7' },
		{ name: 'the_code', value: 7 },
	],
	[{ other: 1 }, undefined],
	[{ constructor: 1, code: undefined }, undefined],
])('%j says %j', (json, said) => expect(givenIn(rowWith(json), CODE)).toEqual(said));

test('text is read as it is, or without the blanks around it; anything else than a plain value is refused', () => {
	expect(textIn(rowWith({ code: ' a ' }), CODE)).toBe(' a ');
	expect(trimmedIn(rowWith({ code: ' a ' }), CODE)).toBe('a');
	expect([textIn(rowWith({}), CODE), textIn(rowWith({ code: true }), CODE)]).toEqual([undefined, 'true']);
	expect(() => textIn(rowWith({ theCode: {} }), CODE)).toThrow(
		expect.objectContaining({
			message: 'Table, row 5, Code must be text, but is an object',
			hint: 'Check the field "theCode".',
		}),
	);
	for (const code of [undefined, '  '])
		expect(() => requiredIn(rowWith({ code }), CODE)).toThrow(
			expect.objectContaining({
				message: 'Table, row 5, Code is required',
				hint: 'The field "the_code" is missing or empty.',
			}),
		);
});

test('yes and no have many words', () => {
	for (const yes of ['true', ' 1', 'YES', 'y', 'Enabled', 'active']) expect([yes, yesOrNo(yes)]).toEqual([yes, true]);
	for (const no of ['false', '0', 'No', 'n ', 'disabled', 'INACTIVE']) expect([no, yesOrNo(no)]).toEqual([no, false]);
	for (const word of ['', '2', '-1', 'maybe']) expect(yesOrNo(word)).toBeUndefined();
});

test.each<[string, unknown, unknown]>([
	['a.b', { 'a.b': 1, a: { b: 2 } }, 1],
	['a.b', { a: { b: 2 } }, 2],
	['a.1.b', { a: [0, { b: 3 }] }, 3],
	['a.b', { a: null }, undefined],
	['a.length', { a: 'text' }, undefined],
	['toString', {}, undefined],
])('%s of %j is %j', (name, json, value) =>
	expect(givenIn(rowWith(json as Record<string, unknown>), { label: 'X', names: [name] })?.value).toBe(value),
);
