import { badParameter } from '../../http/errors';
import type { Directory } from '../enterprise/directory';
import { detailsOf, type Entry, type FolderPermissions, type PermissionCodes } from '../library/entry';
import type { Library } from '../library/library';

/** doc: names of the folder permissions. */
export const permissionNames = [
	'file_preview',
	'file_read',
	'file_upload',
	'file_write',
	'file_delete',
	'file_link',
] as const;

/** doc: codes of the advanced permissions. */
export const permissionCodes = [
	'ls',
	'cd',
	'pv',
	'dl',
	'w',
	'ul',
	'mk',
	'ren',
	'rm',
	'ln',
	'h',
	'hr',
	'rmk',
	'rmka',
	't',
	'trm',
	'p',
	'ps',
	'ss',
	'sren',
	'srm',
	'mls',
	'b',
	'br',
	'be',
	'mln',
] as const;

/** A role: what it allows, as names of folder permissions and as codes of advanced permissions. */
interface Role {
	readonly id: number;
	readonly name: string;
	readonly names: readonly string[];
	readonly codes: PermissionCodes;
}

function granted(codes: readonly string[]): PermissionCodes {
	return Object.fromEntries(codes.map((code) => [code, 1]));
}

/** assumed: every enterprise has these three roles, by id; the document lists none. */
export const roles: ReadonlyMap<number, Role> = new Map(
	[
		{ id: 1, name: 'Administrator', names: permissionNames, codes: granted(permissionCodes) },
		{
			id: 2,
			name: 'Editor',
			names: ['file_preview', 'file_read', 'file_upload', 'file_write'],
			codes: granted(['ls', 'cd', 'pv', 'dl', 'w', 'ul', 'mk', 'ren', 'h', 'rmk', 'rmka', 't', 'ss']),
		},
		{ id: 3, name: 'Viewer', names: ['file_preview', 'file_read'], codes: granted(['ls', 'cd', 'pv', 'dl', 'ss']) },
	].map((role) => [role.id, role]),
);

/** The role with this id; throws 40003. */
export function roleById(id: number, parameter: string): Role {
	const role = roles.get(id);
	if (!role) throw badParameter(parameter, `names the unknown role ${id}`);
	return role;
}

/** The permissions set on a folder, created on first use. */
export function permissionsOf(entry: Entry): FolderPermissions {
	const details = detailsOf(entry);
	details.permissions ??= { members: new Map(), groups: new Map() };
	return details.permissions;
}

/** Whether permissions of the folders above apply (fact 5.1: `property.inherit`). assumed: they do by default. */
export function inherits(entry: Entry): boolean {
	return entry.details?.inherit ?? true;
}

function union(lists: ReadonlyArray<readonly string[]>): string[] {
	return [...new Set(lists.flat())];
}

/** What the member's departments may do with this entry; undefined when nothing is set for any of them. */
function allowedByGroups(entry: Entry, memberId: number, directory: Directory): string[] | undefined {
	const settings = entry.details?.permissions?.groups;
	if (!settings || settings.size === 0) return undefined;
	const found = directory.groupsOf(memberId).filter((group) => settings.has(group.id));
	return found.length > 0 ? union(found.map((group) => settings.get(group.id) ?? [])) : undefined;
}

/** Ids of the roles a member has in a library, directly and through departments. */
export function roleIdsIn(library: Library, memberId: number, directory: Directory): number[] {
	const own = library.profile.members.get(memberId);
	const inherited = directory.groupsOf(memberId).map((group) => library.profile.groups.get(group.id) ?? 0);
	return [own ?? 0, ...inherited].filter((id) => id > 0);
}

/**
 * What a member may do with an entry. assumed: the nearest setting counts, and a member's own setting precedes those of
 * the departments. Where nothing is set up to the root, the library role decides; below a folder that does not inherit,
 * nothing is allowed.
 */
export function effectivePermissions(library: Library, entry: Entry, memberId: number, directory: Directory): string[] {
	for (let at: Entry | null = entry; at; at = at.parent) {
		const own = at.details?.permissions?.members.get(memberId) ?? allowedByGroups(at, memberId, directory);
		if (own) return [...own];
		if (!inherits(at)) return [];
	}
	return union(roleIdsIn(library, memberId, directory).map((id) => roles.get(id)?.names ?? []));
}

/** The members and departments to reset; `clear` denies members everything that a department would allow them. */
interface Reset {
	readonly members: readonly number[];
	readonly groups: readonly number[];
	readonly clear: boolean;
}

/**
 * doc, reset rules: in inheritance mode the subjects fall back to the parent folder. Without inheritance they are
 * removed; members who remain through a department fall back to its permissions, or with `clear` have none.
 */
export function resetPermissions(entry: Entry, reset: Reset, directory: Directory): void {
	const settings = permissionsOf(entry);
	const advanced = entry.details?.advanced;
	for (const id of reset.groups) {
		settings.groups.delete(id);
		advanced?.groups.delete(id);
	}
	for (const id of reset.members) {
		settings.members.delete(id);
		advanced?.members.delete(id);
		const groups = directory.groupsOf(id);
		const throughGroup = groups.some((group) => settings.groups.has(group.id) || advanced?.groups.has(group.id));
		if (!inherits(entry) && reset.clear && throughGroup) settings.members.set(id, []);
	}
}
