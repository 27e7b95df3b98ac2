import { groupBy } from '../../../protocol/plan/inSteps';
import { type DeletionLimits, percentOf, type Plan, reasonsOfLimits } from '../../../protocol/plan/plan';
import { counted } from '../../../protocol/wire/libraryError';
import type { DirectoryFacts } from './accounts';
import { hasExpired, isExternal, type WantedDirectory } from './directories';
import { type DirectoryAction, type DirectoryChange, idsOf, type ShownChange } from './directoryChange';

/* The plan in numbers, for whoever decides about it. */

const MEMBER_ACTIONS = ['create', 'update', 'enable', 'disable', 'delete', 'join', 'leave'] as const;
const DEPARTMENT_ACTIONS = ['create', 'update', 'move', 'delete'] as const;

/** What the plan says about all changes. */
export type DirectoryTotals = {
	/** Changes by action; all but those of `resent`. */
	readonly members: Readonly<Record<(typeof MEMBER_ACTIONS)[number], number>>;
	readonly departments: Readonly<Record<(typeof DEPARTMENT_ACTIONS)[number], number>>;
	/** Entries of which something is sent that the service does not show: nobody can know whether it changes. */
	readonly resent: { readonly members: number; readonly departments: number };
	readonly limits: DeletionLimits &
		Readonly<Record<'members' | 'departments', ReturnType<typeof removalOf>['share']>>;
	readonly described: { readonly members: number; readonly departments: number };
	readonly unknown_fields: WantedDirectory['unknownFields'];
};

/** How much is taken away of what there is, and why that is too much: a truncated input must not take most of it. */
function removalOf(
	what: 'members' | 'departments',
	{ deleted, disabled, existing }: Readonly<Record<'deleted' | 'disabled' | 'existing', number>>,
	limits: DeletionLimits,
) {
	const removed = deleted + disabled;
	const verbs = [deleted > 0 ? [`delete ${deleted}`] : [], disabled > 0 ? [`disable ${disabled}`] : []];
	// E.g. `delete 5 and disable 3 of 198 members`.
	const words = `${verbs.flat().join(' and ')} of ${existing} ${what}`;
	return {
		share: { removed, existing, percent: percentOf(removed, existing) },
		reasons: reasonsOfLimits({ removed, existing, words }, limits),
	};
}

function notesOf(
	{ wanted, rules: { missingMembers, deleteMissingDepartments } }: DirectoryFacts,
	{ members: { delete: deleted }, resent }: DirectoryTotals,
	{ expired, stayDisabled }: Unchanged,
): string[] {
	const notes: string[] = [];
	if (missingMembers !== 'leave' && wanted.members.length === 0)
		notes.push('Missing Members was not applied: the input describes no members');
	if (deleteMissingDepartments && wanted.departments.length === 0)
		notes.push('Delete Missing Departments was not applied: the input describes no departments');
	const members = (count: number): string => counted(count, 'member');
	if (missingMembers === 'disable' && stayDisabled > 0)
		notes.push(`Still disabled, because the input does not say whether to enable them: ${members(stayDisabled)}`);
	const lost = 'may also delete personal libraries with their files, and memberships of libraries';
	// The document does not say what goes with a member (I21).
	if (deleted > 0) notes.push(`Deleting ${members(deleted)} ${lost}`);
	if (expired > 0) notes.push(`Cannot be enabled, because their last day has passed: ${members(expired)}`);
	if (resent.members + resent.departments > 0)
		notes.push('The service does not show supervisors and the order of departments, so they are sent in every run');
	return notes;
}

/** As many reasons as a person reads. */
const MAX_REASONS = 20;

/** How many members are not as a reader may expect, and why (`memberChanges`). */
type Unchanged = Readonly<Record<'expired' | 'stayDisabled', number>>;

/** What the changes of a plan amount to. */
export function summaryOf(
	changes: readonly DirectoryChange[],
	facts: DirectoryFacts,
	unchanged: Unchanged,
): Pick<Plan<DirectoryChange, ShownChange, DirectoryTotals>, 'reasons' | 'notes' | 'deletions' | 'totals'> {
	const { current, existing, wanted, rules, blocks } = facts;
	const { limits, now } = rules;
	const found = groupBy(changes, ({ type, action }) => `${action} ${type}`);
	const count = (type: DirectoryChange['type'], action: DirectoryAction): number =>
		found.get(`${action} ${type}`)?.length ?? 0;
	const counts = <A extends DirectoryAction>(type: DirectoryChange['type'], actions: readonly A[]) =>
		Object.fromEntries(actions.map((action) => [action, count(type, action)])) as Record<A, number>;
	// Members count, too, whom the input itself disables (it may be wrong), or whose last day it moves into the past.
	const disabled = changes.filter(({ action, differences, out_id: outId }) => {
		const endsNow = hasExpired(differences?.expires?.to ?? '', now) && existing.get(outId)?.enabled;
		return action === 'disable' || endsNow;
	});
	const members = removalOf(
		'members',
		{ deleted: count('member', 'delete'), disabled: idsOf(disabled).size, existing: existing.size },
		limits,
	);
	const external = current.departments.filter(isExternal).length;
	const departments = removalOf(
		'departments',
		{ deleted: count('department', 'delete'), disabled: 0, existing: external },
		limits,
	);
	const reasons = [...members.reasons, ...departments.reasons, ...blocks];
	const rest = reasons.splice(MAX_REASONS).length;
	const totals: DirectoryTotals = {
		members: counts('member', MEMBER_ACTIONS),
		departments: counts('department', DEPARTMENT_ACTIONS),
		resent: { members: count('member', 'resend'), departments: count('department', 'resend') },
		limits: { ...limits, members: members.share, departments: departments.share },
		described: { members: wanted.members.length, departments: wanted.departments.length },
		unknown_fields: wanted.unknownFields,
	};
	return {
		reasons: rest > 0 ? [...reasons, `and ${rest} more of this kind`] : reasons,
		notes: notesOf(facts, totals, unchanged),
		deletions: members.share.removed + departments.share.removed,
		totals: () => totals,
	};
}
