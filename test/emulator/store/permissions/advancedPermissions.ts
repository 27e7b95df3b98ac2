import type { Directory } from '../enterprise/directory';
import {
	type AdvancedPermissions,
	type AdvancedSetting,
	detailsOf,
	type Entry,
	type PermissionCodes,
} from '../library/entry';
import type { Library } from '../library/library';
import { effectivePermissions, inherits, permissionsOf, roleIdsIn } from './folderPermissions';
import { permissionCodes, permissionNames, roles } from './roles';

/*
 * assumed: classic and advanced permissions are two views of the same settings, because the document describes both as
 * the permissions of a folder. A setting of one kind replaces that of the other for the same member or department.
 */

/** assumed: the codes that each name stands for; the first one tells whether the name is shown. */
const codesByName: Readonly<Record<(typeof permissionNames)[number], readonly [string, ...string[]]>> = {
	file_preview: ['pv', 'ls', 'cd', 'ss'],
	file_read: ['dl'],
	file_upload: ['ul', 'mk'],
	file_write: ['w', 'ren'],
	file_delete: ['rm'],
	file_link: ['ln'],
};

/** The names that codes show. */
const namesOf = (codes: PermissionCodes): string[] =>
	permissionNames.filter((name) => codes[codesByName[name][0]] === 1);

/** A setting by names as codes: what it does not name is denied. */
const codesByNames = (names: readonly string[]): PermissionCodes =>
	Object.fromEntries(
		permissionNames.flatMap((name) => codesByName[name].map((code) => [code, names.includes(name) ? 1 : -1])),
	);

/** Ids of the members and departments a setting is for. */
export interface Subjects {
	readonly members: readonly number[];
	readonly groups: readonly number[];
}

function advancedOf(entry: Entry): AdvancedPermissions {
	const details = detailsOf(entry);
	details.advanced ??= { members: new Map(), groups: new Map() };
	return details.advanced;
}

/** Sets the same for all subjects. assumed: it replaces their earlier settings; other subjects keep theirs. */
export function setAdvanced(entry: Entry, subjects: Subjects, setting: AdvancedSetting): void {
	const own = advancedOf(entry);
	deleteClassic(entry, subjects);
	for (const id of subjects.members) own.members.set(id, setting);
	for (const id of subjects.groups) own.groups.set(id, setting);
}

function deleteClassic(entry: Entry, subjects: Subjects): void {
	for (const id of subjects.members) entry.details?.permissions?.members.delete(id);
	for (const id of subjects.groups) entry.details?.permissions?.groups.delete(id);
}

/** Removes the settings of the subjects. */
export function deleteAdvanced(entry: Entry, subjects: Subjects): void {
	for (const id of subjects.members) entry.details?.advanced?.members.delete(id);
	for (const id of subjects.groups) entry.details?.advanced?.groups.delete(id);
	deleteClassic(entry, subjects);
}

/** The codes that are set for one subject on the entry itself, in either view. */
function codesAt(entry: Entry, kind: 'members' | 'groups', id: number): PermissionCodes | undefined {
	const names = entry.details?.permissions?.[kind].get(id);
	return codesOf(entry.details?.advanced?.[kind].get(id)) ?? (names && codesByNames(names));
}

/** doc: what is set on the entry itself, by names. */
export function ownNames(entry: Entry, kind: 'members' | 'groups'): Map<number, readonly string[]> {
	const advanced = [...(entry.details?.advanced?.[kind] ?? [])];
	return new Map([
		...(entry.details?.permissions?.[kind] ?? []),
		...advanced.map(([id, setting]) => [id, namesOf(codesOf(setting) ?? {})] as const),
	]);
}

