import { quoted } from '../wire/quoted';
import { planAccounts } from './accounts';
import { withDetails } from './changeDetails';
import { inOrder, type Step } from './changeOrder';
import type { CurrentDirectory } from './currentDirectory';
import { departmentChanges } from './departmentChanges';
import { departmentPaths } from './departmentPaths';
import { departmentTree, type DepartmentTree } from './departmentTree';
import type { DirectoryChange } from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import { entryError } from './entryFields';
import { memberChanges } from './memberChanges';
import { membershipChanges } from './memberships';
import { stateChanges, type StateChanges } from './memberStates';
import { missingDepartments, missingMemberChanges } from './missingEntries';
import { limitBlocks, removalsIn, type PlannedRemovals } from './removalLimits';
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
	const tree = departmentTree(current.departments, wanted);
	for (const member of wanted.members) requireDepartments(member, tree);
	const missing = missingMemberChanges(current, wanted, rules);
	const deleted = new Set(missing.deleted.map(({ outId }) => outId));
	const accounts = planAccounts(current, wanted, deleted);
	const supervisors = planSupervisors(current, wanted, accounts, deleted);
	const departments = departmentChanges(current, wanted, tree, rules);
	const departmentDeletions = rules.deleteMissingDepartments ? missingDepartments(current, wanted, tree) : [];
	const states = stateChanges(current, wanted, accounts, rules);
	const bare = inOrder({
		departments: departments.levels,
		memberDeletions: missing.deleted,
		missingDisabled: missing.disabled,
		members: memberChanges(current, wanted, accounts, supervisors, rules),
		states,
		memberships: membershipChanges(current, wanted),
		resent: departments.resent,
		departmentDeletions,
	});
	const detailed = withDetails({
		current,
		wanted,
		paths: departmentPaths(current.departments, wanted.departments, tree),
		accounts,
		deleted,
		deletedDepartments: new Set(departmentDeletions.map(({ outId }) => outId)),
	});
	const removals = removalsIn(changesOf({ steps: bare }), current, rules.now);
	return {
		steps: bare.map((step) => step.map((task) => task.map(detailed))),
		blocks: [...limitBlocks(removals, rules.limits), ...accounts.blocks],
		removals,
		states,
	};
}
