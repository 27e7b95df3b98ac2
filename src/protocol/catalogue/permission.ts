import { operation, returns } from '../operation/define';
import { inputError } from '../wire/libraryError';
import { choice, flag, int, list, multi, ref, required } from '../operation/fields';
import { memberRef, pathRef } from './shared';
import { simplePermissions } from './simplify';

const common = { resource: 'permission', credential: 'org' } as const;
const FILE = { __rl: true, mode: 'path', value: 'Contracts' };
const file = required({ ...pathRef, help: 'The file or folder whose permissions to work with' });

/** Permission codes with their meaning (document, Permission codes). */
const CODES = {
	ls: { label: 'View' },
	cd: { label: 'Enter Folder' },
	pv: { label: 'Preview File' },
	dl: { label: 'Download or Open File' },
	w: { label: 'Edit File' },
	ul: { label: 'Add File' },
	mk: { label: 'Create Folder' },
	ren: { label: 'Rename' },
	rm: { label: 'Delete' },
	ln: { label: 'Share by External Link' },
	h: { label: 'View Versions' },
	hr: { label: 'Restore Version' },
	rmk: { label: 'View Comments' },
	rmka: { label: 'Add Comments' },
	t: { label: 'Add Tags' },
	trm: { label: 'Delete Tags' },
	p: { label: 'View Participants' },
	ps: { label: 'Manage Participants' },
	ss: { label: 'Show Current Item' },
	sren: { label: 'Rename Current Item' },
	srm: { label: 'Delete Current Item' },
	mls: { label: 'Change Library Settings' },
	b: { label: 'View Recycle Bin' },
	br: { label: 'Restore From Recycle Bin' },
	be: { label: 'Empty Recycle Bin' },
	mln: { label: 'Manage External Links of Library' },
} as const;
const codes = (label: string, help: string) =>
	multi({ label, wire: 'permissions', composed: true, place: 'top', form: 'json', choices: CODES, help });

/** Who: at most one kind of department list and one kind of member list (ambiguities H02). */
const subjects = (wire: 'permissions' | 'ids') => {
	const common = { wire, composed: true, place: 'subjects', form: 'json' } as const;
	return {
		memberIds: list({
			claims: 'nothing',
			...common,
			of: 'int',
			label: 'Member IDs',
			button: 'Add Member',
			help: 'Members by ID',
		}),
		accounts: list({
			claims: 'nothing',
			...common,
			of: 'text',
			label: 'Member Accounts',
			button: 'Add Account',
			help: 'Members by account',
		}),
		outIds: list({
			claims: 'nothing',
			...common,
			of: 'text',
			label: 'Member External IDs',
			button: 'Add External ID',
			help: 'Members by external ID',
		}),
		groupIds: list({
			claims: 'nothing',
			...common,
			of: 'int',
			label: 'Department IDs',
			button: 'Add Department',
			help: 'Departments by ID',
		}),
		groupOutIds: list({
			claims: 'nothing',
			...common,
			of: 'text',
			label: 'Department External IDs',
			button: 'Add External ID',
			help: 'Departments by external ID',
		}),
	} as const;
};
type Names = readonly string[] | undefined;
interface Subjects {
	memberIds?: Names;
	accounts?: Names;
	outIds?: Names;
	groupIds?: Names;
	groupOutIds?: Names;
}

function subjectsOf(given: Subjects): Record<string, unknown> {
	const some = (lists: Record<string, Names>) => Object.entries(lists).filter(([, values]) => values?.length);
	const members = some({ member_ids: given.memberIds, accounts: given.accounts, out_ids: given.outIds });
	const groups = some({ group_ids: given.groupIds, group_out_ids: given.groupOutIds });
	if (members.length > 1)
		throw inputError(
			'Members and Departments',
			'names members in several ways',
			'Use IDs, accounts or external IDs, not several of them.',
		);
	if (groups.length > 1)
		throw inputError(
			'Members and Departments',
			'names departments in several ways',
			'Use IDs or external IDs, not both.',
		);
	if (members.length + groups.length === 0)
		throw inputError('Members and Departments', 'is required', 'Add at least one member or department.');
	return Object.fromEntries(
		[...members, ...groups].map(([key, values]) => [
			key,
			key === 'member_ids' || key === 'group_ids' ? values?.map(Number) : values,
		]),
	);
}

const rights = {
	roleId: int({
		label: 'Role ID',
		wire: 'permissions',
		composed: true,
		place: 'top',
		help: 'Role to give; 0 means the single permissions below',
		fallback: 0,
		min: 0,
	}),
	grant: codes('Grant', 'Permissions to grant'),
	deny: codes('Deny', 'Permissions to deny'),
	unset: codes('Unset', 'Permissions to leave to inheritance again'),
} as const;
interface Rights {
	roleId?: number;
	grant?: Names;
	deny?: Names;
	unset?: Names;
}

