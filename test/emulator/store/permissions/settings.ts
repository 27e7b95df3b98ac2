import type { Directory } from '../enterprise/directory';
import {
	detailsOf,
	type Entry,
	type PermissionCodes,
	type Permissions,
	type PermissionSetting,
} from '../library/entry';
import type { Library } from '../library/library';
import { permissionCodes, permissionNames, roles } from './roles';

/* assumed: classic and advanced are two views of the same settings; of a subject, one kind replaces the other. */

const KINDS = ['members', 'groups'] as const;
type Kind = (typeof KINDS)[number];

/** Ids of the members and departments a setting is for. */
export type Subjects = Readonly<Record<Kind, readonly number[]>>;

/** The permissions set on an entry, created on first use. */
export function permissionsOf(entry: Entry): Permissions {
	const details = detailsOf(entry);
	details.permissions ??= { members: new Map(), groups: new Map() };
	return details.permissions;
}

/** Whether permissions of the folders above apply (fact 5.1: `property.inherit`). assumed: they do by default. */
export function inherits(entry: Entry): boolean {
	return entry.details?.inherit ?? true;
}

/** The entry, and the folders above it whose permissions apply to it. */
function* sources(entry: Entry): Generator<Entry> {
	for (let at: Entry | null = entry; at; at = inherits(at) ? at.parent : null) yield at;
}

/** Sets the same for all subjects. assumed: it replaces their earlier settings; other subjects keep theirs. */
export function setPermissions(entry: Entry, subjects: Subjects, setting: PermissionSetting): void {
	const own = permissionsOf(entry);
	for (const kind of KINDS) for (const id of subjects[kind]) own[kind].set(id, setting);
}

/** Removes the settings of the subjects. */
export function deletePermissions(entry: Entry, subjects: Subjects): void {
	for (const kind of KINDS) for (const id of subjects[kind]) entry.details?.permissions?.[kind].delete(id);
}

/** Starts or stops inheriting. doc: with `keep`, inherited settings are preserved as own ones and merged. */
export function setInherit(entry: Entry, inherit: boolean, keep: boolean): void {
	if (!inherit && keep) keepInherited(entry);
	// assumed: inheriting again without keep drops the entry's own settings.
	if (inherit && !keep) dropPermissions(entry);
	detailsOf(entry).inherit = inherit;
}

export function dropPermissions({ details }: Entry): void {
	if (details) details.permissions = undefined;
}

function keepInherited(entry: Entry): void {
	const own = permissionsOf(entry);
	for (const at of entry.parent ? sources(entry.parent) : []) {
		for (const kind of KINDS)
			for (const [id, setting] of at.details?.permissions?.[kind] ?? [])
				if (!own[kind].has(id)) own[kind].set(id, setting);
	}
}

/** doc: back to the parent's; without inheritance removed, then as departments allow, or with `clear` nothing. */
export function resetPermissions(entry: Entry, subjects: Subjects, clear: boolean, directory: Directory): void {
	deletePermissions(entry, subjects);
	const { members, groups } = permissionsOf(entry);
	for (const id of inherits(entry) || !clear ? [] : subjects.members)
		if (directory.groupsOf(id).some((group) => groups.has(group.id))) members.set(id, { names: [] });
}

/** Ids of the roles a member has in a library, directly and through departments. */
export function roleIdsIn(library: Library, memberId: number, directory: Directory): number[] {
	const own = library.profile.members.get(memberId);
	const inherited = directory.groupsOf(memberId).map((group) => library.profile.groups.get(group.id) ?? 0);
	return [own ?? 0, ...inherited].filter((id) => id > 0);
}

/* By names. */

function union(lists: ReadonlyArray<readonly string[]>): string[] {
	return [...new Set(lists.flat())];
}

/** What the member's departments may do with this entry; undefined when nothing is set for any of them. */
function allowedByGroups(entry: Entry, memberId: number, directory: Directory): string[] | undefined {
	const settings = entry.details?.permissions?.groups;
	if (!settings || settings.size === 0) return undefined;
	const found = directory.groupsOf(memberId).flatMap((group) => {
		const names = settings.get(group.id)?.names;
		return names ? [names] : [];
	});
	return found.length > 0 ? union(found) : undefined;
}

