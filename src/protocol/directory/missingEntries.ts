import { isExternal, type CurrentDirectory, type CurrentMember } from './currentDirectory';
import type { DepartmentTree } from './departmentTree';
import type { DirectoryChange } from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import { disable } from './memberStates';
import type { WantedDirectory } from './wantedDirectory';

/* Members and departments of the external directory that the input does not describe. */

const REASON = 'not in the input';

/**
 * Members that the input does not describe: none where it describes no member at all, because such an input is about
 * departments only. A member that no list shows was read because the input names it.
 */
function missingMembers(current: CurrentDirectory, wanted: WantedDirectory): CurrentMember[] {
	if (wanted.members.length === 0) return [];
	const wantedIds = new Set(wanted.members.map(({ outId }) => outId));
	return current.members.filter((member) => isExternal(member) && member.listed && !wantedIds.has(member.outId));
}

const deletion = ({ outId, name }: CurrentMember): DirectoryChange => ({
	action: 'delete',
	kind: 'member',
	outId,
	name,
	reason: REASON,
	request: { operation: 'entDelSyncMember', params: { members: outId } },
});

/** What happens to missing members. */
export function missingMemberChanges(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	{ missingMembers: rule }: Pick<DirectoryRules, 'missingMembers'>,
): { readonly deleted: readonly DirectoryChange[]; readonly disabled: readonly DirectoryChange[] } {
	const missing = rule === 'leave' ? [] : missingMembers(current, wanted);
	return rule === 'delete'
		? { deleted: missing.map(deletion), disabled: [] }
		: {
				deleted: [],
				disabled: missing.filter(({ enabled }) => enabled).map((member) => disable(member, { reason: REASON })),
			};
}

/**
 * Departments to delete, children first; none where the input describes no department at all. A department that
 * contains one that stays, or that a wanted member is to be in, stays too: deleting it would also delete what is inside
 * it.
 */
export function missingDepartments(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	tree: DepartmentTree,
): DirectoryChange[] {
	if (wanted.departments.length === 0) return [];
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