/** Either a role, or single permissions (ambiguities H07). */
function permissionsOf(given: Subjects & Rights): Record<string, string> {
	const who = subjectsOf(given);
	const permission: Record<string, number> = { role_id: given.roleId ?? 0 };
	for (const [label, values, status] of [
		['Grant', given.grant, 1],
		['Deny', given.deny, -1],
		['Unset', given.unset, 0],
	] as const) {
		for (const code of values ?? []) {
			if (code in permission)
				throw inputError(
					label,
					`"${code}" is chosen twice`,
					'Choose each permission in one of Grant, Deny and Unset.',
				);
			permission[code] = status;
		}
	}
	const single = Object.keys(permission).length - 1;
	if (permission.role_id && single)
		throw inputError(
			'Role ID',
			'cannot be combined with single permissions',
			'Set Role ID to 0, or choose no permissions.',
		);
	if (!permission.role_id && !single)
		throw inputError('Grant', 'is required', 'Choose permissions to grant, deny or unset, or give a role.');
	return { permissions: JSON.stringify({ ...who, permission }) };
}

export const set = operation({
	...common,
	id: 'permissionSet',
	operation: 'set',
	name: 'Set',
	action: 'Set permissions on a file',
	summary: 'Give members and departments a role or single permissions on a file or folder',
	route: 'POST /m-open/2/file/set_permission',
	repeatable: true,
	input: { file, ...rights, ...subjects('permissions') },
	compose: permissionsOf,
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: { file: FILE, roleId: 0, grant: ['ls', 'pv', 'dl'], deny: ['rm'], subjects: { memberIds: ['2', '3'] } },
});

export const setMany = operation({
	...common,
	id: 'permissionBatchSet',
	operation: 'setMany',
	name: 'Set Many',
	action: 'Set permissions on many files',
	summary: 'Give the same permissions on several files and folders with one call',
	route: 'POST /m-open/2/file/batch_set_permission',
	repeatable: true,
	input: {
		files: required(
			list({
				claims: 'path',
				wire: 'fullpaths',
				form: '|',
				of: 'path',
				button: 'Add Path',
				label: 'Paths',
				help: 'Full paths of the files and folders',
				placeholder: 'e.g. Contracts/2026',
			}),
		),
		type: required(
			choice({
				label: 'Existing Permissions',
				help: 'What happens to permissions that are there',
				fallback: '0',
				choices: { 0: { label: 'Keep and Add' }, 1: { label: 'Replace' } },
			}),
		),
		...rights,
		...subjects('permissions'),
		inherit: flag({
			label: 'Inherit Permissions',
			help: 'Whether the files take over the permissions of their parent; unchanged when not given',
			off: '0',
		}),
	},
	compose: permissionsOf,
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: { files: ['Contracts', 'Reports'], type: '0', roleId: 0, grant: ['ls'], subjects: { memberIds: ['2'] } },
});

export const setInheritance = operation({
	...common,
	id: 'permissionSetInherit',
	operation: 'setInheritance',
	name: 'Set Inheritance',
	action: 'Set inheritance of a file',
	summary: 'Choose whether a file or folder takes over the permissions of its parent',
	route: 'POST /m-open/2/file/set_permission_inherit',
	repeatable: true,
	input: {
		file,
		inherit: required(
			flag({
				label: 'Inherit Permissions',
				help: 'Whether to take over the permissions of the parent',
				off: '0',
				fallback: true,
			}),
		),
		keep: required(
			flag({
				label: 'Keep Parent Permissions',
				help: 'Whether the permissions of the parent are kept and merged',
				off: '0',
			}),
		),
	},
	output: returns<Record<string, unknown>>(),
	done: { success: true },
	example: { file: FILE, inherit: true, keep: false },
});

export const remove = operation({
	...common,
	id: 'permissionDelete',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete permissions on a file',
	summary: 'Take the permissions of members and departments on a file or folder away',
	route: 'POST /m-open/2/file/del_permission',
	repeatable: true,
	input: { file, ...subjects('ids') },
	compose: (input) => ({ ids: JSON.stringify(subjectsOf(input)) }),
	output: returns<Record<string, unknown>>(),
	done: { deleted: true },
	example: { file: FILE, subjects: { memberIds: ['2'] } },
});

export const getMember = operation({
	...common,
	id: 'permissionGetMember',
	operation: 'getMember',
	name: 'Get of Member',
	action: 'Get permissions of a member',
	summary: 'Get what a member may do with a file or folder',
	route: 'POST /m-open/2/file/get_member_permission',
	repeatable: true,
	reads: true,
	input: { file, member: required(memberRef) },
	output: returns<Record<string, number>>(),
	simplify: simplePermissions,
	example: { file: FILE, member: { __rl: true, mode: 'id', value: '2' } },
});

export const getDepartment = operation({
	...common,
	id: 'permissionGetGroup',
	operation: 'getDepartment',
	name: 'Get of Department',
	action: 'Get permissions of a department',
	summary: 'Get what a department may do with a file or folder',
	route: 'POST /m-open/2/file/get_group_permission',
	repeatable: true,
	reads: true,
	input: {
		file,
		department: required(
			ref({
				claims: 'scope',
				label: 'Department',
				help: 'The department whose permissions to read',
				modes: {
					id: { label: 'Department ID', wire: 'group_id', of: 'int', placeholder: 'e.g. 3' },
					outId: { label: 'External ID', wire: 'group_out_id', placeholder: 'e.g. dept-03' },
				},
			}),
		),
	},
	output: returns<Record<string, number>>(),
	simplify: simplePermissions,
	example: { file: FILE, department: { __rl: true, mode: 'id', value: '1' } },
});
