import type { AccountPlan } from './accounts';
import type { Comparison } from './comparison';
import type { DirectoryChange } from './directoryChange';
import { levelsOf } from './levels';
import { creation, supervisorChange, targetOf, update, type MemberTarget } from './memberFields';
import type { SupervisorPlan } from './supervisors';

/*
 * Members to create, and fields of members to update, in their order. Their state: memberStates.ts, their departments:
 * memberships.ts.
 */

/** The changes of members' fields. */
export interface MemberChanges {
	/** Creations and updates; all of one list may be made at the same time, after those of the lists before. */
	readonly writes: readonly (readonly DirectoryChange[])[];
	/** Supervisors that can be set only when all members exist. */
	readonly supervisors: readonly DirectoryChange[];
	/** Supervisors of members who do not change otherwise. */
	readonly resent: readonly DirectoryChange[];
}

/** The changes by their level, so that whoever has an account gives it up first, and supervisors are created first. */
function inLevels(
	changes: readonly DirectoryChange[],
	{ heldBy }: AccountPlan,
	targets: ReadonlyMap<string, MemberTarget>,
): DirectoryChange[][] {
	const levels = levelsOf(
		changes.map(({ out_id: outId }) => outId),
		(outId) => {
			const { existing, supervisor } = targets.get(outId) ?? {};
			const waitsFor = [heldBy.get(outId), existing ? undefined : supervisor?.created];
			return waitsFor.filter((other) => other !== undefined);
		},
	);
	const lists: DirectoryChange[][] = [];
	// Those that are left out exchange their accounts; such a plan is blocked.
	for (const change of changes) (lists[levels.get(change.out_id) ?? 0] ??= []).push(change);
	return lists;
}

/** Members to create or update, in the order of the input as far as they do not depend on each other. */
export function memberChanges(
	{ existing, wanted, rules }: Comparison,
	accounts: AccountPlan,
	plan: SupervisorPlan,
): MemberChanges {
	const targets = wanted.members.map((member) => targetOf(member, existing.get(member.outId), accounts, plan));
	const writes: DirectoryChange[] = [];
	const [supervisors, resent]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	for (const target of targets) {
		const change = target.existing ? update(target, target.existing) : creation(target);
		if (change) writes.push(change);
		else if (target.supervisor && rules.resend) resent.push(supervisorChange(target, target.supervisor, 'resend'));
		if (target.later) supervisors.push(supervisorChange(target, target.later, 'update'));
	}
	const byId = new Map(targets.map((target) => [target.wanted.outId, target]));
	return { writes: inLevels(writes, accounts, byId), supervisors, resent };
}
