import { operation, returns, type AnyOperation } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';
import { inputError, isLibraryError } from '../../../src/protocol/wire/libraryError';
import {
	binary,
	choice,
	date,
	flag,
	int,
	json,
	list,
	multi,
	ref,
	required,
	rows,
	text,
	type Field,
} from '../../../src/protocol/operation/fields';

/* What each kind of field becomes on the wire, and what it refuses. Wire forms: document and ambiguities A10, A12, A13, A15. */

const HIDDEN = '合同 2026/é+b%20&x.txt';
const one = (field: Field): AnyOperation =>
	operation({
		id: 't',
		resource: 'r',
		operation: 'o',
		name: 'O',
		action: 'A',
		summary: 's',
		route: 'POST /x',
		credential: 'org',
		repeatable: true,
		input: { myField: field },
		output: returns<unknown>(),
		example: {},
	}) as AnyOperation;
const help = 'h';
const refuses = (field: Field, value: unknown, message: RegExp): void => {
	let thrown: unknown;
	try {
		encode(one(field), value === undefined ? {} : { myField: value });
	} catch (error) {
		thrown = error;
	}
	expect(isLibraryError(thrown)).toBe(true);
	expect(thrown).toMatchObject({
		kind: 'input',
		message: expect.stringMatching(message),
		field: expect.stringMatching(/^My Field/),
	});
};

const a = { label: 'A', help };
const CHOICE = choice({ help, fallback: 'x', choices: { x: a, y: { ...a, wire: '1' }, z: { ...a, wire: null } } });
const REF = ref({
	claims: 'scope',
	help,
	modes: {
		path: { label: 'P', wire: 'fullpath', of: 'path' },
		id: { label: 'I', wire: 'hash' },
		number: { label: 'N', wire: 'op_id', of: 'int' },
	},
});
const ROOT = ref({ claims: 'scope', help, modes: { path: { label: 'P', wire: 'fullpath', of: 'path', root: true } } });

