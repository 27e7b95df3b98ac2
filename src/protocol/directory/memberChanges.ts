import type { AccountPlan } from './accounts';
import { isExternal, type CurrentDirectory } from './currentDirectory';
import type { DirectoryChange } from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import { levelsOf } from './levels';
import { creation, supervisorChange, targetOf, update, type MemberTarget } from './memberFields';
import type { SupervisorPlan } from './supervisors';
import type { WantedDirectory } from './wantedDirectory';

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
		changes.map(({ outId }) => outId),
		(outId) => {
			const { existing, supervisor } = targets.get(outId) ?? {};
			const waitsFor = [heldBy.get(outId), existing ? undefined : supervisor?.created];
			return waitsFor.filter((other) => other !== undefined);
		},
	);
	const lists: DirectoryChange[][] = [];
	// Those that are left out exchange their accounts; such a plan is blocked.
	for (const change of changes) (lists[levels.get(change.outId) ?? 0] ??= []).push(change);
	return lists;
}

/** Members to create or update, in the order of the input as far as they do not depend on each other. */
export function memberChanges(
	current: CurrentDirectory,
	wanted: WantedDirectory,
	accounts: AccountPlan,
	supervisors: SupervisorPlan,
	{ resend }: Pick<DirectoryRules, 'resend'>,
): MemberChanges {
	const byOutId = new Map(current.members.filter(isExternal).map((member) => [member.outId, member]));
	const targets = wanted.members.map((member) => targetOf(member, byOutId.get(member.outId), accounts, supervisors));
	const changes: DirectoryChange[] = [];
	const [later, resent]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	for (const target of targets) {
		const change = target.existing ? update(target, target.existing) : creation(target);
		if (change) changes.push(change);
		else if (target.supervisor && resend)
			resent.push(
				supervisorChange(target, target.supervisor, {
					action: 'resend',
					reason: 'the service does not show supervisors',
				}),
			);
		if (target.later)
			later.push(
				supervisorChange(target, target.later, {
					action: 'update',
					reason: 'the supervisor is created in this run',
				}),
			);
	}
	const byId = new Map(targets.map((target) => [target.wanted.outId, target]));
	return { writes: inLevels(changes, accounts, byId), supervisors: later, resent };
}
