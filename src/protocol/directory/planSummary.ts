import type { DeletionLimits } from '../operation/deletionLimits';
import { isResent, type DirectoryAction, type DirectoryChange } from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import { changesOf, type DirectoryPlan } from './planDirectory';
import type { Removals } from './removalLimits';
import type { WantedDirectory } from './wantedDirectory';

/* The plan in numbers, for whoever decides about it. */

/** What a plan takes away of one kind. */
interface RemovalShare {
	readonly removed: number;
	readonly existing: number;
	/** Rounded to two decimals. */
	readonly percent: number;
}

/** A plan in numbers. */
export interface PlanSummary {
	/** Whether a limit or a conflict prevents every change. */
	readonly blocked: boolean;
	/** Why it is blocked. */
	readonly reasons: readonly string[];
	/** All changes but those of `resent`. */
	readonly changes: number;
	readonly members: Readonly<Record<string, number>>;
	readonly departments: Readonly<Record<string, number>>;
	/** Entries of which something is sent that the service does not show: nobody can know whether it changes. */
	readonly resent: { readonly members: number; readonly departments: number };
	readonly limits: {
		readonly percent: number;
		/** Null for no limit by number. */
		readonly count: number | null;
		/** Members to be deleted or disabled. */
		readonly members: RemovalShare;
		readonly departments: RemovalShare;
	};
	/** Entries of the input. */
	readonly described: { readonly members: number; readonly departments: number };
	/** What else a reviewer should know. */
	readonly notes: readonly string[];
	/** Input fields that are not read, with the number of entries that have them. */
	readonly unknown_fields: Readonly<Record<string, number>>;
}

const MEMBER_ACTIONS: readonly DirectoryAction[] = ['create', 'update', 'enable', 'disable', 'delete', 'join', 'leave'];
const DEPARTMENT_ACTIONS: readonly DirectoryAction[] = ['create', 'update', 'move', 'delete'];
/** As many reasons as a person reads. */
const MAX_REASONS = 20;

function totals(
	changes: readonly DirectoryChange[],
	type: DirectoryChange['type'],
	actions: readonly DirectoryAction[],
): Record<string, number> {
	const counts: Record<string, number> = Object.fromEntries(actions.map((action) => [action, 0]));
	for (const change of changes)
		if (change.type === type && !isResent(change)) counts[change.action] = (counts[change.action] ?? 0) + 1;
	return counts;
}

function share({ deleted, disabled, existing }: Removals): RemovalShare {
	const removed = deleted + disabled;
	return { removed, existing, percent: existing === 0 ? 0 : Math.round((removed / existing) * 10_000) / 100 };
}

/** The reasons that a person can read, and how many there are beyond. */
function shortened(reasons: readonly string[]): string[] {
	const rest = reasons.length - MAX_REASONS;
	return rest <= 0 ? [...reasons] : [...reasons.slice(0, MAX_REASONS), `and ${rest} more of this kind`];
}

const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

/** What the numbers do not say. */
function notesOf(
	{ states: { expired, stayDisabled }, removals }: DirectoryPlan,
	{ members: described, departments }: WantedDirectory,
	{ missingMembers, deleteMissingDepartments }: DirectoryRules,
	resent: number,
): string[] {
	const rows: ReadonlyArray<readonly [applies: boolean, note: string]> = [
		[
			missingMembers !== 'leave' && described.length === 0,
			'Missing Members was not applied: the input describes no members',
		],
		[
			deleteMissingDepartments && departments.length === 0,
			'Delete Missing Departments was not applied: the input describes no departments',
		],
		[
			missingMembers === 'disable' && stayDisabled > 0,
			`Still disabled, because the input does not say whether to enable them: ${members(stayDisabled)}`,
		],
		[
			removals.members.deleted > 0,
			`Deleting ${members(removals.members.deleted)} also deletes personal libraries with their files, ` +
				'and memberships of libraries',
		],
		[expired > 0, `Cannot be enabled, because their last day has passed: ${members(expired)}`],
		[
			resent > 0,
			'The service does not show supervisors and the order of departments, so they are sent in every run',
		],
	];
	return rows.filter(([applies]) => applies).map(([, note]) => note);
}

const limitsOf = ({ removals }: DirectoryPlan, { percent, count }: DeletionLimits): PlanSummary['limits'] => ({
	percent,
	count: count ?? null,
	members: share(removals.members),
	departments: share(removals.departments),
});

/** A plan in numbers. `unknown` are input fields that were not read, with the number of entries that have them. */
export function summaryOf(
	plan: DirectoryPlan,
	wanted: WantedDirectory,
	rules: DirectoryRules,
	unknown: Readonly<Record<string, number>>,
): PlanSummary {
	const all = changesOf(plan);
	const resent = all.filter(isResent);
	return {
		blocked: plan.blocks.length > 0,
		reasons: shortened(plan.blocks),
		changes: all.length - resent.length,
		members: totals(all, 'member', MEMBER_ACTIONS),
		departments: totals(all, 'department', DEPARTMENT_ACTIONS),
		resent: {
			members: resent.filter(({ type }) => type === 'member').length,
			departments: resent.filter(({ type }) => type === 'department').length,
		},
		limits: limitsOf(plan, rules.limits),
		described: { members: wanted.members.length, departments: wanted.departments.length },
		notes: notesOf(plan, wanted, rules, resent.length),
		unknown_fields: unknown,
	};
}
