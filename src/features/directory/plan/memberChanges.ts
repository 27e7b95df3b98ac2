import { deleteMembers, upsertMember } from '../../../protocol/catalogue/enterpriseSync';
import { updateMember } from '../../../protocol/catalogue/enterpriseMember';
import { byLevel } from '../../../protocol/plan/inSteps';
import { defined, nameKey } from '../../../protocol/wire/json';
import type { AccountPlan, Supervisor, SupervisorPlan } from './accounts';
import { type DirectoryComparison, levelsOf } from './departmentTree';
import { type CurrentMember, hasExpired, type WantedMember } from './directories';
import {
	type Differences,
	differencesIn,
	differReason,
	type DirectoryChange,
	type DirectoryRequest,
	DOES_NOT_EXIST,
	entryChange,
	NOT_IN_INPUT,
} from './directoryChange';

/* The changes of one member's fields, and the requests that make them. */

interface MemberTarget {
	readonly wanted: WantedMember;
	readonly existing: CurrentMember | undefined;
	readonly account: string;
	readonly supervisor: Supervisor | undefined;
	/** Set when all members exist. */
	readonly later: Supervisor | undefined;
}

const seconds = (day: string): string => (day === '' ? '0' : String(Date.parse(`${day}T00:00:00Z`) / 1000));
const upsert = (params: Readonly<Record<string, string | undefined>>): DirectoryRequest => ({
	operation: upsertMember,
	params: defined(params) as Record<string, string>,
});

function memberTarget(
	wanted: WantedMember,
	existing: CurrentMember | undefined,
	{ accounts }: AccountPlan,
	{ supervisors, circular }: SupervisorPlan,
): MemberTarget {
	const supervisor = supervisors.get(wanted.outId);
	const waits = existing ? supervisor?.created !== undefined : circular.has(wanted.outId);
	return {
		wanted,
		existing,
		account: accounts.get(wanted.outId) ?? '',
		supervisor: waits ? undefined : supervisor,
		later: waits ? supervisor : undefined,
	};
}

function creation(target: MemberTarget): DirectoryChange {
	const { wanted, account, supervisor } = target;
	const { outId, name, enabled, expires, departments = [] } = wanted;
	const said = defined({
		email: wanted.email || undefined,
		phone: wanted.phone || undefined,
		title: wanted.title || undefined,
		expires: expires || undefined,
	});
	const state = enabled === undefined ? undefined : enabled ? 'enabled' : 'disabled';
	return entryChange('member', wanted, {
		action: 'create',
		reason: DOES_NOT_EXIST,
		values: defined({ account, ...said, state, leader: supervisor?.shown || undefined }),
		request: upsert({
			out_id: outId,
			member_name: name,
			account,
			member_email: said.email,
			member_phone: said.phone,
			member_title: said.title,
			state: enabled === undefined ? undefined : enabled ? '1' : '0',
			expire: said.expires && seconds(said.expires),
			// Left out, the member would be in no list, and no later run would find it (I05).
			group_out_ids: departments.join(','),
			...(supervisor?.shown ? supervisor.params : {}),
		}),
	});
}

const sameAddress = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

const differencesOf = ({ wanted, account }: MemberTarget, existing: CurrentMember): Differences => ({
	...differencesIn([
		['name', existing.name, wanted.name],
		['account', existing.account, account],
	]),
	...differencesIn([['email', existing.email, wanted.email]], sameAddress),
	...differencesIn([
		['phone', existing.phone, wanted.phone],
		['title', existing.title, wanted.title],
		['expires', existing.expires, wanted.expires],
	]),
});

function update(target: MemberTarget, existing: CurrentMember): DirectoryChange | undefined {
	const { wanted, account, supervisor } = target;
	const differences = differencesOf(target, existing);
	const reason = differReason(differences);
	if (reason === undefined) return undefined;
	const { email, phone, title, expires } = differences;
	const lifted = expires && wanted.enabled === false && !existing.enabled;
	return entryChange('member', wanted, {
		action: 'update',
		reason,
		differences: {
			...differences,
			...(lifted ? { state: { to: 'disabled' } } : {}),
			...(supervisor ? { leader: { to: supervisor.shown } } : {}),
		},
		request: upsert({
			out_id: wanted.outId,
			member_name: wanted.name,
			account,
			member_email: email?.to,
			member_phone: phone?.to,
			member_title: title?.to,
			expire: expires && seconds(expires.to),
			// Of an account that has expired, the service does not show whether it is disabled too.
			state: wanted.enabled === false ? '0' : undefined,
			...supervisor?.params,
		}),
	});
}

const SUPERVISOR_REASONS = {
	resend: 'the service does not show supervisors',
	update: 'the supervisor is created in this run',
} as const;

const supervisorChange = (
	{ wanted, account }: MemberTarget,
	{ shown, params }: Supervisor,
	action: keyof typeof SUPERVISOR_REASONS,
): DirectoryChange =>
	entryChange('member', wanted, {
		action,
		reason: SUPERVISOR_REASONS[action],
		differences: { leader: { to: shown } },
		request: upsert({ out_id: wanted.outId, member_name: wanted.name, account, ...params }),
	});

