import { defined, nameKey } from '../../../protocol/wire/json';
import { type CurrentMember, type WantedMember } from './directories';
import type { AccountPlan } from './accounts';
import {
	entryChange,
	DOES_NOT_EXIST,
	differencesIn,
	differReason,
	type Differences,
	type DirectoryChange,
	type DirectoryRequest,
} from './directoryChange';
import type { Supervisor, SupervisorPlan } from './supervisors';

/* The changes of one member's fields, and the requests that make them. */

/** A member to bring about, with all that belongs to it. */
export interface MemberTarget {
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

/** A member as the input wants it, beside what the service has. */
export function memberTarget(
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

/** Creates a member with all that the input says. */
export function creation(target: MemberTarget): DirectoryChange {
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

/** The differences that the service shows. */
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

/** Updates the fields that differ; undefined where none does. */
export function update(target: MemberTarget, existing: CurrentMember): DirectoryChange | undefined {
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

/** Why a request that changes nothing but the supervisor is sent. */
const SUPERVISOR_REASONS = {
	resend: 'the service does not show supervisors',
	update: 'the supervisor is created in this run',
} as const;

/** A request that changes nothing but the supervisor. */
export const supervisorChange = (
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
