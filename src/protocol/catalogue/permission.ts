import { operation, returns } from '../operation/define';
import { choice, flag, list, ref, required } from '../operation/fields';
import type { JsonObject } from '../wire/json';
import type { Done } from './answers/common';
import type { PermissionStatus } from './answers/permission';
import { permissionFields, permissionsOf, subjectFields, subjectsOf } from './permissionFields';
import { by, inheritPermissions, memberRef, pathOrRootRef } from './shared';
import { simplePermissions } from './simplify';

/* Permissions on files and folders, by permission codes or by role. */

const common = { resource: 'permission', credential: 'org', repeatable: true } as const;
const FILE = by('path', 'Contracts');
const file = required({
	...pathOrRootRef,
	help: 'The file or folder that the permissions apply to. Use "/" for the library root.',
});

export const set = operation({
	...common,
	id: 'permissionSet',
	operation: 'set',
	name: 'Set',
	action: 'Set permissions on a file',
	summary: 'Set a role or individual permissions for members and departments on a file or folder',
	route: 'POST /m-open/2/file/set_permission',
	slow: true,
	input: { file, ...permissionFields, ...subjectFields('permissions') },
	compose: permissionsOf,
	output: returns<Done>(),
	done: { success: true },
	example: { file: FILE, roleId: 0, grant: ['ls', 'pv', 'dl'], deny: ['rm'], subjects: { memberIds: ['2', '3'] } },
});

export const setMany = operation({
	...common,
	id: 'permissionBatchSet',
	operation: 'setMany',
	name: 'Set Many',
	action: 'Set permissions on many files',
	summary: 'Set the same permissions on several files and folders in a single call',
	route: 'POST /m-open/2/file/batch_set_permission',
	slow: true,
	input: {
		files: required(
			list({
				claims: 'path',
				wire: 'fullpaths',
				form: '|',
				of: 'path',
				root: true,
				button: 'Add Path',
				label: 'Paths',
				help: 'Full paths of the files and folders. Use "/" for the library root.',
				placeholder: 'e.g. Contracts/2026',
			}),
		),
		type: required(
			choice({
				label: 'Existing Permissions',
				help: 'What happens to permissions that are already set',
				fallback: '0',
				choices: { 0: { label: 'Keep and Add' }, 1: { label: 'Replace' } },
			}),
		),
		...permissionFields,
		...subjectFields('permissions'),
		inherit: flag({
			label: 'Inherit Permissions',
			help: 'Whether the files inherit the permissions of their parent folder; unchanged when left out',
			off: '0',
		}),
	},
	compose: permissionsOf,
	output: returns<Done>(),
	done: { success: true },
	example: { files: ['Contracts', 'Reports'], type: '0', roleId: 0, grant: ['ls'], subjects: { memberIds: ['2'] } },
});

export const setInheritance = operation({
	...common,
	id: 'permissionSetInherit',
	operation: 'setInheritance',
	name: 'Set Inheritance',
	action: 'Set inheritance of a file',
	summary: 'Choose whether a file or folder inherits the permissions of its parent folder',
	route: 'POST /m-open/2/file/set_permission_inherit',
	slow: true,
	input: {
		file,
		inherit: inheritPermissions,
		keep: required(
			flag({
				label: 'Keep Parent Permissions',
				help: 'Whether to keep the permissions of the parent folder and merge them',
				off: '0',
			}),
		),
	},
	output: returns<Done>(),
	done: { success: true },
	example: { file: FILE, inherit: true, keep: false },
});

export const remove = operation({
	...common,
	id: 'permissionDelete',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete permissions on a file',
	summary: 'Remove the permissions of members and departments on a file or folder',
	route: 'POST /m-open/2/file/del_permission',
	slow: true,
	input: { file, ...subjectFields('ids') },
	compose: (input) => ({ ids: JSON.stringify(subjectsOf(input)) }),
	output: returns<Done>(),
	done: ({ ids = '{}' }) => ({ removed: 'permission', ...(JSON.parse(ids) as JsonObject) }),
	example: { file: FILE, subjects: { memberIds: ['2'] } },
});

export const getMember = operation({
	...common,
	id: 'permissionGetMember',
	operation: 'getMember',
	menu: 'default',
	name: 'Get for Member',
	action: 'Get permissions of a member',
	summary: 'Get the permissions of a member on a file or folder',
	route: 'POST /m-open/2/file/get_member_permission',
	reads: true,
	input: { file, member: required(memberRef) },
	output: returns<PermissionStatus>(),
	shape: { '': 'map' },
	simplify: simplePermissions,
	example: { file: FILE, member: by('id', '2') },
});

export const getDepartment = operation({
	...common,
	id: 'permissionGetGroup',
	operation: 'getDepartment',
	name: 'Get for Department',
	action: 'Get permissions of a department',
	summary: 'Get the permissions of a department on a file or folder',
	route: 'POST /m-open/2/file/get_group_permission',
	reads: true,
	input: {
		file,
		department: required(
			ref({
				claims: 'scope',
				label: 'Department',
				help: 'The department whose permissions to get',
				modes: {
					id: { label: 'Department ID', wire: 'group_id', of: 'int', placeholder: 'e.g. 3' },
					outId: { label: 'External ID', wire: 'group_out_id', placeholder: 'e.g. dept-03' },
				},
			}),
		),
	},
	output: returns<PermissionStatus>(),
	shape: { '': 'map' },
	simplify: simplePermissions,
	example: { file: FILE, department: by('id', '1') },
});
