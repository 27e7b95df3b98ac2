import { inSteps, levelsInSteps, mapInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { defined } from '../../../protocol/wire/json';
import type { AccountPlan } from './accounts';
import { type CurrentMember, hasExpired, type WantedMember } from './directories';
import { type DirectoryComparison } from './comparison';
import { entryChange, type DirectoryChange, NOT_IN_INPUT } from './directoryChange';
import { levelsOf } from './departmentTree';
import { creation, type MemberTarget, supervisorChange, memberTarget, update } from './memberFields';
import type { SupervisorPlan } from './supervisors';

/*
 * Which existing members are enabled or disabled, or deleted because the input does not describe them. New members are
 * created in their state.
 */

/** Changes of state, and what the input leaves as it is though a reader may expect otherwise. */
export interface StateChanges {
	readonly disabled: readonly DirectoryChange[];
	readonly enabled: readonly DirectoryChange[];
	/** Members that are to be enabled and cannot be, because their last day has passed. */
	readonly expired: number;
	/** Members that the input describes, that are disabled, and of which it says neither. */
	readonly stayDisabled: number;
}

/**
 * Disables a member. The name and account are those that the service has: the interface requires both, and other
 * changes of the member are made later.
 */
const disable = ({ outId, name, account }: CurrentMember, reason: string, wanted?: WantedMember): DirectoryChange =>
	entryChange('member', defined({ outId, name, from: wanted?.from }), {
		action: 'disable',
		reason,
		differences: { state: { from: 'enabled', to: 'disabled' } },
		request: { operation: 'entAddSyncMember', params: { out_id: outId, member_name: name, account, state: '0' } },
	});

/** Enabling by add_sync_member is not documented for existing members (I03), by set_member it is. */
const enable = (member: WantedMember, account: string): DirectoryChange =>
	entryChange('member', member, {
		action: 'enable',
		reason: 'state differs',
		differences: { state: { from: 'disabled', to: 'enabled' } },
		request: { operation: 'entSetMember', params: { account, state: '1' } },
	});

/** The members whose state the input changes, in its order. */
export function* stateChanges(
	{ existing, wanted, rules: { now } }: DirectoryComparison,
	{ accounts }: AccountPlan,
): Steps<StateChanges> {
	const [disabled, enabled]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	let [expired, stayDisabled] = [0, 0];
	yield* inSteps(wanted.members, (member) => {
		const found = existing.get(member.outId);
		if (!found || member.enabled === found.enabled) return;
		const over = hasExpired(member.expires ?? found.expires, now);
		if (member.enabled === false) disabled.push(disable(found, 'state differs', member));
		else if (member.enabled === undefined) stayDisabled += found.enabled || hasExpired(found.expires, now) ? 0 : 1;
		else if (over) expired++;
		else enabled.push(enable(member, accounts.get(member.outId) ?? found.account));
	});
	return { disabled, enabled, expired, stayDisabled };
}

const deletion = (member: CurrentMember): DirectoryChange =>
	entryChange('member', member, {
		action: 'delete',
		reason: NOT_IN_INPUT,
		request: { operation: 'entDelSyncMember', params: { members: member.outId } },
	});

/** The changes of members that the input does not describe. */
export interface MissingChanges {
	readonly deleted: readonly DirectoryChange[];
	readonly disabled: readonly DirectoryChange[];
}

/**
 * What happens to members that the input does not describe: nothing where it describes no member at all, because such
 * an input is about departments only. A member that no list shows was read because the input names it.
 */
export function* missingMemberChanges({
	existing,
	described,
	rules: { missingMembers: rule },
}: DirectoryComparison): Steps<MissingChanges> {
	const [deleted, disabled]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	if (described.size === 0 || rule === 'leave') return { deleted, disabled };
	yield* inSteps(existing.values(), (member) => {
		if (!member.listed || described.has(member.outId)) return;
		if (rule === 'delete') deleted.push(deletion(member));
		else if (member.enabled) disabled.push(disable(member, NOT_IN_INPUT));
	});
	return { deleted, disabled };
}

/*
 * Members to create, and fields of members to update, in their order. Their state: above, their departments:
 * memberships.ts.
 */

/** The changes of members' fields. */
interface MemberChanges {
	/** Creations and updates; all of one list may be made at the same time, after those of the lists before. */
	readonly writes: readonly (readonly DirectoryChange[])[];
	/** Supervisors that can be set only when all members exist. */
	readonly supervisors: readonly DirectoryChange[];
	/** Supervisors of members who do not change otherwise. */
	readonly resent: readonly DirectoryChange[];
}

/** The changes by their level, so that whoever has an account gives it up first, and supervisors are created first. */
function* inLevels(
	changes: readonly DirectoryChange[],
	{ heldBy }: AccountPlan,
	targets: ReadonlyMap<string, MemberTarget>,
): Steps<DirectoryChange[][]> {
	const levels = yield* levelsOf(yield* mapInSteps(changes, ({ out_id: outId }) => outId), (outId) => {
		const { existing, supervisor } = targets.get(outId) ?? {};
		const waitsFor = [heldBy.get(outId), existing ? undefined : supervisor?.created];
		return waitsFor.filter((other) => other !== undefined);
	});
	// Those that are left out exchange their accounts; such a plan is blocked.
	return yield* levelsInSteps(changes, ({ out_id: outId }) => levels.get(outId) ?? 0);
}

/** Members to create or update, in the order of the input as far as they do not depend on each other. */
export function* memberChanges(
	{ existing, wanted, rules }: DirectoryComparison,
	accounts: AccountPlan,
	plan: SupervisorPlan,
): Steps<MemberChanges> {
	const targets = new Map<string, MemberTarget>();
	const writes: DirectoryChange[] = [];
	const [supervisors, resent]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	yield* inSteps(wanted.members, (member) => {
		const target = memberTarget(member, existing.get(member.outId), accounts, plan);
		targets.set(member.outId, target);
		const change = target.existing ? update(target, target.existing) : creation(target);
		if (change) writes.push(change);
		else if (target.supervisor && rules.resend) resent.push(supervisorChange(target, target.supervisor, 'resend'));
		if (target.later) supervisors.push(supervisorChange(target, target.later, 'update'));
	});
	return { writes: yield* inLevels(writes, accounts, targets), supervisors, resent };
}
