import { file, type Parameters, useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* Wrong permissions: the error names the field, what to do and the item, and nothing is sent. */

const f = useFailures();

const LS = { give: 'permissions', grant: ['ls'] };
const member = (id: string) => ({ type: 'member', member: by('id', id) });

test.each<[string, Parameters, RegExp, RegExp?]>([
	[
		'permissions for no members or departments',
		on('permission', 'set', { file, ...LS }),
		/^Fill in Members and Departments first$/,
	],
	[
		'members named in two ways',
		on('permission', 'set', {
			file,
			subjects: { rows: [member('1'), { type: 'member', member: by('account', 'a') }] },
			...LS,
		}),
		/Members and Departments name members in several ways/,
		/From List names them by ID/,
	],
	[
		'departments named in two ways',
		on('permission', 'delete', {
			file,
			subjects: {
				rows: [
					{ type: 'department', department: by('list', '1') },
					{ type: 'department', department: by('outId', 'd1') },
				],
			},
		}),
		/Members and Departments name departments in several ways/,
	],
	[
		'a department without one',
		on('permission', 'set', { file, subjects: { rows: [{ ...member('1'), type: 'department' }] }, ...LS }),
		/^Choose a Department in row 1 of Members and Departments first$/,
	],
	[
		'no role',
		on('permission', 'set', { file, subjects: { rows: [member('1')] }, give: 'role', role: by('id', 0) }),
		/Role: 0 is no role/,
	],
	[
		'single permissions without any',
		on('permission', 'set', { file, subjects: { rows: [member('1')] }, give: 'permissions' }),
		/^Choose a permission to grant, to deny or to unset$/,
	],
	[
		'a folder permission without a folder',
		on('folderPermission', 'setInheritance', { inherit: true }),
		/^Choose a Folder first$/,
	],
	[
		'a member in two rows',
		on('folderPermission', 'set', {
			folder: by('path', 'Docs'),
			isGroup: '0',
			members: { rows: [{ member: by('id', '2') }, { member: by('list', '2') }] },
		}),
		/Members: ID "2" is in two rows/,
	],
	[
		'one permission granted and denied',
		on('permission', 'set', { file, ...LS, deny: ['ls'], subjects: { rows: [member('1')] } }),
		/Deny: "View" is chosen twice/,
	],
	[
		'a reset for no members or departments',
		on('folderPermission', 'reset', { folder: by('path', 'Docs') }),
		/^Add a member or a department first$/,
	],
])('%s', async (...[, parameters, message, description]) => {
	await f.expectFailure(parameters, { message, ...(description ? { description } : {}) });
});
