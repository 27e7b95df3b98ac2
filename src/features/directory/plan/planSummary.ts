import type { ChangeItem, SummaryItem } from '../../../protocol/plan/items';
import { percentOf, type ShownLimits, shownLimits } from '../../../protocol/plan/plan';
import type { DirectoryComparison } from './comparison';
import { isResent, type DirectoryAction, type DirectoryChange, type ShownChange } from './directoryChange';
import type { StateChanges } from './memberChanges';
import type { PlannedRemovals, Removals } from './removalLimits';
import { counted } from '../../../protocol/wire/quoted';

/* The plan in numbers, for whoever decides about it. */

/** What a plan takes away of one kind. */
interface RemovalShare {
	readonly removed: number;
	readonly existing: number;
	/** Rounded to two decimals. */
	readonly percent: number;
}

/** What the summary of Synchronize Directory says besides. */
type DirectoryTotals = {
	/** Changes by action; all but those of `resent`. */
	readonly members: Readonly<Record<(typeof MEMBER_ACTIONS)[number], number>>;
	readonly departments: Readonly<Record<(typeof DEPARTMENT_ACTIONS)[number], number>>;
	/** Entries of which something is sent that the service does not show: nobody can know whether it changes. */
	readonly resent: { readonly members: number; readonly departments: number };
	readonly limits: ShownLimits & {
		/** Members to be deleted or disabled. */
		readonly members: RemovalShare;
		readonly departments: RemovalShare;
	};
	/** Entries of the input. */
	readonly described: { readonly members: number; readonly departments: number };
	/** Input fields that are not read, with the number of entries that have them. */
	readonly unknown_fields: Readonly<Record<string, number>>;
};

/** An item of Synchronize Directory for one change. */
export type DirectoryChangeItem = ChangeItem<ShownChange>;
/** The one item of Synchronize Directory for a whole plan. */
export type DirectorySummaryItem = SummaryItem<DirectoryChangeItem, 'resend'> & DirectoryTotals;

const MEMBER_ACTIONS = ['create', 'update', 'enable', 'disable', 'delete', 'join', 'leave'] as const;
const DEPARTMENT_ACTIONS = ['create', 'update', 'move', 'delete'] as const;
function actionsOf<A extends DirectoryAction>(
	changes: readonly DirectoryChange[],
	type: DirectoryChange['type'],
	actions: readonly A[],
): Record<A, number> {
	const counts = Object.fromEntries(actions.map((action) => [action, 0])) as Record<A, number>;
	for (const change of changes) if (change.type === type && !isResent(change)) counts[change.action as A]++;
	return counts;
}

function share({ deleted, disabled, existing }: Removals): RemovalShare {
	const removed = deleted + disabled;
	return { removed, existing, percent: percentOf(removed, existing) };
}

const members = (count: number): string => counted(count, 'member');

/** What the numbers do not say. */
export function notesOf(
	{ wanted, rules: { missingMembers, deleteMissingDepartments } }: DirectoryComparison,
	changes: readonly DirectoryChange[],
	{ members: { deleted } }: PlannedRemovals,
	{ expired, stayDisabled }: Pick<StateChanges, 'expired' | 'stayDisabled'>,
): string[] {
	const rows: ReadonlyArray<readonly [applies: boolean, note: string]> = [
		[
			missingMembers !== 'leave' && wanted.members.length === 0,
			'Missing Members was not applied: the input describes no members',
		],
		[
			deleteMissingDepartments && wanted.departments.length === 0,
			'Delete Missing Departments was not applied: the input describes no departments',
		],
		[
			missingMembers === 'disable' && stayDisabled > 0,
			`Still disabled, because the input does not say whether to enable them: ${members(stayDisabled)}`,
		],
		[
			deleted > 0,
			// The document does not say what goes with a member (I21).
			`Deleting ${members(deleted)} may also delete personal libraries with their files, ` +
				'and memberships of libraries',
		],
		[expired > 0, `Cannot be enabled, because their last day has passed: ${members(expired)}`],
		[
			changes.some(isResent),
			'The service does not show supervisors and the order of departments, so they are sent in every run',
		],
	];
	return rows.filter(([applies]) => applies).map(([, note]) => note);
}

/** A plan in numbers. */
export function totalsOf(
	changes: readonly DirectoryChange[],
	{ wanted, rules: { limits } }: DirectoryComparison,
	removals: PlannedRemovals,
): Omit<DirectoryTotals, 'unknown_fields'> {
	const resent = (type: DirectoryChange['type']): number =>
		changes.filter((change) => isResent(change) && change.type === type).length;
	return {
		members: actionsOf(changes, 'member', MEMBER_ACTIONS),
		departments: actionsOf(changes, 'department', DEPARTMENT_ACTIONS),
		resent: { members: resent('member'), departments: resent('department') },
		limits: {
			...shownLimits(limits),
			members: share(removals.members),
			departments: share(removals.departments),
		},
		described: { members: wanted.members.length, departments: wanted.departments.length },
	};
}
