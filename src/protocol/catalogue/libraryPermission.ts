import { operation, type Sent } from '../operation/define';
import { flag, multi, required, requiredFor, top } from '../operation/fields';
import type { JsonObject } from '../wire/json';
import { valueError, missingError } from '../wire/libraryError';
import { namedSubjects } from './permissionFields';
import { by, chosenFolder, departmentInRow, folderRef, inheritPermissions, memberInRow, memberRef } from './shared';
import type { Answers, PermissionResponse } from '../contract';
import type { DirectPermissions, PermissionItem } from '../answers/items';

/* Classic permissions on folders, by permission names. */

const FOLDER = by('path', 'Contracts');
const help = 'The folder that the permissions apply to';
const folder = { ...folderRef, help } as const;
const changed = { ...chosenFolder, help } as const;

/** Permission names of the classic folder permissions (document, Permission names). */
const NAMES = {
	file_delete: 'Delete',
	file_link: 'Create Links',
	file_preview: 'Preview',
	file_read: 'Download',
	file_upload: 'Create and Upload',
	file_write: 'Modify',
} as const;

const namesOf = (permissions: readonly string[]): string[] =>
	permissions.map((name) => (Object.hasOwn(NAMES, name) ? NAMES[name as keyof typeof NAMES] : name));
/** The permissions of one member or department: in words, and as Permissions of Set takes them. */
const named = (permissions: readonly string[]) => ({ granted_names: namesOf(permissions), granted: permissions });
const ids = (byId: Readonly<Record<string, readonly string[]>> | undefined): Array<[number, readonly string[]]> =>
	Object.entries(byId ?? {}).map(([id, permissions]) => {
		const number = Number(id);
		// A text where a number would not be exact, as in all answers.
		return [number > Number.MAX_SAFE_INTEGER ? (id as unknown as number) : number, permissions];
	});

const directItems = ({ members, groups }: PermissionResponse): DirectPermissions[] => [
	...ids(members).map(([id, names]) => ({ type: 'member', member_id: id, ...named(names) }) as const),
	...ids(groups).map(([id, names]) => ({ type: 'department', group_id: id, ...named(names) }) as const),
];

export const getAllPermissions = operation('libraryFileGetAllPermission', 'folderPermission.getFolder', {
	menu: 'default',
	name: 'Get Direct Permissions',
	action: 'Get classic permissions that are set on a folder itself',
	forModel: 'Get the permissions that are set on a folder in File Library itself, without inherited ones.',
	summary: 'Get the permissions set on the folder itself: one item for each member and each department',
	input: { folder },
	wrap: directItems,
	example: { folder: by('path', 'Reports/2026') },
});

/**
 * One item for each member. The permissions of one member are a bare list, those of all members come by their IDs
 * (G18). PHP sends an empty one as the other.
 */
function permissionItems(answer: Answers['libraryFileGetPermission'], sent: Sent): PermissionItem[] {
	const isOfOne = Object.values(memberRef.modes).some(({ wire }) => sent[wire] !== undefined);
	if (Array.isArray(answer)) return answer.length > 0 || isOfOne ? [named(answer)] : [];
	if (isOfOne && Object.keys(answer).length === 0) return [named([])];
	return ids(answer.members).map(([id, names]) => ({ member_id: id, ...named(names) }));
}

export const getPermission = operation('libraryFileGetPermission', 'folderPermission.get', {
	action: 'Get who has classic permissions on a folder',
	forModel: 'Get what members may do with a file or folder in File Library.',
	summary: 'Get the permissions of one member on a file or folder, or of all who have any: one item for each member',
	input: { folder, member: { ...memberRef, place: 'top', help: 'The member; all members when left empty' } },
	wrap: permissionItems,
	example: { folder: FOLDER, member: by('id', '1') },
});

const names = multi(['Permissions', 'Permissions to set; none removes all of them'], {
	choices: NAMES,
	wire: 'permissions',
});
type Permissions = readonly [id: string, names: readonly string[] | undefined];

