import { int, list, multi, type ListField } from '../operation/fields';
import { inputError } from '../wire/libraryError';

/* What permissions to set, and for whom: the fields of the permission operations and the wire values they make. */

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

/** Members and departments: at most one kind of list for each (H02). `wire` names the parameter they are sent in. */
export const subjectFields = (wire: 'permissions' | 'ids') => {
	const named = (s: Pick<ListField<false>, 'of' | 'label' | 'button' | 'help'>) =>
		list({ ...s, claims: 'nothing', wire, composed: true, place: 'subjects', form: 'json' });
	return {
		memberIds: named({ of: 'int', label: 'Member IDs', button: 'Add Member', help: 'Members by ID' }),
		accounts: named({ of: 'text', label: 'Member Accounts', button: 'Add Account', help: 'Members by account' }),
		outIds: named({
			of: 'text',
			label: 'Member External IDs',
			button: 'Add External ID',
			help: 'Members by external ID',
		}),
		groupIds: named({ of: 'int', label: 'Department IDs', button: 'Add Department', help: 'Departments by ID' }),
		groupOutIds: named({
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
const LABEL = 'Members and Departments';

/** The only one of several lists that was filled in, if any. Throws inputError when there are several. */
function onlyList(
	lists: Record<string, Names>,
	message: string,
	hint: string,
): ReadonlyArray<readonly [string, readonly string[]]> {
	const filled = Object.entries(lists).flatMap(([key, names]) => (names?.length ? [[key, names] as const] : []));
	if (filled.length > 1) throw inputError(LABEL, message, hint);
	return filled;
}

/**
 * Members and departments as the interface takes them. Throws inputError when there are none, or several kinds of
 * lists.
 */
export function subjectsOf({ memberIds, accounts, outIds, groupIds, groupOutIds }: Subjects): Record<string, unknown> {
	const subjects = [
		...onlyList(
			{ member_ids: memberIds, accounts, out_ids: outIds },
			'identifies members in several ways',
			'Use only one of IDs, accounts and external IDs.',
		),
		...onlyList(
			{ group_ids: groupIds, group_out_ids: groupOutIds },
			'identifies departments in several ways',
			'Use either IDs or external IDs.',
		),
	];
	if (subjects.length === 0) throw inputError(LABEL, 'is required', 'Add at least one member or department.');
	return Object.fromEntries(
		subjects.map(([key, names]) => [key, key === 'member_ids' || key === 'group_ids' ? names.map(Number) : names]),
	);
}

/** Which permissions to set: a role, or individual permissions. */
export const permissionFields = {
	roleId: int({
		label: 'Role ID',
		wire: 'permissions',
		composed: true,
		place: 'top',
		help: 'Role to assign; 0 means the individual permissions below',
		fallback: 0,
		min: 0,
	}),
	grant: codes('Grant', 'Permissions to grant'),
	deny: codes('Deny', 'Permissions to deny'),
	unset: codes('Unset', 'Permissions to reset to the inherited value'),
} as const;
interface Permissions {
	roleId?: number;
	grant?: Names;
	deny?: Names;
	unset?: Names;
}

/** The status of each chosen permission. Throws inputError for one that was chosen twice. */
function statusOf({ grant, deny, unset }: Permissions): Record<string, number> {
	const status: Record<string, number> = {};
	for (const [label, chosen, value] of [
		['Grant', grant, 1],
		['Deny', deny, -1],
		['Unset', unset, 0],
	] as const) {
		for (const code of chosen ?? []) {
			if (code in status)
				throw inputError(
					label,
					`"${code}" is chosen twice`,
					'Choose each permission in only one of Grant, Deny and Unset.',
				);
			status[code] = value;
		}
	}
	return status;
}

/** The wire value of permissions: either a role or individual permissions (H07). Throws inputError. */
export function permissionsOf(entered: Subjects & Permissions): Record<string, string> {
	const subjects = subjectsOf(entered);
	const { roleId = 0 } = entered;
	const status = statusOf(entered);
	const isEmpty = Object.keys(status).length === 0;
	if (roleId && !isEmpty)
		throw inputError(
			'Role ID',
			"can't be combined with individual permissions",
			'Set Role ID to 0, or choose no permissions.',
		);
	if (!roleId && isEmpty)
		throw inputError('Grant', 'is required', 'Choose permissions to grant, deny or unset, or enter a role.');
	return { permissions: JSON.stringify({ ...subjects, permission: { role_id: roleId, ...status } }) };
}
