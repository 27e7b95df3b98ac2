import type { Directory } from '../enterprise/directory';
import type { Entry } from '../library/entry';
import { detailsOf } from '../library/entry';
import type { Library } from '../library/library';
import { roles } from './roles';

/** doc: permissions set on one folder, by member and by department; an empty list denies everything. */
export interface FolderPermissions {
	readonly members: Map<number, readonly string[]>;
	readonly groups: Map<number, readonly string[]>;
}

/** The settings of a folder, made when first needed. */
export function permissionsOf(entry: Entry): FolderPermissions {
	const details = detailsOf(entry);
	details.permissions ??= { members: new Map(), groups: new Map() };
	return details.permissions;
}

/** fact 5.1 (`property.inherit`): entries inherit until told otherwise (assumed). */
export function inherits(entry: Entry): boolean {
	return entry.details?.inherit ?? true;
}

function union(lists: ReadonlyArray<readonly string[]>): string[] {
	return [...new Set(lists.flat())];
}

/** What the member's departments are allowed on this entry, undefined when none has a setting. */
function byGroups(entry: Entry, memberId: number, directory: Directory): string[] | undefined {
	const settings = entry.details?.permissions?.groups;
	if (!settings || settings.size === 0) return undefined;
	const found = directory.groupsOf(memberId).filter((group) => settings.has(group.id));
	return found.length > 0 ? union(found.map((group) => settings.get(group.id) ?? [])) : undefined;
}

/** Role of the member in the library, by itself or by departments. */
export function roleIdsIn(library: Library, memberId: number, directory: Directory): number[] {
	const own = library.profile.members.get(memberId);
	const inherited = directory.groupsOf(memberId).map((group) => library.profile.groups.get(group.id) ?? 0);
	return [own ?? 0, ...inherited].filter((id) => id > 0);
}

/**
 * What a member may do. assumed: the nearest setting counts; a member's own setting goes before its departments';
 * without any up to the root, or above a folder that does not inherit, the library role decides or nothing.
 */
export function effectivePermissions(library: Library, entry: Entry, memberId: number, directory: Directory): string[] {
	for (let at: Entry | null = entry; at; at = at.parent) {
		const own = at.details?.permissions?.members.get(memberId) ?? byGroups(at, memberId, directory);
		if (own) return [...own];
		if (!inherits(at)) return [];
	}
	return union(roleIdsIn(library, memberId, directory).map((id) => roles.get(id)?.names ?? []));
}

/** Whom a reset concerns and whether department members are cleared. */
export interface Reset {
	readonly members: readonly number[];
	readonly groups: readonly number[];
	readonly clear: boolean;
}

/**
 * doc, reset rules: in inheritance mode the subjects fall back to the parent folder; outside it they are removed,
 * and members who are there through a department fall back to it, or with `clear` keep nothing.
 */
export function resetPermissions(entry: Entry, reset: Reset, directory: Directory): void {
	const settings = permissionsOf(entry);
	for (const id of reset.groups) settings.groups.delete(id);
	for (const id of reset.members) {
		settings.members.delete(id);
		const throughGroup = directory.groupsOf(id).some((group) => settings.groups.has(group.id));
		if (!inherits(entry) && reset.clear && throughGroup) settings.members.set(id, []);
	}
}
