import { codes, ServiceFailure } from '../../http/errors';
import type { Directory, Group } from './directory';

/** True when the member stands in member management: at the top level or in a department. */
export function isListed(directory: Directory, memberId: number): boolean {
	return directory.topLevel.has(memberId) || directory.groupsOf(memberId).length > 0;
}

/** Puts a member into a department; null is the top level. */
export function place(directory: Directory, memberId: number, group: Group | null): void {
	(group?.memberIds ?? directory.topLevel).add(memberId);
}

/**
 * Takes a member out of a department; null is the top level. assumed: who leaves the last department falls to the top
 * level, so that nobody vanishes; who leaves the top level and is in no department is hidden.
 */
export function displace(directory: Directory, memberId: number, group: Group | null): void {
	if (!group) directory.topLevel.delete(memberId);
	else if (group.memberIds.delete(memberId) && !isListed(directory, memberId)) directory.topLevel.add(memberId);
}

/** Takes a member out of all departments (ambiguity I13), to the top level when it was in any (assumed). */
export function displaceFromAll(directory: Directory, memberId: number): void {
	for (const group of directory.groupsOf(memberId)) displace(directory, memberId, group);
}

/** Gives a member exactly these departments; an empty list is the top level. */
export function placeOnlyIn(directory: Directory, memberId: number, groups: readonly Group[]): void {
	for (const group of directory.groupsOf(memberId)) group.memberIds.delete(memberId);
	directory.topLevel.delete(memberId);
	for (const group of groups.length > 0 ? groups : [null]) place(directory, memberId, group);
}

/** Moves a department. assumed: below itself is refused with 40013, as for folders. */
export function moveGroup(directory: Directory, group: Group, parent: Group | null): void {
	if (parent && directory.branch(group).includes(parent)) {
		throw new ServiceFailure(codes.intoOwnSubfolder, 'cannot move a department below itself');
	}
	group.parentId = parent?.id ?? 0;
}

/** Deletes a department with those below it (assumed); members who were only there fall to the top level (assumed). */
export function deleteGroup(directory: Directory, group: Group): Group[] {
	const branch = directory.branch(group);
	for (const each of branch) {
		for (const memberId of each.memberIds) displace(directory, memberId, each);
		directory.groups.delete(each.id);
	}
	return branch;
}
