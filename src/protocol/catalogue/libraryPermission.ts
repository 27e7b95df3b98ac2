import { checkInteger } from '../operation/check/number';
import { operation, returns, type Sent } from '../operation/define';
import { choice, flag, list, multi, required, rows, text } from '../operation/fields';
import { inputError } from '../wire/libraryError';
import type { Done } from './answers/common';
import type { FolderPermissions, MemberPermissions, PermissionItem } from './answers/permission';
import { by, folderRef, inheritPermissions, memberRef } from './shared';

/* Classic permissions on folders, by permission names. */

const common = { resource: 'folderPermission', credential: 'org', repeatable: true } as const;
const FOLDER = by('path', 'Contracts');
const folder = {
	...folderRef,
	help: 'The folder that the permissions apply to. Use "/" for the library root.',
} as const;

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
	menu: 'default',
	name: 'Get Direct Permissions',
	action: 'Get direct permissions on a folder',
	summary: 'Get the permissions that are set on the folder itself, by member and department',
	route: 'POST /m-open/1/file/get_all_permission',
	reads: true,
	input: { folder },
	output: returns<FolderPermissions>(),
	shape: { '': 'map', members: 'map', 'members{}': 'list', groups: 'map', 'groups{}': 'list' },
	example: { folder: FOLDER },
});

/**
 * The permissions of one member are a bare list, those of all members come by their IDs (G18). PHP sends an empty one
 * as the other.
 */
function permissionItem(answer: MemberPermissions, sent: Sent): PermissionItem {
	const isOfOne = Object.values(memberRef.modes).some(({ wire }) => sent[wire] !== undefined);
	if (Object.keys(answer).length === 0) return isOfOne ? { permissions: [] } : { members: {} };
	return Array.isArray(answer) ? { permissions: answer } : answer;
}

export const getPermission = operation({
	...common,
	id: 'libraryFileGetPermission',
	operation: 'get',
	name: 'Get',
	action: 'Get permissions on a folder',
	summary: 'Get the permissions of one member on a file or folder, or of all members who have any',
	route: 'POST /m-open/1/file/get_permission',
	reads: true,
	input: {
		folder,
		member: {
			...memberRef,
			place: 'top',
			help: 'The member whose permissions to get; all members when left empty',
		},
	},
	wrap: permissionItem,
	output: returns<MemberPermissions>(),
	shape: { '': 'list', members: 'map', 'members{}': 'list' },
	example: { folder: FOLDER, member: by('id', '1') },
});

export const setPermission = operation({
	...common,
	id: 'libraryFileSetPermission',
	operation: 'set',
	name: 'Set',
	action: 'Set permissions on a folder',
	summary: 'Set the permissions of members or departments on a folder',
	route: 'POST /m-open/1/file/file_permission',
	slow: true,
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
				help: 'The permissions of each member or department',
				cells: {
					id: required(text({ label: 'ID', help: 'Member ID or department ID' })),
					names: multi({
						label: 'Permissions',
						form: 'json',
						help: 'Permissions to set; none removes all permissions',
						choices: NAMES,
						wire: 'permissions',
					}),
				},
			}),
		),
	},
	compose: ({ permissions }) => {
		const byId: Record<string, unknown> = {};
		for (const [at, { id, names }] of permissions.entries()) {
			const key = String(checkInteger(`Permissions ${at + 1}, ID`, id));
			if (Object.hasOwn(byId, key)) throw inputError('Permissions', `ID "${key}" is in two rows`);
			byId[key] = names ?? [];
		}
		return { permissions: JSON.stringify(byId) };
	},
	output: returns<Done>(),
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
	summary: 'Reset members or departments to the permissions of the parent folder, or remove them from the folder',
	route: 'POST /m-open/1/file/reset_permission',
	slow: true,
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
			help:
				'Whether members who joined through a department lose their permissions instead of getting those of ' +
				'the department. Only works where the folder does not inherit permissions.',
			off: '0',
		}),
	},
	compose: ({ members, groups }) => {
		if (!members?.length && !groups?.length)
			throw inputError('Member IDs', 'is required when Department IDs is empty');
		return {};
	},
	output: returns<Done>(),
	done: { success: true },
	example: { folder: FOLDER, members: ['2'] },
});

export const setPermissionInheritance = operation({
	...common,
	id: 'libraryFileSetPermissionInherit',
	operation: 'setInheritance',
	name: 'Set Inheritance',
	action: 'Set inheritance of a folder',
	summary: 'Choose whether a folder inherits the permissions of its parent folder',
	route: 'POST /m-open/1/file/set_permission_inherit',
	slow: true,
	input: {
		folder,
		inherit: inheritPermissions,
	},
	output: returns<Done>(),
	done: { success: true },
	example: { folder: FOLDER, inherit: true },
});
