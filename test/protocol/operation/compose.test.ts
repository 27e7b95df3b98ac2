import { getAllPermissions } from '../../../src/protocol/catalogue/libraryPermission';
import { subjectsOf } from '../../../src/protocol/catalogue/permissionFields';
import { operation, returns } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';
import { required, text } from '../../../src/protocol/operation/fields';
import { inputError } from '../../../src/protocol/wire/libraryError';

/* Wire values that an operation composes of several fields. */

const help = 'h';

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
	});
	test('only compose makes them', () =>
		expect(encode(op, { folder: 'a', name: 'b', tag: 't' })).toEqual({ fullpath: 'a/b', tag: 't' }));
	test('what compose refuses is an input error', () =>
		expect(() => encode(op, { name: 'bad' })).toThrow('Name is bad'));
	test('fields are checked before compose', () => expect(() => encode(op, {})).toThrow('Fill in Name first'));
	test('what is not declared is not sent', () =>
		expect(encode(op, { name: 'b', surprise: 1 })).toEqual({ fullpath: '/b' }));
});

test('whose permissions are set has the ID that was entered, also where no number repeats it exactly', () => {
	const members = ['7', '9007199254740993', '7'].map((value) => ({ type: 'member', member: { by: 'id', value } }));
	expect(subjectsOf(members)).toEqual({ member_ids: [7, '9007199254740993'] });
	const groups = { '3': ['file_read'], '9007199254740993': [] };
	const items = getAllPermissions.wrap?.({ members: {}, groups }, {}, {} as never);
	expect(items).toMatchObject([{ group_id: 3 }, { group_id: '9007199254740993' }]);
});
