import { codes, ServiceFailure } from '../../http/errors';
import type { Directory } from './directory';
import type { Group } from './people';

/* Which members are in which department. In all functions null stands for the top level. */

/** True when the member is listed in member management: at the top level or in a department. */
function isListed(directory: Directory, memberId: number): boolean {
	return directory.topLevel.has(memberId) || directory.groupsOf(memberId).length > 0;
}

/** Puts a member into a department. */
export function place(directory: Directory, memberId: number, group: Group | null): void {
	(group?.memberIds ?? directory.topLevel).add(memberId);
}

/**
 * Takes a member out of a department. assumed: a member taken out of the last department moves to the top level, so
 * that nobody vanishes; a member taken out of the top level who is in no department is hidden.
 */
export function displace(directory: Directory, memberId: number, group: Group | null): void {
	if (!group) directory.topLevel.delete(memberId);
	else if (group.memberIds.delete(memberId) && !isListed(directory, memberId)) directory.topLevel.add(memberId);
}

/** assumed (I13): takes a member out of all departments; a member who was in any moves to the top level. */
export function displaceFromAll(directory: Directory, memberId: number): void {
	for (const group of directory.groupsOf(memberId)) displace(directory, memberId, group);
}

/** Puts a member into exactly these departments; an empty list is the top level. */
export function placeOnlyIn(directory: Directory, memberId: number, groups: readonly Group[]): void {
	for (const group of directory.groupsOf(memberId)) group.memberIds.delete(memberId);
	directory.topLevel.delete(memberId);
	for (const group of groups.length > 0 ? groups : [null]) place(directory, memberId, group);
}

/** Moves a department. assumed: moving it below itself is refused with 40013, as for folders. */
export function moveGroup(directory: Directory, group: Group, parent: Group | null): void {
	if (parent && directory.branch(group).includes(parent))
		throw new ServiceFailure(codes.intoOwnSubfolder, 'cannot move a department below itself');
	group.parentId = parent?.id ?? 0;
}

/**
 * Deletes a department and returns the deleted ones. assumed: the departments below go with it, and members who were
 * only there move to the top level.
 */
export function deleteGroup(directory: Directory, group: Group): Group[] {
	const branch = directory.branch(group);
	for (const each of branch) {
		for (const memberId of each.memberIds) displace(directory, memberId, each);
		directory.groups.delete(each.id);
	}
	return branch;
}