/** What a member may do by names: where advanced permissions apply, as they show. */
export function allowedNames(library: Library, entry: Entry, memberId: number, directory: Directory): string[] {
	const groups = directory.groupsOf(memberId);
	for (let at: Entry | null = entry; at; at = inherits(at) ? at.parent : null) {
		const { members, groups: byGroup } = at.details?.advanced ?? {};
		if (members?.has(memberId) || groups.some(({ id }) => byGroup?.has(id)))
			return namesOf(memberCodes(library, entry, memberId, directory));
	}
	return effectivePermissions(library, entry, memberId, directory);
}

/** Starts or stops inheriting. doc: with `keep`, inherited settings are preserved as own ones and merged. */
export function setInherit(entry: Entry, inherit: boolean, keep: boolean): void {
	if (!inherit && keep) keepInherited(entry);
	// assumed: inheriting again without keep drops the entry's own settings.
	if (inherit && !keep && entry.details) [entry.details.advanced, entry.details.permissions] = [undefined, undefined];
	detailsOf(entry).inherit = inherit;
}

function keepInherited(entry: Entry): void {
	const own = advancedOf(entry);
	const classic = permissionsOf(entry);
	for (let at = entry.parent; at; at = at.parent) {
		for (const kind of ['members', 'groups'] as const) {
			const isSet = (id: number): boolean => own[kind].has(id) || classic[kind].has(id);
			for (const [id, setting] of at.details?.advanced?.[kind] ?? []) if (!isSet(id)) own[kind].set(id, setting);
			for (const [id, names] of at.details?.permissions?.[kind] ?? [])
				if (!isSet(id)) classic[kind].set(id, names);
		}
		if (!inherits(at)) break;
	}
}

function codesOf(setting: AdvancedSetting | undefined): PermissionCodes | undefined {
	if (!setting) return undefined;
	return setting.roleId > 0 ? roles.get(setting.roleId)?.codes : setting.codes;
}

/** assumed: when sources of the same rank disagree about a code, denying precedes granting. */
function merged(sources: ReadonlyArray<PermissionCodes | undefined>, code: string): number {
	const values = sources.map((source) => source?.[code] ?? 0);
	return values.includes(-1) ? -1 : Math.max(0, ...values);
}

/** The settings on one entry by rank; the first rank that sets a code decides it. */
type RanksAt = (entry: Entry) => Array<Array<PermissionCodes | undefined>>;

/**
 * Every code with its value.
 * assumed: for each code the nearest setting that is not 0 counts, then the library role, then 0.
 */
function resolve(entry: Entry, ranksAt: RanksAt, fallback: readonly PermissionCodes[]): Record<string, number> {
	const result: Record<string, number> = Object.fromEntries(permissionCodes.map((code) => [code, 0]));
	const take = (sources: ReadonlyArray<PermissionCodes | undefined>): void => {
		for (const code of permissionCodes) if (result[code] === 0) result[code] = merged(sources, code);
	};
	for (let at: Entry | null = entry; at; at = at.parent) {
		ranksAt(at).forEach(take);
		if (!inherits(at)) return result;
	}
	take(fallback);
	return result;
}

/** Effective codes of a member. assumed: the member's own settings precede those of the departments. */
export function memberCodes(
	library: Library,
	entry: Entry,
	memberId: number,
	directory: Directory,
): Record<string, number> {
	const groups = directory.groupsOf(memberId);
	const ranksAt: RanksAt = (at) => [
		[codesAt(at, 'members', memberId)],
		groups.map((group) => codesAt(at, 'groups', group.id)),
	];
	const fallback = roleIdsIn(library, memberId, directory).map((id) => roles.get(id)?.codes ?? {});
	return resolve(entry, ranksAt, fallback);
}

/** Effective codes of a department. */
export function groupCodes(library: Library, entry: Entry, groupId: number): Record<string, number> {
	const ranksAt: RanksAt = (at) => [[codesAt(at, 'groups', groupId)]];
	const role = library.profile.groups.get(groupId) ?? 0;
	return resolve(entry, ranksAt, [roles.get(role)?.codes ?? {}]);
}
