import { checkFields, checkValue } from '../../../src/protocol/operation/check';
import {
	requiredIn,
	type RowField,
	givenIn,
	textIn,
	trimmedIn,
	yesOrNo,
} from '../../../src/protocol/operation/check/inputRow';
import { checkJson } from '../../../src/protocol/operation/check/text';
import {
	choice,
	type Field,
	flag,
	pickers,
	ref,
	required,
	shownFor,
	text,
} from '../../../src/protocol/operation/fields';
import { help } from './oneField';

describe('JSON', () => {
	const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
	test.each<[string, unknown, RegExp]>([
		['more than 100 levels', nested(101), /^Body can't have more than 100 levels of lists and objects/],
		['no number', { a: NaN }, /^Body: JSON has no value for a calculation without a result/],
		['a number that is not exact', [2 ** 53], /^Body can't be 9007199254740992, which is too large/],
		['nothing', [undefined], /^Body: JSON has no value for nothing/],
		['a control character in a key', { 'a\u0000': 1 }, /^Body can't contain U\+0000/],
		['text that is none', '{"a"', /^Body must be valid JSON \([^"].*[^"]\)$/],
		['a text that is too long', `"${'a'.repeat(16_000_000)}"`, /^Body can't be longer than 16 MB$/],
	])('refused: %s', (_, value, message) => expect(() => checkJson('Body', value)).toThrow(message));
});

describe('rows of pickers', () => {
	const modes = {
		id: { label: 'I', wire: 'member_id', of: 'int' },
		path: { label: 'P', wire: 'fullpath', of: 'path' },
		account: { label: 'A', wire: 'account' },
	} as const;
	const member = required(ref(help, { claims: 'id', modes }));
	const field = pickers(help, { button: 'b', form: ',', cells: { member } });
	test('a cell that is not asked for makes no row, and takes none away', () => {
		const type = required.choice(help, { choices: { one: { label: 'One' }, other: { label: 'Other' } } });
		const cells = {
			type,
			other: { ...member, ...shownFor('type', 'other') },
			one: { ...member, ...shownFor('type', 'one') },
		};
		const one = { by: 'id', value: [1, 2] };
		const rowsWith = (value: unknown) =>
			checkValue('Members', { ...field, cells }, [{ type: 'one', one, other: { by: 'id', value } }]);
		const expected = ['1', '2'].map((value) => ({ type: 'one', one: { by: 'id', value } }));
		for (const left of [[3, 4], [], '']) expect(rowsWith(left)).toEqual(expected);
	});
});

describe('fields that depend on one another', () => {
	const a = { label: 'A', help };
	const fields: Record<string, Field> = {
		kind: choice(help, { default: 'x', choices: { x: a, y: a } }),
		simple: flag(help),
		forX: { ...required(text(help)), ...shownFor('kind', 'x') },
		forY: { ...required(text(help)), ...shownFor('kind', 'y') },
		notSimple: { ...text(help), overriddenBy: 'simple' },
		ofNode: { ...text(help), showFor: { field: 'authentication', values: ['token'] } },
	};
	test.each<[Record<string, unknown>, Record<string, unknown>]>([
		[{ forX: 'a', forY: 'b' }, { forX: 'a' }],
		[
			{ kind: 'y', forX: 'a', forY: 'b' },
			{ kind: 'y', forY: 'b' },
		],
		[
			{ forX: 'a', simple: true, notSimple: 'c' },
			{ forX: 'a', simple: true },
		],
		[
			{ forX: 'a', simple: 'false', notSimple: 'c' },
			{ forX: 'a', simple: false, notSimple: 'c' },
		],
		[
			{ forX: 'a', simple: null, notSimple: 'c' },
			{ forX: 'a', notSimple: 'c' },
		],
		[
			{ forX: 'a', ofNode: 'd' },
			{ forX: 'a', ofNode: 'd' },
		],
	])('%j is %j', (entered, expected) => expect(checkFields(fields, entered)).toEqual(expected));
	test('are refused by their own checks', () => {
		expect(() => checkFields(fields, { kind: { x: 1 }, forX: 'a' })).toThrow(/^Kind[: ]/);
		expect(() => checkFields(fields, { kind: 'y' })).toThrow('Fill in For Y first');
		expect(() => checkFields(fields, { forX: 'a', simple: 'maybe' })).toThrow(/^Simple must be true or false/);
		expect(() => checkFields(fields, {}, 'List, row 2, ')).toThrow(/^Fill in For X in row 2 of List$/);
	});
});

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
	const said = { message: 'Table, row 5, Code must be text, but is an object', hint: 'Check the field "theCode".' };
	expect(() => textIn(rowWith({ theCode: {} }), CODE)).toThrow(expect.objectContaining(said));
	const missing = { message: 'Table, row 5, Code is required', hint: 'The field "the_code" is missing or empty.' };
	for (const code of [undefined, '  '])
		expect(() => requiredIn(rowWith({ code }), CODE)).toThrow(expect.objectContaining(missing));
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
