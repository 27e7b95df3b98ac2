import { quoted } from '../wire/quoted';
import { planAccounts } from './accounts';
import { withDetails } from './changeDetails';
import { inOrder, type Step } from './changeOrder';
import { compare } from './comparison';
import type { CurrentDirectory } from './currentDirectory';
import { departmentChanges, missingDepartments } from './departmentChanges';
import type { DepartmentTree } from './departmentTree';
import type { DirectoryChange } from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import { entryError } from './entryFields';
import { memberChanges } from './memberChanges';
import { membershipChanges } from './memberships';
import { missingMemberChanges, stateChanges, type StateChanges } from './memberStates';
import { reasonsOfLimits, removalsIn, type PlannedRemovals } from './removalLimits';
import { planSupervisors } from './supervisors';
import type { WantedDirectory, WantedMember } from './wantedDirectory';

/** What has to be done, and whether it may be. */
export interface DirectoryPlan {
	/** All changes, in the order in which they can be made. */
	readonly steps: readonly Step[];
	/** Why nothing of it may be done; none for a plan that can be carried out. */
	readonly blocks: readonly string[];
	readonly removals: PlannedRemovals;
	readonly states: Pick<StateChanges, 'expired' | 'stayDisabled'>;
}

/** The changes of a plan, in their order. */
export const changesOf = ({ steps }: Pick<DirectoryPlan, 'steps'>): DirectoryChange[] => steps.flat(2);

function requireDepartments({ departments, from }: WantedMember, tree: DepartmentTree): void {
	const unknown = departments?.find((outId) => tree.keyOf(outId) === undefined);
	if (unknown === undefined) return;
	const hint = 'Add an item for that department, or remove it from the field.';
	throw entryError(from, 'departmentOutIds', `there is no department ${quoted(unknown)}`, hint);
}

/**
 * The changes that turn the current directory into the wanted one. Only what has an external ID is changed. Planning
 * again after all changes have been made gives none but what is sent in every run (`resend`).
 * A plan that takes away more than the limits allow, or whose accounts cannot be as wanted, says why in `blocks`.
 * Throws LibraryError input for unknown departments and supervisors, loops of departments, a new member without an
 * account, and an account of a member without an external ID.
 */
export function planDirectory(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	rules: DirectoryRules,
): DirectoryPlan {
	const comparison = compare(current, wanted, rules);
	for (const member of wanted.members) requireDepartments(member, comparison.tree);
	const missing = missingMemberChanges(comparison);
	const deleted = new Set(missing.deleted.map(({ out_id: outId }) => outId));
	const accounts = planAccounts(comparison, deleted);
	const supervisors = planSupervisors(comparison, accounts, deleted);
	const departments = departmentChanges(comparison);
	const departmentDeletions = missingDepartments(comparison);
	const states = stateChanges(comparison, accounts);
	const bare = inOrder({
		departments: departments.levels,
		memberDeletions: missing.deleted,
		missingDisabled: missing.disabled,
		members: memberChanges(comparison, accounts, supervisors),
		states,
		memberships: membershipChanges(comparison),
		resent: departments.resent,
		departmentDeletions,
	});
	const deletedDepartments = new Set(departmentDeletions.map(({ out_id: outId }) => outId));
	const detailed = withDetails({ ...comparison, accounts, deleted, deletedDepartments });
	const removals = removalsIn(changesOf({ steps: bare }), comparison);
	return {
		steps: bare.map((step) => step.map((task) => task.map(detailed))),
		blocks: [...reasonsOfLimits(removals, rules.limits), ...accounts.blocks],
		removals,
		states,
	};
}
