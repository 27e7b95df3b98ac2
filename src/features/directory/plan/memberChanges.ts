import { deleteMembers, upsertMember } from '../../../protocol/catalogue/enterpriseSync';
import { updateMember } from '../../../protocol/catalogue/enterpriseMember';
import { byLevel, inSteps } from '../../../protocol/plan/inSteps';
import { eachAlone } from '../../../protocol/plan/plan';
import { defined } from '../../../protocol/wire/json';
import type { DirectoryFacts, Supervisor } from './accounts';
import { membershipChanges } from './departmentChanges';
import { levelsOf } from './departmentTree';
import { type CurrentMember, hasExpired, isSameName, type WantedMember } from './directories';
import {
	differencesIn,
	differReason,
	type DirectoryChange,
	type DirectoryRequest,
	DOES_NOT_EXIST,
	entryChange,
	isResent,
	NOT_IN_INPUT,
} from './directoryChange';

/* The changes of one member's fields, and the requests that make them. */

/** A wanted member, as far as it is new or changes before all members exist. */
interface MemberTarget {
	readonly wanted: WantedMember;
	readonly account: string;
	readonly supervisor: Supervisor | undefined;
}

const seconds = (day: string): string => (day === '' ? '0' : String(Date.parse(`${day}T00:00:00Z`) / 1000));

/** The interface requires the name and the account with every change. */
const upsert = (
	{ outId, name }: WantedMember | CurrentMember,
	account: string,
	more: Readonly<Record<string, string | undefined>>,
): DirectoryRequest => ({
	operation: upsertMember,
	params: defined({ out_id: outId, member_name: name, account, ...more }) as Record<string, string>,
});

function creation({ wanted, account, supervisor }: MemberTarget): DirectoryChange {
	const { enabled, departments = [] } = wanted;
	const said = defined({
		email: wanted.email || undefined,
		phone: wanted.phone || undefined,
		title: wanted.title || undefined,
		expires: wanted.expires || undefined,
	});
	const [state, code] = enabled === undefined ? [] : enabled ? ['enabled', '1'] : ['disabled', '0'];
	return entryChange('member', wanted, {
		action: 'create',
		reason: DOES_NOT_EXIST,
		values: defined({ account, ...said, state, leader: supervisor?.shown || undefined }),
		request: upsert(wanted, account, {
			member_email: said.email,
			member_phone: said.phone,
			member_title: said.title,
			state: code,
			expire: said.expires && seconds(said.expires),
			// Left out, the member would be in no list, and no later run would find it (I05).
			group_out_ids: departments.join(','),
			...(supervisor?.shown ? supervisor.params : {}),
		}),
	});
}

const supervisorChange = (
	wanted: WantedMember,
	account: string,
	{ shown, params }: Supervisor,
	action: 'resend' | 'update',
): DirectoryChange =>
	entryChange('member', wanted, {
		action,
		reason: action === 'resend' ? 'the service does not show supervisors' : 'the supervisor is created in this run',
		differences: { leader: { to: shown } },
		request: upsert(wanted, account, params),
	});

