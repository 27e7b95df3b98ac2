import type { Steps } from '../../../protocol/plan/inSteps';
import { eachAlone, type Obstacles, type Stage } from '../../../protocol/plan/plan';
import type { AccountPlan } from './accounts';
import type { DirectoryComparison } from './comparison';
import { departmentChanges, missingDepartments, oneByOne } from './departmentChanges';
import type { DirectoryChange } from './directoryChange';
import { memberChanges, type MissingChanges, stateChanges, type StateChanges } from './memberChanges';
import { membershipChanges } from './memberships';
import type { SupervisorPlan } from './supervisors';

/* In which order changes are made, which of them at the same time, and which not after a failure. */

/** All changes of a plan. */
interface Ordered {
	readonly stages: ReadonlyArray<Stage<DirectoryChange>>;
	readonly states: StateChanges;
	readonly departmentDeletions: readonly DirectoryChange[];
}

/**
 * All changes in the order in which they can be made; `missing` are those of members that the input does not describe.
 * Members are deleted and disabled before others are created and enabled, to make room under the account limit and to
 * free their accounts. Joins come before leaves, so that no member is temporarily without a department. Whoever leaves
 * a department that is to be deleted has left it by then.
 */
export function* orderedChanges(
	comparison: DirectoryComparison,
	missing: MissingChanges,
	accounts: AccountPlan,
	supervisors: SupervisorPlan,
): Steps<Ordered> {
	const departments = yield* departmentChanges(comparison);
	const departmentDeletions = yield* missingDepartments(comparison);
	const states = yield* stateChanges(comparison, accounts);
	const members = yield* memberChanges(comparison, accounts, supervisors);
	const memberships = yield* membershipChanges(comparison);
	const stages: Array<Stage<DirectoryChange>> = [
		...departments.stages,
		eachAlone(missing.deleted),
		eachAlone([...missing.disabled, ...states.disabled]),
		...members.writes.map(eachAlone),
		eachAlone(members.supervisors),
		eachAlone(states.enabled),
		memberships.joins,
		eachAlone(memberships.leaves),
		eachAlone([...departments.resent, ...members.resent]),
		...oneByOne(departmentDeletions),
	];
	return { stages: stages.filter((stage) => stage.length > 0), states, departmentDeletions };
}

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
