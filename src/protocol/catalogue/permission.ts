import { operation } from '../operation/define';
import { flag, required } from '../operation/fields';
import type { JsonObject } from '../wire/json';
import * as fields from './permissionFields';
import { by, departmentModes, inheritPermissions, ITEM_PATH, memberRef, pathOrRootRef, pathRef } from './shared';

/* Permissions on files and folders, by permission codes or by role. */

const FILE = by('path', 'Contracts');
const file = required({ ...pathOrRootRef, forBuilder: ITEM_PATH, label: 'File or Folder', help: 'The file or folder' });
const to = fields.subjectRows('permissions', 'Who gets the permissions');
const given = ({ permissions = '{}' }): JsonObject => ({ ...fields.givenPermissions(permissions), success: true });
const member = (id: string) => ({ type: 'member', member: by('id', id) });

export const permissionSet = operation('permissionSet', 'permission.set', {
	caution: 'irreversible',
	action: 'Set permissions on a file or folder',
	summary: 'Give members and departments a role or single permissions on a file or folder',
	forModel: 'Give members and departments of File Library permissions on a file or folder.',
	input: {
		file: { ...file, hint: 'For several files and folders, use Set Many' },
		subjects: to,
		...fields.permissionFields,
	},
	compose: fields.permissionsOf,
	done: given,
	example: { file: FILE, subjects: { rows: [member('2'), member('3')] }, give: 'role', role: by('id', '2') },
});

export const setMany = operation('permissionBatchSet', 'permission.setMany', {
	forModel: 'Set the same permissions on several files and folders in File Library.',
	caution: 'bulk',
	action: 'Set permissions on many files or folders',
	summary: 'Give members and departments the same permissions on several files and folders',
	input: {
		files: required.pickers(['Files and Folders', 'The files and folders; for the library root use Set'], {
			wire: 'fullpaths',
			form: '|',
			// A list of paths has no way to say the root, which is the empty text (H09).
			cells: { file: required({ ...pathRef, help: 'The file or folder' }) },
		}),
		subjects: to,
		...fields.permissionFields,
		type: required.choice(['Existing Permissions', 'What happens to permissions already set'], {
			choices: { 0: 'Keep and Add', 1: 'Replace' },
		}),
		inherit: flag(['Inherit Permissions', 'Whether the permissions of the parent folder apply too']),
	},
	compose: fields.permissionsOf,
	done: given,
	example: {
		files: { rows: [{ file: by('path', 'Contracts') }, { file: by('path', 'Reports') }] },
		subjects: { rows: [member('2')] },
		give: 'role',
		role: by('id', '3'),
		type: '0',
	},
});

export const setInheritance = operation('permissionSetInherit', 'permission.setInheritance', {
	action: 'Set inheritance of a file or folder',
	summary: 'Choose whether a file or folder inherits the permissions of its parent folder',
	input: {
		file,
		inherit: inheritPermissions,
		keep: required.flag(['Keep Parent Permissions', 'Whether to keep the permissions of the parent folder']),
	},
	example: { file: FILE, inherit: true, keep: false },
});

export const permissionDelete = operation('permissionDelete', 'permission.delete', {
	caution: 'irreversible',
	action: 'Delete permissions on a file or folder',
	summary: 'Remove the permissions of members and departments on a file or folder',
	input: { file, subjects: fields.subjectRows('ids', 'Who loses the permissions') },
	compose: ({ subjects }) => ({ ids: JSON.stringify(fields.subjectsOf(subjects)) }),
	done: ({ ids = '{}' }) => ({ removed: 'permission', ...fields.namedSubjects(JSON.parse(ids) as JsonObject) }),
	example: { file: FILE, subjects: { rows: [member('2')] } },
});

export const getMember = operation('permissionGetMember', 'permission.getMember', {
	menu: 'default',
	name: 'Get for Member',
	action: 'Get permissions of a member',
	summary: 'Get the permissions of a member on a file or folder',
	input: { file, member: required(memberRef) },
	simplify: fields.simplePermissions,
	example: { file: FILE, member: by('id', '2') },
});

export const getDepartment = operation('permissionGetGroup', 'permission.getDepartment', {
	name: 'Get for Department',
	action: 'Get permissions of a department',
	summary: 'Get the permissions of a department on a file or folder',
	input: {
		file,
		department: required.ref('The department whose permissions to get', {
			claims: 'scope',
			modes: departmentModes('group_id', 'group_out_id'),
		}),
	},
	simplify: fields.simplePermissions,
	example: { file: FILE, department: by('id', '1') },
});
