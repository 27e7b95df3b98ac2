import { checkFields, checkValue } from '../../../src/protocol/operation/check';
import { checkJson } from '../../../src/protocol/operation/check/text';
import { enteredRows } from '../../../src/protocol/operation/check/list';
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

/* JSON, rows, dates, and fields that depend on one another. */

describe('JSON', () => {
	const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
	test('says what it contains', () => {
		const value = {
			a: [null, true, 'x\n', 1.5],
			b: undefined,
			at: new Date(0),
			own: { toJSON: () => 'own' },
			not: { toJSON: 1 },
		};
		expect(checkJson('Body', value)).toStrictEqual({
			a: [null, true, 'x\n', 1.5],
			at: '1970-01-01T00:00:00.000Z',
			own: 'own',
			not: { toJSON: 1 },
		});
		expect(checkJson('Body', 'null')).toBeNull();
		expect(checkJson('Body', nested(100))).toEqual(nested(100));
	});
	test.each<[string, unknown, RegExp]>([
		['more than 100 levels', nested(101), /^Body has more than 100 levels of lists and objects/],
		['no number', { a: NaN }, /^Body contains a calculation without a result, which JSON can't say/],
		['a number that is not exact', [2 ** 53], /^Body: 9007199254740992 is too large/],
		['nothing', [undefined], /^Body contains nothing/],
		['a control character in a key', { 'a\u0000': 1 }, /^Body contains U\+0000/],
		['text that is none', '{"a"', /^Body is not valid JSON \([^"].*[^"]\)$/],
		['a text that is too long', `"${'a'.repeat(16_000_000)}"`, /^Body is longer than 16 MB$/],
	])('refused: %s', (_, value, message) => expect(() => checkJson('Body', value)).toThrow(message));
});

describe('rows of pickers', () => {
	const modes = {
		id: { label: 'I', wire: 'member_id', of: 'int' },
		path: { label: 'P', wire: 'fullpath', of: 'path' },
		account: { label: 'A', wire: 'account' },
	} as const;
	const member = required(ref({ claims: 'id', help, modes }));
	const field = pickers({ help, button: 'b', form: ',', cells: { member } });
	const rowsOf = (by: unknown, value: unknown) => enteredRows('Members', field, [{ member: { by, value } }]);
	const named = (by: string, ...values: unknown[]) => values.map((value) => ({ member: { by, value } }));
	test.each<[string, unknown, unknown[]]>([
		['id', '1,2', ['1', '2']],
		['id', [1, 2], [1, 2]],
		['account', 'a,b', ['a,b']],
		['account', '["a","b"]', ['a', 'b']],
		['path', '["a","b"]', ['a', 'b']],
		['path', '[2026]', ['[2026]']],
		['account', '[2026]', [2026]],
		['other', '1,2', ['1,2']],
	])('by %s, %j stands for %j', (by, value, values) => expect(rowsOf(by, value)).toEqual(named(by, ...values)));
	test('other rows stay as they are', () => {
		const rows = ['x', { member: 'y' }, { other: [1, 2] }];
		expect(enteredRows('Members', field, rows)).toEqual(rows);
		expect(() => checkValue('Members', field, ['x'])).toThrow('Members, row 1 must be a row of fields, but is "x"');
		expect(rowsOf(7, [1, 2])).toEqual([{ member: { by: 7, value: 1 } }, { member: { by: 7, value: 2 } }]);
	});
	test('a cell that is not asked for makes no row, and takes none away', () => {
		const type = required.choice({ help, choices: { one: { label: 'One' }, other: { label: 'Other' } } });
		const cells = { type, other: shownFor('type', ['other'], member), one: shownFor('type', ['one'], member) };
		const one = { by: 'id', value: [1, 2] };
		const rowsWith = (value: unknown) =>
			checkValue('Members', { ...field, cells }, [{ type: 'one', one, other: { by: 'id', value } }]);
		const expected = ['1', '2'].map((value) => ({ type: 'one', one: { by: 'id', value } }));
		for (const left of [[3, 4], [], '']) expect(rowsWith(left)).toEqual(expected);
	});
	test('are 10,000 at most', () => {
		expect(
			rowsOf(
				'id',
				Array.from({ length: 10_000 }, (_, at) => at),
			),
		).toHaveLength(10_000);
		expect(() =>
			rowsOf(
				'id',
				Array.from({ length: 10_001 }, (_, at) => at),
			),
		).toThrow('Members have more than 10000 rows');
	});
});

describe('fields that depend on one another', () => {
	const a = { label: 'A', help };
	const fields: Record<string, Field> = {
		kind: choice({ help, default: 'x', choices: { x: a, y: a } }),
		simple: flag({ help, off: '0' }),
		forX: shownFor('kind', ['x'], required(text({ help }))),
		forY: shownFor('kind', ['y'], required(text({ help }))),
		notSimple: { ...text({ help }), overriddenBy: 'simple' },
		ofNode: { ...text({ help }), showFor: { field: 'authentication', values: ['token'] } },
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
		expect(() => checkFields(fields, {}, 'List, row 2: ')).toThrow('Fill in For X in row 2 of List first');
	});
	test('one that another one makes optional may be left out', () => {
		const optional = { ...required(text({ help })), optionalFor: { field: 'kind', values: ['y'] } } as const;
		const { kind } = fields as { kind: Field };
		expect(checkFields({ kind, name: optional }, { kind: 'y' })).toEqual({ kind: 'y' });
		expect(() => checkFields({ kind, name: optional }, {})).toThrow('Fill in Name first');
	});
	test('a locator that may be the root needs a value, unless one is sent for nothing', () => {
		const root = { label: 'P', wire: 'fullpath', of: 'path', root: true } as const;
		const modes = { path: root, id: { label: 'I', wire: 'hash' } };
		const folder = ref({ claims: 'parent', help, modes });
		expect(() => checkFields({ folder }, {})).toThrow('Choose a Folder first');
		expect(checkFields({ folder: { ...folder, sentWhenEmpty: '' } }, {})).toEqual({});
		expect(checkFields({ folder: ref({ claims: 'parent', help, modes: { id: modes.id } }) }, {})).toEqual({});
	});
});

test('what a text cell may be that takes a list', () => {
	const cell = text({ help, orList: true });
	expect(checkValue('Tags', cell, ['a', 7])).toEqual(['a', '7']);
	expect(checkValue('Tags', cell, 'a')).toBe('a');
	expect(checkValue('Tags', cell, [])).toEqual([]);
	expect(() => checkValue('Tags', text({ help }), ['a'])).toThrow('Tags must be text, but is a list');
});
