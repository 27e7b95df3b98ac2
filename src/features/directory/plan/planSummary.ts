import {
	type DeletionLimits,
	percentOf,
	reasonsOfLimits,
	type ShownLimits,
	shownLimits,
} from '../../../protocol/plan/plan';
import { counted } from '../../../protocol/wire/libraryError';
import type { DirectoryComparison } from './departmentTree';
import { hasExpired, isExternal } from './directories';
import { type DirectoryAction, type DirectoryChange, isResent } from './directoryChange';
import type { StateChanges } from './memberChanges';

/* Safety limits: a truncated or wrong input must not take away most of the directory. */

/** What a plan takes away, beside what there is. */
export type PlannedRemovals = Readonly<
	Record<'members' | 'departments', Readonly<Record<'deleted' | 'disabled' | 'existing', number>>>
>;

/** Counts what a plan takes away. A member that the input itself disables counts too: the input may be wrong. */
export function removalsIn(changes: readonly DirectoryChange[], comparison: DirectoryComparison): PlannedRemovals {
	const deleted = (type: DirectoryChange['type']): number =>
		changes.filter((change) => change.type === type && change.action === 'delete').length;
	const { existing, current, rules } = comparison;
	// Those can no longer sign in, too, whose last day is moved into the past.
	const disabled = changes.flatMap(({ action, differences, out_id: outId }) => {
		const endsNow = hasExpired(differences?.expires?.to ?? '', rules.now) && existing.get(outId)?.enabled;
		return action === 'disable' || endsNow ? [outId] : [];
	});
	return {
		members: { deleted: deleted('member'), disabled: new Set(disabled).size, existing: existing.size },
		departments: {
			deleted: deleted('department'),
			disabled: 0,
			existing: current.departments.filter(isExternal).length,
		},
	};
}

/** Why a plan exceeds the limits, with numbers; none where it does not. */
export const reasonsOfRemovals = (removals: PlannedRemovals, limits: DeletionLimits): string[] =>
	(['members', 'departments'] as const).flatMap((kind) => {
		const { deleted, disabled, existing } = removals[kind];
		const verbs = [deleted > 0 ? [`delete ${deleted}`] : [], disabled > 0 ? [`disable ${disabled}`] : []];
		// E.g. `delete 5 and disable 3 of 198 members`.
		const words = `${verbs.flat().join(' and ')} of ${existing} ${kind}`;
		return reasonsOfLimits({ removed: deleted + disabled, existing, words }, limits);
	});

/* The plan in numbers, for whoever decides about it. */

/** What the plan says about all changes. */
export type DirectoryTotals = {
	/** Changes by action; all but those of `resent`. */
	readonly members: Readonly<Record<(typeof MEMBER_ACTIONS)[number], number>>;
	readonly departments: Readonly<Record<(typeof DEPARTMENT_ACTIONS)[number], number>>;
	/** Entries of which something is sent that the service does not show: nobody can know whether it changes. */
	readonly resent: { readonly members: number; readonly departments: number };
	readonly limits: ShownLimits & Readonly<Record<'members' | 'departments', ReturnType<typeof share>>>;
	readonly described: { readonly members: number; readonly departments: number };
	/** Input fields that are not read, with the number of entries that have them. */
	readonly unknown_fields: Readonly<Record<string, number>>;
};

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

function share({ deleted, disabled, existing }: PlannedRemovals['members']) {
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
		limits: { ...shownLimits(limits), members: share(removals.members), departments: share(removals.departments) },
		described: { members: wanted.members.length, departments: wanted.departments.length },
	};
}
