import { defined } from '../wire/json';
import { accountKey } from './accountKey';
import type { AccountPlan } from './accounts';
import { isExternal, type CurrentDirectory, type CurrentMember } from './currentDirectory';
import {
	DOES_NOT_EXIST,
	differencesIn,
	differReason,
	type Differences,
	type DirectoryChange,
	type DirectoryRequest,
} from './directoryChange';
import type { DirectoryRules } from './directoryRules';
import { levelsOf } from './levels';
import type { Supervisor, SupervisorPlan } from './supervisors';
import type { WantedDirectory, WantedMember } from './wantedDirectory';

/* Members to create, and fields of members to update. Their state: memberStates.ts, their departments: memberships.ts. */

/** The changes of members' fields. */
export interface MemberChanges {
	/** Creations and updates; all of one list may be made at the same time, after those of the lists before. */
	readonly writes: readonly (readonly DirectoryChange[])[];
	/** Supervisors that can be set only when all members exist. */
	readonly supervisors: readonly DirectoryChange[];
	/** Supervisors of members who do not change otherwise. */
	readonly resent: readonly DirectoryChange[];
}

/** A member to bring about, with all that belongs to it. */
interface Target {
	readonly wanted: WantedMember;
	readonly existing: CurrentMember | undefined;
	readonly account: string;
	/** Set together with the other fields. */
	readonly supervisor: Supervisor | undefined;
	/** Set when all members exist. */
	readonly later: Supervisor | undefined;
}

const seconds = (day: string): string => (day === '' ? '0' : String(Date.parse(`${day}T00:00:00Z`) / 1000));
const upsert = (params: Readonly<Record<string, string | undefined>>): DirectoryRequest => ({
	operation: 'entAddSyncMember',
	params: defined(params) as Record<string, string>,
});

function targetOf(
	wanted: WantedMember,
	existing: CurrentMember | undefined,
	{ accounts }: AccountPlan,
	{ supervisors, circular }: SupervisorPlan,
): Target {
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

const common = ({ wanted: { outId, name, from } }: Target) =>
	({ kind: 'member', outId, name, item: from.item }) as const;

function creation(target: Target): DirectoryChange {
	const { wanted, account, supervisor } = target;
	const { outId, name, enabled, expires, departments = [] } = wanted;
	const said = defined({
		email: wanted.email || undefined,
		phone: wanted.phone || undefined,
		title: wanted.title || undefined,
		expires: expires || undefined,
	});
	const state = enabled === undefined ? undefined : enabled ? 'enabled' : 'disabled';
	return {
		...common(target),
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
	};
}

const sameAddress = (a: string, b: string): boolean => accountKey(a) === accountKey(b);

/** The differences that the service shows. */
const differencesOf = ({ wanted, account }: Target, existing: CurrentMember): Differences => ({
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

function update(target: Target, existing: CurrentMember): DirectoryChange | undefined {
	const { wanted, account, supervisor } = target;
	const differences = differencesOf(target, existing);
	const reason = differReason(differences);
	if (reason === undefined) return undefined;
	const { email, phone, title, expires } = differences;
	const lifted = expires && wanted.enabled === false && !existing.enabled;
	return {
		...common(target),
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
	};
}

/** A request that changes nothing but the supervisor. */
const supervisorChange = (
	target: Target,
	{ shown, params }: Supervisor,
	more: Pick<DirectoryChange, 'action' | 'reason'>,
): DirectoryChange => ({
	...common(target),
	...more,
	differences: { leader: { to: shown } },
	request: upsert({
		out_id: target.wanted.outId,
		member_name: target.wanted.name,
		account: target.account,
		...params,
	}),
});

/** The changes by their level, so that whoever has an account gives it up first, and supervisors are created first. */
function inLevels(
	changes: readonly DirectoryChange[],
	{ heldBy }: AccountPlan,
	targets: ReadonlyMap<string, Target>,
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
