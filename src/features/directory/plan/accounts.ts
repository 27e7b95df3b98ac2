import { rowError, type RowOrigin } from '../../../protocol/operation/check/inputRow';
import { groupBy, inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { nameKey } from '../../../protocol/wire/json';
import { type LibraryError, quoted } from '../../../protocol/wire/libraryError';
import { type DirectoryComparison, levelsOf } from './departmentTree';
import {
	type CurrentMember,
	ENTRY_FIELDS,
	entryFieldError,
	isExternal,
	isSameName,
	type LeaderReference,
	type WantedMember,
} from './directories';

/* Who has which account before and after, and who therefore has to wait for whom. */

/** The accounts of all wanted members. */
export interface AccountPlan {
	/** By the key of an account: who has it now, which may be two in two spellings. */
	readonly holders: ReadonlyMap<string, readonly CurrentMember[]>;
	/** By external ID: the account to send, which the interface requires with every change of a member. */
	readonly accounts: ReadonlyMap<string, string>;
	/** By external ID: the member who gives up that account in the same run, and has to do so first. */
	readonly heldBy: ReadonlyMap<string, string>;
	/** By external ID: the member who is deleted in the same run and has that account until then. */
	readonly inherited: ReadonlyMap<string, CurrentMember>;
	readonly blocks: readonly string[];
}

/** The same account in another spelling stays as it is. */
function accountOf({ account = '', name, from }: WantedMember, existing: CurrentMember | undefined): string {
	const stays = account === '' || isSameName(account, existing?.account);
	const found = (stays && existing?.account) || account;
	if (found !== '') return found;
	const hint = 'Every member needs an account to sign in with.';
	throw rowError(from, ENTRY_FIELDS.account.label, `is required for the new member ${quoted(name)}`, hint);
}

/**
 * The service would give the external ID to a member who has the account but no external ID, so such an account is
 * refused.
 */
function refuseOutsider({ from }: WantedMember, account: string, holder: CurrentMember): void {
	if (isExternal(holder)) return;
	const spelled = holder.account === account ? '' : `, spelled ${quoted(holder.account)}`;
	throw entryFieldError(
		from,
		'account',
		`${quoted(account)} is the account of ${quoted(holder.name)}, who is not in the external directory${spelled}`,
		'First assign the external ID to that member with Sync Member: Create or Update, or remove the item.',
	);
}

const named = ({ name, outId }: { name: string; outId: string }): string => `${quoted(name)} (${outId})`;

/** The members of each circle in which everyone waits for the next one. */
function circlesOf(heldBy: ReadonlyMap<string, string>): string[][] {
	const seen = new Set<string>();
	return [...heldBy.keys()].flatMap((start) => {
		const path: string[] = [];
		let at: string | undefined = start;
		for (; at !== undefined && !seen.has(at); at = heldBy.get(at)) {
			seen.add(at);
			path.push(at);
		}
		return at !== undefined && path.includes(at) ? [path.slice(path.indexOf(at))] : [];
	});
}

/** A circle cannot be carried out: the service refuses an account that another member still has. */
function circleBlock(circle: readonly string[], byOutId: ReadonlyMap<string, CurrentMember>): string {
	const parts = circle.map((outId) => byOutId.get(outId)).filter((member) => member !== undefined);
	const accounts = parts.map((member) => `${named(member)} has ${quoted(member.account)}`).join(', ');
	return (
		`${parts.length} members exchange their accounts, which the service does not allow: ${accounts}. ` +
		`Give one of them another account first, in a run or a change of its own`
	);
}

/**
 * Plans the accounts of all wanted members. Throws LibraryError input for a new member without an account, and for the
 * account of a member without an external ID.
 */
export function* planAccounts({ current, wanted, existing, deleted }: DirectoryComparison): Steps<AccountPlan> {
	const holders = groupBy(current.members, ({ account }) => nameKey(account));
	yield;
	const accounts = new Map(
		wanted.members.map((member) => [member.outId, accountOf(member, existing.get(member.outId))]),
	);
	const [heldBy, inherited] = [new Map<string, string>(), new Map<string, CurrentMember>()];
	const blocks: string[] = [];
	for (const member of wanted.members) {
		yield;
		const account = accounts.get(member.outId) ?? '';
		if (existing.get(member.outId)?.account === account) continue;
		for (const holder of holders.get(nameKey(account)) ?? []) {
			refuseOutsider(member, account, holder);
			const then = accounts.get(holder.outId) ?? holder.account;
			if (deleted.has(holder.outId)) inherited.set(member.outId, holder);
			else if (!isSameName(then, account)) heldBy.set(member.outId, holder.outId);
			else
				blocks.push(
					`the account ${quoted(account)} of ${named(member)} belongs to ${named(holder)}, who keeps it. ` +
						'Change one of the two in the input, or delete that member',
				);
		}
	}
	blocks.push(...circlesOf(heldBy).map((circle) => circleBlock(circle, existing)));
	return { holders, accounts, heldBy, inherited, blocks };
}

/* Whom the members report to. */

/** The supervisor of one member, found in the directory. */
export interface Supervisor {
	/** External ID, or account of a supervisor who has none; '' for none. */
	readonly shown: string;
	readonly params: Readonly<Record<string, string>>;
	/** External ID of a supervisor whom the same run creates. */
	readonly created?: string;
}

type Find = (value: string) => Supervisor | undefined;

function ambiguous(from: RowOrigin, { key, value }: LeaderReference): LibraryError {
	const message = `${quoted(value)} is the external ID of one member and the account of another`;
	return entryFieldError(from, key, message, 'Say which with leader_out_id or leader_account.');
}

/**
 * Refuses a supervisor whose name is the external ID of one described member and the account of another. Throws
 * LibraryError input.
 */
export function refuseAmbiguous(members: readonly WantedMember[]): void {
	const outIds = new Set(members.map(({ outId }) => outId));
	const byAccount = new Map(members.map(({ account = '', outId }) => [nameKey(account), outId]));
	for (const { from, leader } of members) {
		if (leader?.by !== 'either' || leader.value === '' || !outIds.has(leader.value)) continue;
		const other = byAccount.get(nameKey(leader.value));
		if (other !== undefined && other !== leader.value) throw ambiguous(from, leader);
	}
}

function supervisorOf(
	{ from }: WantedMember,
	leader: LeaderReference,
	{ findId, findAccount }: { readonly findId: Find; readonly findAccount: Find },
	deleted: ReadonlySet<string>,
): Supervisor {
	const { key, by, value } = leader;
	// Only the empty account is said to remove a supervisor (I06).
	if (value === '') return { shown: '', params: { leader_account: '' } };
	const ofId = by === 'account' ? undefined : findId(value);
	const ofAccount = by === 'outId' ? undefined : findAccount(value);
	const found = ofId ?? ofAccount;
	if (!found) {
		const hint = 'Add an item for that member, or remove the supervisor.';
		throw entryFieldError(from, key, `there is no member ${quoted(value)}`, hint);
	}
	if (ofAccount && found.params.leader_out_id !== ofAccount.params.leader_out_id) throw ambiguous(from, leader);
	if (deleted.has(found.params.leader_out_id ?? '')) {
		const hint = 'Add an item for that member, or name another supervisor.';
		throw entryFieldError(from, key, `the member ${quoted(value)} is deleted in the same run`, hint);
	}
	return found;
}

/** The supervisors that the input names. */
export interface SupervisorPlan {
	/** By the external ID of the member. */
	readonly supervisors: ReadonlyMap<string, Supervisor>;
	/**
	 * New members who report to each other in a circle, or to such a member: their supervisors are set when all are
	 * created.
	 */
	readonly circular: ReadonlySet<string>;
}

/** All that the changes of members are made from. */
export type DirectoryFacts = DirectoryComparison & AccountPlan & SupervisorPlan;

/**
 * Finds all supervisors that the input names. Throws LibraryError input for one that neither exists nor is wanted, that
 * is to be deleted, and for a value that fits two members.
 */
export function* planSupervisors(
	{ existing, described, wanted, deleted }: DirectoryComparison,
	{ accounts, holders }: AccountPlan,
): Steps<SupervisorPlan> {
	const inTheEnd = new Map([...accounts].map(([outId, account]) => [nameKey(account), outId]));
	const findId: Find = (outId) => {
		const found = { shown: outId, params: { leader_out_id: outId } };
		if (existing.has(outId)) return found;
		return described.has(outId) ? { ...found, created: outId } : undefined;
	};
	// By the account that a member has in the end; where nobody has it then, by the one that a member has now.
	const findAccount: Find = (value) => {
		const key = nameKey(value);
		const now = holders.get(key)?.at(-1);
		const outId = inTheEnd.get(key) ?? (now && isExternal(now) ? now.outId : undefined);
		if (outId !== undefined) return findId(outId);
		return now && { shown: now.account, params: { leader_account: now.account } };
	};
	const supervisors = new Map<string, Supervisor>();
	yield* inSteps(wanted.members, (member) => {
		const { leader, outId } = member;
		if (leader) supervisors.set(outId, supervisorOf(member, leader, { findId, findAccount }, deleted));
	});
	yield;
	const created = [...supervisors.keys()].filter((outId) => !existing.has(outId));
	const levels = levelsOf(created, (outId) => {
		const above = supervisors.get(outId)?.created;
		return above === undefined ? [] : [above];
	});
	return { supervisors, circular: new Set(created.filter((outId) => !levels.has(outId))) };
}