/** What differs, or at least the supervisor, which the service does not show; undefined for nothing. */
function update({ wanted, account, supervisor }: MemberTarget, existing: CurrentMember): DirectoryChange | undefined {
	const differences = differencesIn([
		['name', existing.name, wanted.name],
		['account', existing.account, account],
		['email', existing.email, isSameName(existing.email, wanted.email) ? undefined : wanted.email],
		['phone', existing.phone, wanted.phone],
		['title', existing.title, wanted.title],
		['expires', existing.expires, wanted.expires],
	]);
	const reason = differReason(differences);
	if (reason === undefined) return supervisor && supervisorChange(wanted, account, supervisor, 'resend');
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
		request: upsert(wanted, account, {
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

/*
 * Which existing members are enabled or disabled, or deleted because the input does not describe them. New members are
 * created in their state.
 */

/** Disables a member under the name and account that the service has: other changes of the member are made later. */
const disable = (found: CurrentMember, reason: string, wanted?: WantedMember): DirectoryChange =>
	entryChange('member', defined({ outId: found.outId, name: found.name, from: wanted?.from }), {
		action: 'disable',
		reason,
		differences: { state: { from: 'enabled', to: 'disabled' } },
		request: upsert(found, found.account, { state: '0' }),
	});

/** Enabling by add_sync_member is not documented for existing members (I03), by set_member it is. */
const enable = (member: WantedMember, account: string): DirectoryChange =>
	entryChange('member', member, {
		action: 'enable',
		reason: 'state differs',
		differences: { state: { from: 'disabled', to: 'enabled' } },
		request: { operation: updateMember, params: { account, state: '1' } },
	});

const deletion = (member: CurrentMember): DirectoryChange =>
	entryChange('member', member, {
		action: 'delete',
		reason: NOT_IN_INPUT,
		request: { operation: deleteMembers, params: { members: member.outId } },
	});

/** What changes of the members whom the input describes, and what stays though a reader may expect otherwise. */
const emptyChanges = () => ({
	disabled: [] as DirectoryChange[],
	enabled: [] as DirectoryChange[],
	/** Members to create, and fields of members to update. */
	written: [] as DirectoryChange[],
	/** Set when all members exist. */
	supervisors: [] as DirectoryChange[],
	resent: [] as DirectoryChange[],
	joins: [] as DirectoryChange[][][],
	leaves: [] as DirectoryChange[],
	/** Members that are to be enabled and cannot be, because their last day has passed. */
	expired: 0,
	/** Members that the input describes, that are disabled, and of which it says neither. */
	stayDisabled: 0,
});

/** Adds what changes of one member. */
function addChanges(to: ReturnType<typeof emptyChanges>, member: WantedMember, facts: DirectoryFacts): void {
	const { existing, rules, accounts, supervisors, circular } = facts;
	const found = existing.get(member.outId);
	const account = accounts.get(member.outId) ?? '';
	const supervisor = supervisors.get(member.outId);
	const waits = found ? supervisor?.created !== undefined : circular.has(member.outId);
	const target = { wanted: member, account, supervisor: waits ? undefined : supervisor };
	const change = found ? update(target, found) : creation(target);
	if (change) (isResent(change) ? to.resent : to.written).push(change);
	if (waits && supervisor) to.supervisors.push(supervisorChange(member, account, supervisor, 'update'));
	if (!found) return;
	const { joins, leaves } = membershipChanges(member, found);
	to.joins.push(...joins);
	to.leaves.push(...leaves);
	if (member.enabled === found.enabled) return;
	const hasEnded = hasExpired(member.expires ?? found.expires, rules.now);
	if (member.enabled === false) to.disabled.push(disable(found, 'state differs', member));
	else if (member.enabled && hasEnded) to.expired++;
	else if (member.enabled) to.enabled.push(enable(member, account));
	else if (!found.enabled && !hasExpired(found.expires, rules.now)) to.stayDisabled++;
}

/**
 * Members to create or update, in the order of the input as far as they do not depend on each other: those of one list
 * may be made at the same time, after those of the lists before. Whoever has an account gives it up first, and
 * supervisors are created first.
 */
function inLevels(changes: readonly DirectoryChange[], facts: DirectoryFacts): DirectoryChange[][] {
	const { existing, heldBy, supervisors, circular } = facts;
	const outIds = changes.map(({ out_id: outId }) => outId);
	const levels = levelsOf(outIds, (outId) => {
		const isFree = existing.has(outId) || circular.has(outId);
		const waitsFor = [heldBy.get(outId), isFree ? undefined : supervisors.get(outId)?.created];
		return waitsFor.filter((other) => other !== undefined);
	});
	// Those that are left out exchange their accounts; such a plan is blocked.
	return byLevel(changes, ({ out_id: outId }) => levels.get(outId) ?? 0);
}

/**
 * All that changes of members. They are deleted and disabled before others are created and enabled, to make room under
 * the account limit and to free their accounts. Joins come before leaves, so that no member is temporarily without a
 * department.
 */
export function* memberChanges(facts: DirectoryFacts) {
	const { missing, deleted, wanted } = facts;
	const found = emptyChanges();
	yield* inSteps(wanted.members, (member) => addChanges(found, member, facts));
	const gone = missing.filter(({ outId }) => deleted.has(outId));
	const kept = missing.filter(({ outId, enabled }) => !deleted.has(outId) && enabled);
	const { resent, expired, stayDisabled } = found;
	return {
		stages: [
			eachAlone(gone.map(deletion)),
			eachAlone([...kept.map((member) => disable(member, NOT_IN_INPUT)), ...found.disabled]),
			...inLevels(found.written, facts).map(eachAlone),
			eachAlone(found.supervisors),
			eachAlone(found.enabled),
			found.joins,
			eachAlone(found.leaves),
		],
		resent,
		expired,
		stayDisabled,
	};
}