/*
 * Which existing members are enabled or disabled, or deleted because the input does not describe them. New members are
 * created in their state.
 */

/** Changes of state, and what the input leaves as it is though a reader may expect otherwise. */
export type StateChanges = ReturnType<typeof stateChanges>;

/**
 * Disables a member. The name and account are those that the service has: the interface requires both, and other
 * changes of the member are made later.
 */
const disable = ({ outId, name, account }: CurrentMember, reason: string, wanted?: WantedMember): DirectoryChange =>
	entryChange('member', defined({ outId, name, from: wanted?.from }), {
		action: 'disable',
		reason,
		differences: { state: { from: 'enabled', to: 'disabled' } },
		request: { operation: upsertMember, params: { out_id: outId, member_name: name, account, state: '0' } },
	});

/** Enabling by add_sync_member is not documented for existing members (I03), by set_member it is. */
const enable = (member: WantedMember, account: string): DirectoryChange =>
	entryChange('member', member, {
		action: 'enable',
		reason: 'state differs',
		differences: { state: { from: 'disabled', to: 'enabled' } },
		request: { operation: updateMember, params: { account, state: '1' } },
	});

/** The members whose state the input changes, in its order. */
export function stateChanges({ existing, wanted, rules: { now } }: DirectoryComparison, { accounts }: AccountPlan) {
	const [disabled, enabled]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	let [expired, stayDisabled] = [0, 0];
	for (const member of wanted.members) {
		const found = existing.get(member.outId);
		if (!found || member.enabled === found.enabled) continue;
		const over = hasExpired(member.expires ?? found.expires, now);
		if (member.enabled === false) disabled.push(disable(found, 'state differs', member));
		else if (member.enabled === undefined) stayDisabled += found.enabled || hasExpired(found.expires, now) ? 0 : 1;
		else if (over) expired++;
		else enabled.push(enable(member, accounts.get(member.outId) ?? found.account));
	}
	return {
		disabled,
		enabled,
		/** Members that are to be enabled and cannot be, because their last day has passed. */
		expired,
		/** Members that the input describes, that are disabled, and of which it says neither. */
		stayDisabled,
	};
}

const deletion = (member: CurrentMember): DirectoryChange =>
	entryChange('member', member, {
		action: 'delete',
		reason: NOT_IN_INPUT,
		request: { operation: deleteMembers, params: { members: member.outId } },
	});

/**
 * What happens to members that the input does not describe: nothing where it describes no member at all, because such
 * an input is about departments only. A member that no list shows was read because the input names it.
 */
export function missingMemberChanges({
	existing,
	described,
	rules: { missingMembers: rule },
}: DirectoryComparison): Readonly<Record<'deleted' | 'disabled', readonly DirectoryChange[]>> {
	const missing = [...existing.values()].filter(({ listed, outId }) => listed && !described.has(outId));
	if (described.size === 0 || rule === 'leave') return { deleted: [], disabled: [] };
	if (rule === 'delete') return { deleted: missing.map(deletion), disabled: [] };
	return {
		deleted: [],
		disabled: missing.filter(({ enabled }) => enabled).map((member) => disable(member, NOT_IN_INPUT)),
	};
}

/* Members to create, and fields of members to update, in their order. Their departments: departmentChanges.ts. */

/** The changes by their level, so that whoever has an account gives it up first, and supervisors are created first. */
function inLevels(
	changes: readonly DirectoryChange[],
	{ heldBy }: AccountPlan,
	targets: ReadonlyMap<string, MemberTarget>,
): DirectoryChange[][] {
	const outIds = changes.map(({ out_id: outId }) => outId);
	const levels = levelsOf(outIds, (outId) => {
		const { existing, supervisor } = targets.get(outId) ?? {};
		const waitsFor = [heldBy.get(outId), existing ? undefined : supervisor?.created];
		return waitsFor.filter((other) => other !== undefined);
	});
	// Those that are left out exchange their accounts; such a plan is blocked.
	return byLevel(changes, ({ out_id: outId }) => levels.get(outId) ?? 0);
}

/**
 * Members to create or update, in the order of the input as far as they do not depend on each other: those of one list
 * may be made at the same time, after those of the lists before. Supervisors are set when all members exist.
 */
export function* memberChanges(
	{ existing, wanted, rules }: DirectoryComparison,
	accounts: AccountPlan,
	plan: SupervisorPlan,
) {
	const targets = new Map<string, MemberTarget>();
	const writes: DirectoryChange[] = [];
	const [supervisors, resent]: [DirectoryChange[], DirectoryChange[]] = [[], []];
	for (const member of wanted.members) {
		yield;
		const target = memberTarget(member, existing.get(member.outId), accounts, plan);
		targets.set(member.outId, target);
		const change = target.existing ? update(target, target.existing) : creation(target);
		if (change) writes.push(change);
		else if (target.supervisor && rules.resend) resent.push(supervisorChange(target, target.supervisor, 'resend'));
		if (target.later) supervisors.push(supervisorChange(target, target.later, 'update'));
	}
	return { writes: inLevels(writes, accounts, targets), supervisors, resent };
}