test.each<[string, Field, unknown, Record<string, string>]>([
	['text', text({ help }), HIDDEN, { my_field: HIDDEN }],
	['text of blanks is kept', text({ help }), ' a ', { my_field: ' a ' }],
	['a number as text', text({ help }), 0, { my_field: '0' }],
	['false as text', text({ help }), false, { my_field: 'false' }],
	['a wire name', text({ help, wire: 'op_name' }), 'x', { op_name: 'x' }],
	['a path', text({ help, path: true, claims: 'path' }), `//${HIDDEN}/`, { my_field: HIDDEN }],
	['absent text', text({ help }), undefined, {}],
	['null is absent', text({ help }), null, {}],
	['zero', int({ help, fallback: 5 }), 0, { my_field: '0' }],
	['a negative number', int({ help, fallback: 5 }), -1, { my_field: '-1' }],
	['digits', int({ help, fallback: 5 }), '007', { my_field: '7' }],
	['at the bounds', int({ help, fallback: 5, min: 1, max: 10 }), 10, { my_field: '10' }],
	['a large whole number', int({ help, fallback: 0 }), 9007199254740991, { my_field: '9007199254740991' }],
	['flag on', flag({ help, off: '0' }), true, { my_field: '1' }],
	['flag off, sent', flag({ help, off: '0' }), false, { my_field: '0' }],
	['flag off, left out', flag({ help, off: 'omit' }), false, {}],
	['flag with its own word', flag({ help, off: 'omit', on: 'in' }), true, { my_field: 'in' }],
	['flag as text', flag({ help, off: '0' }), 'false', { my_field: '0' }],
	['flag absent', flag({ help, off: '0' }), undefined, {}],
	['choice', CHOICE, 'x', { my_field: 'x' }],
	['choice with a wire value', CHOICE, 'y', { my_field: '1' }],
	['choice that is not sent', CHOICE, 'z', {}],
	[
		'list of one',
		list({ claims: 'scope', help, form: '|', of: 'path', button: 'b' }),
		[`/${HIDDEN}`],
		{ my_field: HIDDEN },
	],
	[
		'list by comma',
		list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' }),
		['a', HIDDEN],
		{ my_field: `a,${HIDDEN}` },
	],
	[
		'list by semicolon',
		list({ claims: 'scope', help, form: ';', of: 'text', button: 'b' }),
		['a', 'b'],
		{ my_field: 'a;b' },
	],
	[
		'list as JSON keeps separators',
		list({ claims: 'scope', help, form: 'json', of: 'text', button: 'b' }),
		['a,b;c|d'],
		{ my_field: '["a,b;c|d"]' },
	],
	[
		'list of numbers',
		list({ claims: 'scope', help, form: ',', of: 'int', button: 'b' }),
		[0, '12'],
		{ my_field: '0,12' },
	],
	[
		'one value for a list',
		list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' }),
		'a',
		{ my_field: 'a' },
	],
	[
		'a list as JSON text',
		list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' }),
		'["a","b"]',
		{ my_field: 'a,b' },
	],
	['an empty optional list', list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' }), [], {}],
	['multi of one', multi({ help, form: 'json', choices: { a, b: a } }), ['a'], { my_field: '["a"]' }],
	[
		'multi by comma, none twice',
		multi({ help, form: ',', choices: { a, b: a } }),
		['a', 'b', 'a'],
		{ my_field: 'a,b' },
	],
	[
		'date in seconds, rounded down',
		date({ help, unit: 'seconds' }),
		new Date(1_700_000_000_999),
		{ my_field: '1700000000' },
	],
	[
		'date in milliseconds',
		date({ help, unit: 'milliseconds' }),
		new Date(1_700_000_000_999),
		{ my_field: '1700000000999' },
	],
	['the beginning of time', date({ help, unit: 'seconds' }), new Date(0), { my_field: '0' }],
	['a date as text', date({ help, unit: 'seconds' }), '2026-01-01T00:00:00Z', { my_field: '1767225600' }],
	['a date that is always sent', date({ help, unit: 'seconds', absent: '0' }), undefined, { my_field: '0' }],
	['JSON text is made compact', json({ help }), '{ "a": [ 0, "é" ] }', { my_field: '{"a":[0,"é"]}' }],
	['a JSON value', json({ help }), { a: false }, { my_field: '{"a":false}' }],
	['locator by path', REF, { by: 'path', value: `/${HIDDEN}/` }, { fullpath: HIDDEN }],
	['locator by id', REF, { by: 'id', value: 'abc' }, { hash: 'abc' }],
	['locator by number 0', REF, { by: 'number', value: 0 }, { op_id: '0' }],
	['locator that may be empty', REF, { by: 'id', value: '' }, {}],
	['the root', ROOT, { by: 'path', value: '/' }, { fullpath: '' }],
	['the empty root', ROOT, { by: 'path', value: '' }, { fullpath: '' }],
])('%s', (_name, field, value, wire) => {
	expect(encode(one(field), value === undefined ? {} : { myField: value })).toEqual(wire);
});

test('random text is made up, and different each time', () => {
	const make = () => encode(one(text({ help, random: true })), {})['my_field'];
	expect(make()).toMatch(/^\w{16}$/);
	expect(make()).not.toBe(make());
});

describe('refused, with the name of the field', () => {
	test.each<[string, Field, unknown, RegExp]>([
		['required text that is absent', required(text({ help })), undefined, /^My Field: is required/],
		['required text that is empty', required(text({ help })), '', /^My Field: is required/],
		[
			'required path that is only slashes',
			required(text({ help, path: true, claims: 'path' })),
			'//',
			/^My Field: is required/,
		],
		['a forbidden character', text({ help, forbid: '|' }), 'a|b', /^My Field: must not hold "\|"/],
		['an object for text', text({ help }), {}, /^My Field: must be text/],
		['a list for text', text({ help }), ['a'], /^My Field: must be text/],
		['a fraction', int({ help, fallback: 0 }), 1.5, /^My Field: must be a whole number/],
		['words for a number', int({ help, fallback: 0 }), 'ten', /^My Field: must be a whole number/],
		['an empty text for a number', int({ help, fallback: 0 }), '', /^My Field: must be a whole number/],
		['more than is safe', int({ help, fallback: 0 }), 2 ** 53, /^My Field: must be a whole number/],
		['too small', int({ help, fallback: 1, min: 1 }), 0, /^My Field: must be at least 1/],
		['too large', int({ help, fallback: 1, max: 9 }), 10, /^My Field: must be at most 9/],
		['words for a flag', flag({ help, off: '0' }), 'yes', /^My Field: must be true or false/],
		['an unknown choice', CHOICE, 'w', /^My Field: "w" is not one of x, y, z/],
		['a property of every object', CHOICE, 'constructor', /^My Field: "constructor" is not one of/],
		[
			'an unknown choice of several',
			multi({ help, form: ',', choices: { a } }),
			['b'],
			/^My Field: "b" is not one of a/,
		],
		['no choice of several', required(multi({ help, form: ',', choices: { a } })), [], /^My Field: is required/],
		[
			'a separator in a value',
			list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' }),
			['a,b'],
			/^My Field: "a,b" holds ","/,
		],
		[
			'an empty part',
			list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' }),
			['a', ''],
			/^My Field: holds an empty value/,
		],
		[
			'a part that is only slashes',
			list({ claims: 'scope', help, form: '|', of: 'path', button: 'b' }),
			['/'],
			/^My Field: holds an empty value/,
		],
		[
			'an empty required list',
			required(list({ claims: 'scope', help, form: ',', of: 'text', button: 'b' })),
			[],
			/^My Field: is required/,
		],
		[
			'words in a list of numbers',
			list({ claims: 'scope', help, form: ',', of: 'int', button: 'b' }),
			['a'],
			/^My Field: must be a whole number/,
		],
		['no date', date({ help, unit: 'seconds' }), 'soon', /^My Field: "soon" is not a date/],
		['no JSON', json({ help }), '{', /^My Field: is not valid JSON/],
		['an unknown mode', REF, { by: 'name', value: 'x' }, /^My Field: cannot be given by "name"/],
		['a required locator that is empty', required(REF), { by: 'id', value: '' }, /^My Field: is required/],
		['the root where a file is needed', required(REF), { by: 'path', value: '/' }, /^My Field: .*root/],
		['words for a number id', REF, { by: 'number', value: 'x' }, /^My Field: must be a whole number/],
		['no rows', required(rows({ help, button: 'b', cells: {} })), [], /^My Field: is required/],
		[
			'a cell that is wrong',
			rows({ help, button: 'b', cells: { amount: required(int({ help, fallback: 0 })) } }),
			[{ amount: 1 }, { amount: 'x' }],
			/^My Field 2, Amount: must be a whole number/,
		],
		['no name of a binary field', binary({ help, direction: 'in' }), '', /^My Field: is required/],
	])('%s', (_name, field, value, message) => refuses(field, value, message));
});

describe('composed values', () => {
	const op = operation({
		id: 't',
		resource: 'r',
		operation: 'o',
		name: 'O',
		action: 'A',
		summary: 's',
		route: 'POST /x',
		credential: 'org',
		repeatable: true,
		input: {
			folder: text({ help, composed: true }),
			name: required(text({ help, composed: true, wire: 'fullpath' })),
			tag: text({ help }),
		},
		compose: ({ folder, name }) => {
			if (name === 'bad') throw inputError('Name', 'is bad');
			return { fullpath: `${folder ?? ''}/${name}` };
		},
		output: returns<unknown>(),
		example: {},
	}) as AnyOperation;
	test('only compose makes them', () =>
		expect(encode(op, { folder: 'a', name: 'b', tag: 't' })).toEqual({ fullpath: 'a/b', tag: 't' }));
	test('what compose refuses is an input error', () =>
		expect(() => encode(op, { name: 'bad' })).toThrow('Name: is bad'));
	test('fields are checked before compose', () => expect(() => encode(op, {})).toThrow('Name: is required'));
	test('what is not declared is not sent', () =>
		expect(encode(op, { name: 'b', surprise: 1 })).toEqual({ fullpath: '/b' }));
});
