import type { Located } from '../operation/check/locator';
import { idOf, type JsonObject, numberOf } from '../wire/json';
import { type InputOf, multi, type RefMode, required, requiredFor, shownFor } from '../operation/fields';
import { inputError, valueError, missingError } from '../wire/libraryError';
import { namesOfCodes, PERMISSION_CODES, SUBJECT_LISTS } from './permissionCodes';
import { departmentInRow, departmentModes, memberInRow, memberModes } from './shared';
import { roleRef } from './sharedEnterprise';
import type { PermissionValues } from '../contract';
import type { Unverified } from '../answers/items';

/* What permissions to set, and for whom: the fields of the permission operations and the wire values they make. */

const WHO = 'Members and Departments';

/** The cells of a row that names a member or a department, by the modes of both. */
export const subjectCells = <const M extends string, const D extends string>(
	members: Readonly<Record<M, RefMode>>,
	departments: Readonly<Record<D, RefMode>>,
) =>
	({
		type: required.choice('Whether a member or a department', {
			choices: { member: 'Member', department: 'Department' },
		}),
		member: { ...memberInRow, modes: members, ...shownFor('type', 'member') },
		department: { ...departmentInRow, modes: departments, ...shownFor('type', 'department') },
	}) as const;

/** What a locator calls its wire name is the list of the interface that takes the value. */
const SUBJECT = subjectCells(
	memberModes('member_ids', 'out_ids', 'accounts'),
	departmentModes('group_ids', 'group_out_ids'),
);

/** Members and departments, one in each row; `wire` names the parameter they are sent in. */
export const subjectRows = (wire: 'permissions' | 'ids', help: string) =>
	required.rows([WHO, `${help}; choose all members in the same way, e.g. by ID, and all departments too`], {
		wire,
		cells: SUBJECT,
	});

interface Subject {
	readonly type: string;
	readonly member?: Located;
	readonly department?: Located;
}
const IDS = ['member_ids', 'group_ids'];
type Kind = 'member' | 'department';

/** The values of all members, or of all departments, by the only list that they belong to. Throws inputError. */
function listOf(kind: Kind, subjects: readonly Subject[]): Array<[string, unknown[]]> {
	const modes: Readonly<Record<string, { wire: string }>> = SUBJECT[kind].modes;
	const chosen = subjects.flatMap((subject) => (subject.type === kind ? (subject[kind] ?? []) : []));
	const [name, ...others] = new Set(chosen.map(({ by }) => modes[by]?.wire ?? by));
	if (others.length > 0)
		throw inputError(
			WHO,
			`name ${kind}s in several ways`,
			`The service takes only one at a time: name all ${kind}s in the same way. From List names them by ID.`,
		);
	const values = chosen.map(({ value }) => (IDS.includes(name ?? '') ? idOf(value) : value));
	return name === undefined ? [] : [[name, [...new Set(values)]]];
}

/**
 * Members and departments as the interface takes them: at most one kind of list for each (H02). Throws inputError where
 * they are named in several ways.
 */
export const subjectsOf = (subjects: readonly Subject[]): Record<string, unknown[]> =>
	Object.fromEntries([...listOf('member', subjects), ...listOf('department', subjects)]);

const codes = (label: string, help: string) =>
	multi([label, help], { wire: 'permissions', composed: true, choices: PERMISSION_CODES });

/** Which permissions to set: a role, or single permissions. */
export const permissionFields = {
	give: required.choice('What to give', {
		wire: 'permissions',
		composed: true,
		choices: {
			role: ['Role', 'All permissions of a role of the enterprise'],
			permissions: ['Single Permissions', 'Permissions to grant, to deny or to unset'],
		},
	}),
	role: requiredFor('give', 'role').ref('The role to give', { ...roleRef, wire: 'permissions', composed: true }),
	grant: { ...codes('Grant', 'Permissions to grant'), ...shownFor('give', 'permissions') },
	deny: { ...codes('Deny', 'Permissions to deny'), ...shownFor('give', 'permissions') },
	unset: {
		...codes('Unset', 'Permissions to reset to the inherited value'),
		...shownFor('give', 'permissions'),
		formerPlace: 'options',
	},
} as const;

type Permissions = InputOf<typeof permissionFields>;

/** The status of each chosen permission. Throws inputError for one that was chosen twice, and for none. */
function statusOf({ grant, deny, unset }: Permissions): Record<string, number> {
	const status: Record<string, number> = {};
	for (const [label, chosen, value] of [
		['Grant', grant, 1],
		['Deny', deny, -1],
		['Unset', unset, 0],
	] as const) {
		for (const code of chosen ?? []) {
			if (code in status)
				throw valueError(
					label,
					`"${namesOfCodes([code]).join()}" is chosen twice`,
					'Choose each permission in only one of Grant, Deny and Unset.',
				);
			status[code] = value;
		}
	}
	if (Object.keys(status).length === 0)
		throw missingError(
			'Grant',
			'Choose a permission to grant, to deny or to unset',
			'To give a role instead, set Give to Role.',
		);
	return status;
}

/** The ID of the role that was chosen; 0 means single permissions (H07). Throws inputError. */
function roleOf({ role }: Permissions): number {
	const id = Number(role?.value);
	if (id < 1) throw valueError('Role', `${id} is no role`, 'Choose a role, or give Single Permissions.');
	return id;
}

/** The wire value of permissions: either a role or single permissions (H07). Throws inputError. */
export function permissionsOf(entered: Permissions & { subjects: readonly Subject[] }): Record<string, string> {
	const permission = entered.give === 'role' ? { role_id: roleOf(entered) } : { role_id: 0, ...statusOf(entered) };
	return { permissions: JSON.stringify({ ...subjectsOf(entered.subjects), permission }) };
}

/** What an item calls the only value of a list. */
const ONE: ReadonlyMap<string, string> = new Map(Object.entries(SUBJECT_LISTS).map(([one, all]) => [all, one]));

/** Members and departments as items name them: a list of one under the name of one, which inputs take. */
export const namedSubjects = (lists: Readonly<JsonObject>): JsonObject =>
	Object.fromEntries(
		Object.entries(lists).flatMap(([name, values]): Array<[string, unknown]> => {
			const one = ONE.get(name);
			const [only, ...others] = Array.isArray(values) ? (values as unknown[]) : [];
			return [one && others.length === 0 && only !== undefined ? [one, only] : [name, values]];
		}),
	);

const codesWith = (entry: Unverified<PermissionValues>, status: number): string[] =>
	Object.keys(entry).filter((code) => numberOf(entry[code]) === status);

/** What an item says of the permissions that were sent as JSON text: to whom, and which. */
export function givenPermissions(sent: string): JsonObject {
	const { permission, ...lists } = JSON.parse(sent) as { permission: Record<string, number> };
	const { role_id: role, ...status } = permission;
	return { ...(role ? { role_id: role } : simplePermissions(status)), ...namedSubjects(lists) };
}

/** Permissions by their status: 1 granted, -1 denied, neither is not set (H06); as codes that Grant and Deny take. */
export function simplePermissions(entry: Unverified<PermissionValues>): JsonObject {
	const [granted, denied] = [codesWith(entry, 1), codesWith(entry, -1)];
	return { granted_names: namesOfCodes(granted), denied_names: namesOfCodes(denied), granted, denied };
}
