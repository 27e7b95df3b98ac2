import { isExternal, type CurrentDirectory } from './currentDirectory';
import type { DepartmentTree } from './departmentTree';
import type { DirectoryChange } from './directoryChange';
import type { WantedDirectory } from './wantedDirectory';

/* Members and departments of the external directory that the input does not describe. */

const REASON = 'not in the input';

/** Members to delete. */
export function missingMembers(current: CurrentDirectory, wanted: WantedDirectory): DirectoryChange[] {
	const wantedIds = new Set(wanted.members.map(({ outId }) => outId));
	return current.members
		.filter((member) => isExternal(member) && !wantedIds.has(member.outId))
		.map(({ outId, name }) => ({
			action: 'delete',
			kind: 'member',
			outId,
			name,
			reason: REASON,
			request: { operation: 'entDelSyncMember', params: { members: outId } },
		}));
}

/**
 * Departments to delete, children first. A department that contains one that stays, or that a wanted member is to be
 * in, stays too: deleting it would also delete what is inside it.
 */
export function missingDepartments(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	tree: DepartmentTree,
): DirectoryChange[] {
	const wantedIds = new Set([
		...wanted.departments.map(({ outId }) => outId),
		...wanted.members.flatMap(({ departments }) => departments ?? []),
	]);
	const missing = current.departments.filter((one) => isExternal(one) && !wantedIds.has(one.outId));
	const missingKeys = new Set(missing.map(({ id }) => id));
	const staying = [
		...current.departments.map(({ id }) => id),
		...wanted.departments.map(({ outId }) => tree.keyOf(outId) ?? ''),
	].filter((key) => !missingKeys.has(key));
	const kept = new Set(staying.flatMap((key) => tree.pathUp(key)));
	return missing
		.filter(({ id }) => !kept.has(id))
		.sort((a, b) => tree.pathUp(b.id).length - tree.pathUp(a.id).length)
		.map(({ outId, name }) => ({
			action: 'delete',
			kind: 'department',
			outId,
			name,
			reason: REASON,
			request: { operation: 'entDelSyncGroup', params: { groups: outId } },
		}));
}