/** The permissions of each row by its ID. Throws inputError for an ID in two rows. */
function byId(label: string, entered: readonly Permissions[] = []): Record<string, readonly string[]> {
	const found: Record<string, readonly string[]> = {};
	for (const [id, chosen = []] of entered) {
		if (Object.hasOwn(found, id)) throw valueError(label, `ID "${id}" is in two rows`);
		found[id] = chosen;
	}
	return found;
}

export const setPermission = operation('libraryFileSetPermission', 'folderPermission.set', {
	caution: 'irreversible',
	action: 'Set classic permissions on a folder',
	summary: 'Set the classic permissions of members or departments on a folder',
	input: {
		folder: changed,
		isGroup: required.choice(['Permissions Of', 'Whose permissions to set'], {
			choices: { 0: 'Members', 1: 'Departments' },
		}),
		members: requiredFor('isGroup', '0').rows('The permissions of each member', {
			wire: 'permissions',
			cells: { member: memberInRow, names },
		}),
		departments: requiredFor('isGroup', '1').rows('The permissions of each department', {
			wire: 'permissions',
			cells: { department: departmentInRow, names },
		}),
	},
	compose: ({ members, departments }) => ({
		permissions: JSON.stringify({
			...byId(
				'Members',
				members?.map(({ member, names: chosen }) => [member.value, chosen]),
			),
			...byId(
				'Departments',
				departments?.map(({ department, names: chosen }) => [department.value, chosen]),
			),
		}),
	}),
	done: ({ permissions = '{}', is_group: isGroup }) => {
		const set = JSON.parse(permissions) as Record<string, string[]>;
		const [only = [], ...others] = Object.values(set);
		const ids = { [isGroup === '1' ? 'group_ids' : 'member_ids']: Object.keys(set).map(Number) };
		return { ...(others.length === 0 ? named(only) : {}), success: true, ...namedSubjects(ids) };
	},
	example: {
		folder: FOLDER,
		isGroup: '0',
		members: { rows: [{ member: by('id', '2'), names: ['file_preview', 'file_read'] }] },
	},
});

/** IDs that were sent with commas between them; nothing where there are none. */
const idsIn = (lists: Readonly<Record<string, string | undefined>>): JsonObject =>
	Object.fromEntries(
		Object.entries(lists).flatMap(([name, sent]) => (sent ? [[name, sent.split(',').map(Number)]] : [])),
	);

export const resetPermission = operation('libraryFileResetPermission', 'folderPermission.reset', {
	forModel: 'Reset permissions of members or departments on a folder in File Library.',
	caution: 'irreversible',
	action: 'Reset classic permissions on a folder',
	summary: 'Reset members or departments to the permissions of the parent folder, or remove them',
	input: {
		folder: changed,
		members: top.pickers('Members to reset', {
			form: ',',
			hint: 'Add a member, or a department below',
			cells: { member: memberInRow },
		}),
		groups: top.pickers(['Departments', 'Departments to reset'], {
			form: ',',
			cells: { department: departmentInRow },
		}),
		clear: flag('Whether members of a department lose their permissions instead of getting its own', {
			label: 'Clear Department Members',
			details: 'Only works where the folder does not inherit permissions.',
		}),
	},
	check: ({ members, groups }) => {
		if (!members?.length && !groups?.length) throw missingError('Members', 'Add a member or a department first');
	},
	done: ({ members, groups }) => ({
		success: true,
		...namedSubjects(idsIn({ member_ids: members, group_ids: groups })),
	}),
	example: { folder: FOLDER, members: { rows: [{ member: by('id', '2') }] } },
});

export const setPermissionInheritance = operation(
	'libraryFileSetPermissionInherit',
	'folderPermission.setInheritance',
	{
		action: 'Set classic inheritance of a folder',
		summary: 'Choose whether a folder inherits the permissions of its parent folder',
		input: { folder: changed, inherit: inheritPermissions },
		example: { folder: FOLDER, inherit: true },
	},
);
