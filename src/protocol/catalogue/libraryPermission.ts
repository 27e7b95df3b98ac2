import { operation, returns } from '../operation/define';
import { inputError } from '../wire/libraryError';
import { choice, flag, list, multi, required, rows, text } from '../operation/fields';
import { folderRef, memberRef } from './shared';

const common = { resource: 'folderPermission', credential: 'org' } as const;
const FOLDER = { __rl: true, mode: 'path', value: 'Contracts' };
const folder = {
	...folderRef,
	help: 'The folder whose permissions to work with. Use "/" for the root of the library.',
};

/** Permission names of the classic folder permissions (document, Permission names). */
const NAMES = {
	file_delete: { label: 'Delete' },
	file_link: { label: 'Create Links' },
	file_preview: { label: 'Preview' },
	file_read: { label: 'Download' },
	file_upload: { label: 'Create and Upload' },
	file_write: { label: 'Modify' },
} as const;

export const getAllPermissions = operation({
	...common,
	id: 'libraryFileGetAllPermission',
	operation: 'getFolder',
	name: 'Get of Folder',
	action: 'Get permissions set on a folder',
	summary: 'Get the permissions set on the folder itself, by member and by department',
	route: 'POST /m-open/1/file/get_all_permission',
	repeatable: true,
	reads: true,
	input: { folder },
	output: returns<{ members: Record<string, string[]>; groups: Record<string, string[]> }>(),
	example: { folder: FOLDER },
});

export const getPermission = operation({
	...common,
	id: 'libraryFileGetPermission',
	operation: 'get',
	name: 'Get',
	action: 'Get permissions on a folder',
	summary: 'Get the permissions of one member on a file or folder, or of all members that have any',
	route: 'POST /m-open/1/file/get_permission',
	repeatable: true,
	reads: true,
	input: {
		folder,
		member: { ...memberRef, place: 'top', help: 'The member whose permissions to read; all members when empty' },
	},
	wrap: (answer) => (Array.isArray(answer) ? { permissions: answer } : (answer as Record<string, unknown>)),
	output: returns<{ members: Record<string, string[]> } | { permissions: string[] }>(),
	example: { folder: FOLDER, member: { __rl: true, mode: 'id', value: '1' } },
});

export const setPermission = operation({
	...common,
	id: 'libraryFileSetPermission',
	operation: 'set',
	name: 'Set',
	action: 'Set permissions on a folder',
	summary: 'Set the permissions of members or departments on a folder',
	route: 'POST /m-open/1/file/file_permission',
	repeatable: true,
	input: {
		folder,
		isGroup: required(
			choice({
				label: 'For',
				wire: 'is_group',
				help: 'Whose permissions to set',
				fallback: '0',
				choices: { 0: { label: 'Members' }, 1: { label: 'Departments' } },
			}),
		),
		permissions: required(
			rows({
				button: 'Add Member or Department',
				help: 'Who gets which permissions',
				cells: {
					id: required(text({ label: 'ID', help: 'Member ID or department ID' })),
					names: multi({
						label: 'Permissions',
						form: 'json',
						help: 'Permissions to give; none takes all away',
						choices: NAMES,
						wire: 'permissions',
					}),
				},
			}),
		),
	},
	compose: ({ permissions }) => {
		const map: Record<string, unknown> = {};
		for (const { id, names } of permissions) {
			if (Object.hasOwn(map, String(id)))
				throw inputError('Permissions', `ID "${String(id)}" stands in two rows`);
			map[String(id)] = names ?? [];
		}
		return { permissions: JSON.stringify(map) };
	},
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: {
		folder: FOLDER,
		isGroup: '0',
		permissions: { rows: [{ id: '2', names: ['file_preview', 'file_read'] }] },
	},
});

export const resetPermission = operation({
	...common,
	id: 'libraryFileResetPermission',
	operation: 'reset',
	name: 'Reset',
	action: 'Reset permissions on a folder',
	summary: 'Set members or departments back to the permissions of the parent folder, or remove them from the folder',
	route: 'POST /m-open/1/file/reset_permission',
	repeatable: true,
	input: {
		folder,
		members: list({
			claims: 'nothing',
			label: 'Member IDs',
			form: ',',
			of: 'int',
			button: 'Add Member',
			place: 'top',
			help: 'Members to reset',
		}),
		groups: list({
			claims: 'nothing',
			label: 'Department IDs',
			form: ',',
			of: 'int',
			button: 'Add Department',
			place: 'top',
			help: 'Departments to reset',
		}),
		clear: flag({
			label: 'Clear Department Members',
			help: 'Whether members who joined through a department lose their permissions instead of getting those of the department. Works only where the folder does not inherit.',
			off: '0',
		}),
	},
	compose: ({ members, groups }) => {
		if (!members?.length && !groups?.length) throw inputError('Member IDs', 'or Department IDs is required');
		return {};
	},
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: { folder: FOLDER, members: ['2'] },
});

export const setPermissionInheritance = operation({
	...common,
	id: 'libraryFileSetPermissionInherit',
	operation: 'setInheritance',
	name: 'Set Inheritance',
	action: 'Set inheritance of a folder',
	summary: 'Choose whether a folder takes over the permissions of its parent',
	route: 'POST /m-open/1/file/set_permission_inherit',
	repeatable: true,
	input: {
		folder,
		inherit: required(
			flag({
				label: 'Inherit Permissions',
				help: 'Whether the folder takes over the permissions of its parent',
				off: '0',
				fallback: true,
			}),
		),
	},
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: { folder: FOLDER, inherit: true },
});
