import type { Directory } from '../enterprise/directory';
import { detailsOf, type Entry, type FolderPermissions } from '../library/entry';
import type { Library } from '../library/library';
import { roles } from './roles';

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
