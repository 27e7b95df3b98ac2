import { eachAlone, type Obstacles, type Stage } from '../plan/plan';
import type { DepartmentLevel } from './departmentChanges';
import type { DirectoryChange } from './directoryChange';
import type { MemberChanges, StateChanges } from './memberChanges';
import type { MembershipChanges } from './memberships';

/* In which order changes are made, which of them at the same time, and which not after a failure. */

/** The changes of a plan by what they are about, each list already in its own order. */
interface ChangeGroups {
	readonly departments: readonly DepartmentLevel[];
	readonly memberDeletions: readonly DirectoryChange[];
	readonly missingDisabled: readonly DirectoryChange[];
	readonly members: MemberChanges;
	readonly states: StateChanges;
	readonly memberships: MembershipChanges;
	readonly resent: readonly DirectoryChange[];
	readonly departmentDeletions: readonly DirectoryChange[];
}

type DirectoryStage = Stage<DirectoryChange>;
const oneByOne = (changes: readonly DirectoryChange[]): DirectoryStage[] => changes.map((change) => [[[change]]]);

/**
 * All changes in the order in which they can be made. Members are deleted and disabled before others are created and
 * enabled, to make room under the account limit and to free their accounts. Joins come before leaves, so that no member
 * is temporarily without a department. Whoever leaves a department that is to be deleted has left it by then.
 */
export const inOrder = (groups: ChangeGroups): DirectoryStage[] =>
	[
		...groups.departments.flatMap(({ changed, created }) => [...oneByOne(changed), eachAlone(created)]),
		eachAlone(groups.memberDeletions),
		eachAlone([...groups.missingDisabled, ...groups.states.disabled]),
		...groups.members.writes.map(eachAlone),
		eachAlone(groups.members.supervisors),
		eachAlone(groups.states.enabled),
		groups.memberships.joins,
		eachAlone(groups.memberships.leaves),
		eachAlone([...groups.resent, ...groups.members.resent]),
		...oneByOne(groups.departmentDeletions),
	].filter((stage) => stage.length > 0);

/** What the changes that were not made so far prevent; for one run. */
export function makeObstacles(): Obstacles<DirectoryChange> {
	let notMade = 0;
	const notWritten = new Set<string>();
	const notJoined = new Set<string>();
	return {
		add({ action, type, out_id: outId }) {
			notMade++;
			if (type !== 'member') return;
			if (action === 'join') notJoined.add(outId);
			if (action === 'create' || action === 'update') notWritten.add(outId);
		},
		to({ type, action, out_id: outId }) {
			// Deleting the department would also remove members that could not be moved out of it.
			if (type === 'department' && action === 'delete' && notMade > 0)
				return 'departments are deleted only after all other changes have succeeded';
			// Leaving would put the member into no department at all.
			if (action === 'leave' && notJoined.has(outId))
				return 'the member could not be added to the other department';
			// Enabling names the member by the account, which may still be that of another member; any other request
			// would create a member who could not be created before, without all that is not in it.
			if (type === 'member' && notWritten.has(outId)) return 'the member could not be created or updated before';
			return undefined;
		},
	};
}
