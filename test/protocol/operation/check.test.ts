import {
	type Field,
	int,
	json,
	pickers,
	required,
	rows,
	shownFor,
	size,
	text,
} from '../../../src/protocol/operation/fields';
import { encode } from '../../../src/protocol/operation/encode';
import { isLibraryError } from '../../../src/protocol/wire/libraryError';
import { CHOICE, entered, help, one, REF } from './oneField';

/* What each kind of field refuses, before anything is sent. */

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
	['required text that is absent', required(text({ help })), undefined, /^Fill in My Field first/],
	[
		'required path that is only slashes',
		required(text({ help, path: true, claims: 'path' })),
		'//',
		/^Fill in My Field first/,
	],
	['a forbidden character', text({ help, forbid: '|' }), 'a|b', /^My Field can't contain "\|"/],
	['a fraction', int({ help, default: 0 }), 1.5, /^My Field must be a whole number/],
	[
		'more than is safe',
		int({ help, default: 0 }),
		2 ** 53,
		/^My Field: 9007199254740992 is a whole number that is too large/,
	],
	['words for GB', size({ help }), 'ten GB', /^My Field must be a number of GB, but is "ten GB"/],
	['less than nothing in GB', size({ help }), -0.5, /^My Field must be at least 0, but is -0.5/],
	['less than one byte', size({ help }), 1e-10, /^My Field: 1e-10 GB is less than one byte/],
	['more GB than is safe in bytes', size({ help }), 8_388_608, /^My Field: 8388608 GB is more than can be said/],
	['a number that was not entered', required(int({ help })), undefined, /^Fill in My Field first/],
	['too large', int({ help, default: 1, max: 9 }), 10, /^My Field must be at most 9/],
	['an unknown choice', CHOICE, 'w', /^My Field: "w" is not one of x/],
	['text that is not JSON', json({ help }), '{', /^My Field is not valid JSON/],
	[
		'a cell that is wrong',
		rows({ help, button: 'b', cells: { amount: required(int({ help, default: 0 })) } }),
		[{ amount: 1 }, { amount: 'x' }],
		/^My Field, row 2: Amount must be a whole number/,
	],
	[
		'a separator in what is picked',
		pickers({ help, button: 'b', form: ',', cells: { member: required(REF) } }),
		[{ member: { by: 'id', value: 'x' } }, { member: { by: 'id', value: 'a,b' } }],
		/^My Field, row 2: "a,b" contains ",", which separates the values/,
	],
	[
		'a cell that is a locator without a value',
		rows({ help, button: 'b', cells: { member: REF } }),
		[{ member: { by: 'id', value: null } }],
		/^My Field, row 1, Member: the expression gave nothing for this item/,
	],
	[
		'a cell that another one asks for',
		PERSON_OR_GROUP,
		[{ type: 'y', member: { by: 'id', value: 'x' } }],
		/^Choose a Group in row 1 of My Field first/,
	],
])('refused, with the name of the field: %s', (_name, field, value, message) => refuses(field, value, message));
