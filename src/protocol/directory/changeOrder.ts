import type { DirectoryChange } from './directoryChange';

/* In which order changes are made, which of them at the same time, and which not after a failure. */

/** The changes of a plan by what they are about, each list already in its own order. */
export interface ChangeGroups {
	readonly departments: readonly DirectoryChange[];
	readonly memberDeletions: readonly DirectoryChange[];
	readonly members: readonly DirectoryChange[];
	readonly joins: readonly DirectoryChange[];
	readonly leaves: readonly DirectoryChange[];
	readonly departmentDeletions: readonly DirectoryChange[];
}

/**
 * All changes in the order in which they can be made. Members are deleted before others are created, to make room under
 * the account limit and to free their accounts. Joins come before leaves, so that no member is temporarily without a
 * department.
 */
export const inOrder = (groups: ChangeGroups): DirectoryChange[] => [
	...groups.departments,
	...groups.memberDeletions,
	...groups.members,
	...groups.joins,
	...groups.leaves,
	...groups.departmentDeletions,
];

/** Changes of the same step may be made at the same time; undefined for one that is made alone. */
const stepOf = ({ kind, action }: DirectoryChange): string | undefined =>
	kind === 'department' ? undefined : action === 'update' ? 'create' : action;

/**
 * Ordered changes as steps, to be made one after another: each change of a department alone, those of members by kind.
 */
export function stepsOf(changes: readonly DirectoryChange[]): DirectoryChange[][] {
	const steps: DirectoryChange[][] = [];
	for (const change of changes) {
		const last = steps.at(-1);
		const step = stepOf(change);
		if (step !== undefined && last?.[0] && stepOf(last[0]) === step) last.push(change);
		else steps.push([change]);
	}
	return steps;
}

/** Why a change must not be made after others have failed; undefined when it may. */
export function obstacleTo(change: DirectoryChange, failed: readonly DirectoryChange[]): string | undefined {
	// Deleting the department would also remove members that could not be moved out of it.
	if (change.kind === 'department' && change.action === 'delete' && failed.length > 0)
		return 'departments are deleted only after all other changes have succeeded';
	// Leaving would put the member into no department at all.
	const joinFailed = failed.some(({ action, outId }) => action === 'join' && outId === change.outId);
	return change.action === 'leave' && joinFailed
		? 'the member could not be added to the other department'
		: undefined;
}
