import { encode } from '../../../src/protocol/operation/encode';
import {
	binaryOutput,
	choice,
	date,
	type Field,
	flag,
	int,
	json,
	list,
	multi,
	notEmpty,
	pickers,
	required,
	rows,
	shownFor,
	size,
	text,
} from '../../../src/protocol/operation/fields';
import { isLibraryError } from '../../../src/protocol/wire/libraryError';
import { CHOICE, entered, help, one, REF } from './oneField';

/* What each kind of field refuses, before anything is sent. */

const a = { label: 'A', help };
const COMMA = { claims: 'scope', help, form: ',', of: 'text', button: 'b' } as const;

const PERSON_OR_GROUP = rows({
	help,
	button: 'b',
	cells: {
		type: required(CHOICE),
		member: shownFor('type', ['x'], required(REF)),
		group: shownFor('type', ['y'], required(REF)),
	},
});

function refuses(field: Field, value: unknown, message: RegExp): void {
	let thrown: unknown;
	try {
		encode(one(field), entered(value));
	} catch (error) {
		thrown = error;
	}
	expect(isLibraryError(thrown)).toBe(true);
	expect(thrown).toMatchObject({
		kind: 'input',
		message: expect.stringMatching(message),
		field: expect.stringMatching(/^My Field/),
	});
}

test.each<[string, Field, unknown, RegExp]>([
	['required text that is absent', required(text({ help })), undefined, /^My Field: is required/],
	['required text that is empty', required(text({ help })), '', /^My Field: is required/],
	[
		'required path that is only slashes',
		required(text({ help, path: true, claims: 'path' })),
		'//',
		/^My Field: is required/,
	],
	['a forbidden character', text({ help, forbid: '|' }), 'a|b', /^My Field: can't contain "\|"/],
	['an object for text', text({ help }), {}, /^My Field: must be text/],
	['a list for text', text({ help }), ['a'], /^My Field: must be text/],
	['a fraction', int({ help, default: 0 }), 1.5, /^My Field: must be a whole number/],
	['words for a number', int({ help, default: 0 }), 'ten', /^My Field: must be a whole number/],
	['an empty text for a number', int({ help, default: 0 }), '', /^My Field: must be a whole number/],
	['more than is safe', int({ help, default: 0 }), 2 ** 53, /^My Field: must be a whole number/],
	['words for GB', size({ help }), 'ten GB', /^My Field: must be a number of GB, but is "ten GB"/],
	['GB with a comma', size({ help }), '1,5', /^My Field: must be a number of GB/],
	['less than nothing in GB', size({ help }), -0.5, /^My Field: must be at least 0, but is -0.5/],
	['less than one byte', size({ help }), 1e-10, /^My Field: 1e-10 GB is less than one byte/],
	['more GB than is safe in bytes', size({ help }), 8_388_608, /^My Field: 8388608 GB is more than can be said/],
	['no number of GB', size({ help }), NaN, /^My Field: must be a number of GB/],
	['an update with an empty number', notEmpty(int({ help })), '', /^My Field: can't be empty/],
	['an update with an empty amount', notEmpty(size({ help })), '', /^My Field: can't be empty/],
	['an update with an empty locator', notEmpty(REF), { by: 'id', value: '' }, /^My Field: can't be empty/],
	['a choice that was not made', required(choice({ help, choices: {} })), undefined, /^My Field: is required/],
	['a number that was not entered', required(int({ help })), undefined, /^My Field: is required/],
	['too small', int({ help, default: 1, min: 1 }), 0, /^My Field: must be at least 1/],
	['too large', int({ help, default: 1, max: 9 }), 10, /^My Field: must be at most 9/],
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
	['a separator in a value', list(COMMA), ['a,b'], /^My Field: "a,b" contains ","/],
	['an empty part', list(COMMA), ['a', ''], /^My Field: contains an empty value/],
	[
		'a part that is only slashes',
		list({ claims: 'scope', help, form: '|', of: 'path', button: 'b' }),
		['/'],
		/^My Field: contains an empty value/,
	],
	['an empty required list', required(list(COMMA)), [], /^My Field: is required/],
	[
		'words in a list of numbers',
		list({ claims: 'scope', help, form: ',', of: 'int', button: 'b' }),
		['a'],
		/^My Field: must be a whole number/,
	],
	['text that is not a date', date({ help, unit: 'seconds' }), 'soon', /^My Field: "soon" is not a date/],
	['text that is not JSON', json({ help }), '{', /^My Field: is not valid JSON/],
	['a list with gaps', json({ help }), [['a'], new Array(2)], /^My Field: contains undefined, which JSON can't say/],
	['an unknown mode', REF, { by: 'name', value: 'x' }, /^My Field: can't be selected by "name"/],
	['a required locator that is empty', required(REF), { by: 'id', value: '' }, /^My Field: is required/],
	[
		'the root where a file is needed',
		required(REF),
		{ by: 'path', value: '/' },
		/^My Field: choose a file or folder; the library root can't be used here/,
	],
	['words for a number id', REF, { by: 'number', value: 'x' }, /^My Field: must be a whole number/],
	['no rows', required(rows({ help, button: 'b', cells: {} })), [], /^My Field: is required/],
	[
		'a cell that is wrong',
		rows({ help, button: 'b', cells: { amount: required(int({ help, default: 0 })) } }),
		[{ amount: 1 }, { amount: 'x' }],
		/^My Field 2, Amount: must be a whole number/,
	],
	[
		'a separator in what is picked',
		pickers({ help, button: 'b', form: ',', cells: { member: required(REF) } }),
		[{ member: { by: 'id', value: 'x' } }, { member: { by: 'id', value: 'a,b' } }],
		/^My Field 2: "a,b" contains ",", which separates the values of this list/,
	],
	[
		'a cell that is a locator without a value',
		rows({ help, button: 'b', cells: { member: REF } }),
		[{ member: { by: 'id', value: null } }],
		/^My Field 1, Member: has no value \(null\)/,
	],
	[
		'a cell that another one asks for',
		PERSON_OR_GROUP,
		[{ type: 'y', member: { by: 'id', value: 'x' } }],
		/^My Field 1, Group: is required/,
	],
	['no name of a binary field', binaryOutput({ help }), '', /^My Field: is required/],
])('refused, with the name of the field: %s', (_name, field, value, message) => refuses(field, value, message));