/** assumed: the nearest setting counts, own before departments'; at the root the library role, else nothing. */
export function effectivePermissions(library: Library, entry: Entry, memberId: number, directory: Directory): string[] {
	for (const at of sources(entry)) {
		const own = at.details?.permissions?.members.get(memberId)?.names ?? allowedByGroups(at, memberId, directory);
		if (own) return [...own];
		if (!inherits(at)) return [];
	}
	return union(roleIdsIn(library, memberId, directory).map((id) => roles.get(id)?.names ?? []));
}

/** assumed: the codes that each name stands for; the first one tells whether the name is shown. */
const codesByName: Readonly<Record<(typeof permissionNames)[number], readonly [string, ...string[]]>> = {
	file_preview: ['pv', 'ls', 'cd', 'ss'],
	file_read: ['dl'],
	file_upload: ['ul', 'mk'],
	file_write: ['w', 'ren'],
	file_delete: ['rm'],
	file_link: ['ln'],
};

const namesOf = (codes: PermissionCodes): string[] =>
	permissionNames.filter((name) => codes[codesByName[name][0]] === 1);

/** doc: what is set on the entry itself, by names. */
export function ownNames(entry: Entry, kind: Kind): Map<number, readonly string[]> {
	const own = [...(entry.details?.permissions?.[kind] ?? [])];
	return new Map(own.map(([id, setting]) => [id, setting.names ?? namesOf(codesOf(setting))]));
}

/** What a member may do by names: where advanced permissions apply, as they show. */
export function allowedNames(library: Library, entry: Entry, memberId: number, directory: Directory): string[] {
	const groups = directory.groupsOf(memberId);
	const isAdvanced = ({ details }: Entry): boolean =>
		[
			details?.permissions?.members.get(memberId),
			...groups.map(({ id }) => details?.permissions?.groups.get(id)),
		].some((setting) => setting?.codes !== undefined);
	return [...sources(entry)].some(isAdvanced)
		? namesOf(memberCodes(library, entry, memberId, directory))
		: effectivePermissions(library, entry, memberId, directory);
}

/* By codes. */

/** A setting as codes: what names leave out is denied. */
function codesOf({ names, roleId = 0, codes = {} }: PermissionSetting): PermissionCodes {
	if (!names) return roles.get(roleId)?.codes ?? codes;
	return Object.fromEntries(
		permissionNames.flatMap((name) => codesByName[name].map((code) => [code, names.includes(name) ? 1 : -1])),
	);
}

/** assumed: when sources of the same rank disagree about a code, denying precedes granting. */
function merged(settings: ReadonlyArray<PermissionCodes | undefined>, code: string): number {
	const values = settings.map((setting) => setting?.[code] ?? 0);
	return values.includes(-1) ? -1 : Math.max(0, ...values);
}

/** The settings on one entry by rank; the first rank that sets a code decides it. */
type RanksAt = (permissions: Permissions) => Array<Array<PermissionSetting | undefined>>;

/** assumed: for each code the nearest setting that is not 0 counts, then the library role, then 0. */
function resolve(entry: Entry, ranksAt: RanksAt, roleIds: readonly number[]): Record<string, number> {
	const result: Record<string, number> = Object.fromEntries(permissionCodes.map((code) => [code, 0]));
	const take = (settings: ReadonlyArray<PermissionCodes | undefined>): void => {
		for (const code of permissionCodes) if (result[code] === 0) result[code] = merged(settings, code);
	};
	for (const at of sources(entry)) {
		const ranks = at.details?.permissions ? ranksAt(at.details.permissions) : [];
		for (const rank of ranks) take(rank.map((setting) => setting && codesOf(setting)));
		if (!inherits(at)) return result;
	}
	take(roleIds.map((id) => roles.get(id)?.codes));
	return result;
}

/** Effective codes of a member. assumed: the member's own settings precede those of the departments. */
export function memberCodes(
	library: Library,
	entry: Entry,
	memberId: number,
	directory: Directory,
): Record<string, number> {
	const groupIds = directory.groupsOf(memberId).map(({ id }) => id);
	const ranksAt: RanksAt = ({ members, groups }) => [[members.get(memberId)], groupIds.map((id) => groups.get(id))];
	return resolve(entry, ranksAt, roleIdsIn(library, memberId, directory));
}

export function groupCodes(library: Library, entry: Entry, groupId: number): Record<string, number> {
	return resolve(entry, ({ groups }) => [[groups.get(groupId)]], [library.profile.groups.get(groupId) ?? 0]);
}
