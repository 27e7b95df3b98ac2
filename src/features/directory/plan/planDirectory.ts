import { removalsIn, reasonsOfRemovals } from './removalLimits';
import { inSteps, mapInSteps, type Steps } from '../../../protocol/plan/inSteps';
import type { Plan, Stage } from '../../../protocol/plan/plan';
import { type CurrentDirectory, type DirectoryRules, type WantedDirectory, type WantedMember } from './directories';
import { compare, type DirectoryComparison } from './comparison';
import { type DirectoryChange, isResent, shownChange } from './directoryChange';
import { quoted } from '../../../protocol/wire/quoted';
import { type AccountPlan, planAccounts } from './accounts';
import { withDetails } from './changeDetails';
import { orderedChanges } from './changeOrder';
import type { DepartmentTree } from './departmentTree';
import { entryFieldError } from './entryFields';
import { missingMemberChanges, type StateChanges } from './memberChanges';
import { notesOf, totalsOf } from './planSummary';
import { planSupervisors } from './supervisors';

/* The plan of Synchronize, put together from its parts. */

function requireDepartments({ departments, from }: WantedMember, tree: DepartmentTree): void {
	const unknown = departments?.find((outId) => tree.keyOf(outId) === undefined);
	if (unknown === undefined) return;
	const hint = 'Add an item for that department, or remove it from the field.';
	throw entryFieldError(from, 'departmentOutIds', `there is no department ${quoted(unknown)}`, hint);
}

/** As many reasons as a person reads. */
const MAX_REASONS = 20;

/** The reasons that a person can read, and how many there are beyond. */
function shortened(reasons: readonly string[]): string[] {
	const rest = reasons.length - MAX_REASONS;
	return rest <= 0 ? [...reasons] : [...reasons.slice(0, MAX_REASONS), `and ${rest} more of this kind`];
}

const idsOf = (changes: readonly DirectoryChange[]): Set<string> => new Set(changes.map(({ out_id: outId }) => outId));

/**
 * The changes that turn the current directory into the wanted one. Only what has an external ID is changed. Planning
 * again after all changes have been made gives none but what is sent in every run (`resend`). `unknown` are fields of
 * the input that were not read, with the number of entries that have them.
 * A plan that takes away more than the limits allow, or whose accounts cannot be as wanted, says why in `reasons`.
 * Throws LibraryError input for unknown departments and supervisors, loops of departments, a new member without an
 * account, and an account of a member without an external ID. May be interrupted (`inTurns`).
 */
export function* planDirectory(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	rules: DirectoryRules,
	unknown: Readonly<Record<string, number>> = {},
): Steps<Plan<DirectoryChange>> {
	const comparison = yield* compare(current, wanted, rules);
	yield* inSteps(wanted.members, (member) => requireDepartments(member, comparison.tree));
	const missing = yield* missingMemberChanges(comparison);
	const deleted = idsOf(missing.deleted);
	const accounts = yield* planAccounts(comparison, deleted);
	const supervisors = yield* planSupervisors(comparison, accounts, deleted);
	const bare = yield* orderedChanges(comparison, missing, accounts, supervisors);
	const deletedDepartments = idsOf(bare.departmentDeletions);
	const detailed = yield* withDetails({ ...comparison, accounts, deleted, deletedDepartments });
	const stages: Array<Stage<DirectoryChange>> = [];
	for (const stage of bare.stages) {
		stages.push(yield* mapInSteps(stage, (chain) => chain.map((group) => group.map(detailed))));
		// Many short stages take as long as one long one.
		yield;
	}
	return asPlan(stages, comparison, { accounts, states: bare.states, unknown });
}

/** The changes with all that is said about them. */
function asPlan(
	stages: Plan<DirectoryChange>['stages'],
	comparison: DirectoryComparison,
	found: { accounts: AccountPlan; states: StateChanges; unknown: Readonly<Record<string, number>> },
): Plan<DirectoryChange> {
	const { accounts, states, unknown } = found;
	const changes = stages.flat(3);
	const removals = removalsIn(changes, comparison);
	const totals = { ...totalsOf(changes, comparison, removals), unknown_fields: unknown };
	return {
		changes,
		stages,
		reasons: shortened([...reasonsOfRemovals(removals, comparison.rules.limits), ...accounts.blocks]),
		notes: notesOf(comparison, changes, removals, states),
		deletions: removals.members.deleted + removals.members.disabled + removals.departments.deleted,
		describe: shownChange,
		totals: () => totals,
		itemOf: ({ item }) => item,
		isRoutine: isResent,
	};
}
