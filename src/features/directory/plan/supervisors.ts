import { inSteps, mapOfInSteps, type Steps } from '../../../protocol/plan/inSteps';
import type { RowOrigin } from '../../../protocol/rows/inputRow';
import { quoted } from '../../../protocol/wire/quoted';
import { isExternal, type LeaderReference, type WantedMember } from './directories';
import { type DirectoryComparison } from './comparison';
import type { AccountPlan } from './accounts';
import { entryFieldError } from './entryFields';
import { levelsOf } from './departmentTree';
import type { LibraryError } from '../../../protocol/wire/libraryError';
import { nameKey } from '../../../protocol/wire/json';

/* Whom the members report to. */

/** The supervisor of one member, found in the directory. */
export interface Supervisor {
	/** External ID, or account of a supervisor who has none; '' for none. */
	readonly shown: string;
	readonly params: Readonly<Record<string, string>>;
	/** External ID of a supervisor whom the same run creates. */
	readonly created?: string;
}

/** The supervisors that the input names, by the external ID of the member. */
export interface SupervisorPlan {
	readonly supervisors: ReadonlyMap<string, Supervisor>;
	/**
	 * New members who report to each other in a circle, or to such a member: their supervisors are set when all are
	 * created.
	 */
	readonly circular: ReadonlySet<string>;
}

// Only the empty account is said to remove a supervisor (I06).
const NOBODY: Supervisor = { shown: '', params: { leader_account: '' } };

/** Finds a supervisor; undefined where there is no such member. */
type Find = (value: string) => Supervisor | undefined;

const findByOutId =
	({ existing, described }: DirectoryComparison): Find =>
	(outId) => {
		const found = { shown: outId, params: { leader_out_id: outId } };
		if (existing.has(outId)) return found;
		return described.has(outId) ? { ...found, created: outId } : undefined;
	};

/** By the account that a member has in the end; where nobody has it then, by the one that a member has now. */
function* findByAccount({ current }: DirectoryComparison, { accounts }: AccountPlan, find: Find): Steps<Find> {
	const inTheEnd = yield* mapOfInSteps(accounts, ([outId, account]) => [nameKey(account), outId]);
	const now = yield* mapOfInSteps(current.members, (member) => [nameKey(member.account), member]);
	return (value) => {
		const outId = inTheEnd.get(nameKey(value));
		if (outId !== undefined) return find(outId);
		const member = now.get(nameKey(value));
		if (!member) return undefined;
		const { account } = member;
		return isExternal(member) ? find(member.outId) : { shown: account, params: { leader_account: account } };
	};
}

function ambiguous(from: RowOrigin, { key, value }: LeaderReference): LibraryError {
	const message = `${quoted(value)} is the external ID of one member and the account of another`;
	return entryFieldError(from, key, message, 'Say which with leader_out_id or leader_account.');
}

/**
 * Refuses a supervisor whose name is the external ID of one described member and the account of another. Throws
 * LibraryError input.
 */
export function* refuseAmbiguous(members: readonly WantedMember[]): Steps<void> {
	const outIds = new Set<string>();
	yield* inSteps(members, ({ outId }) => outIds.add(outId));
	const byAccount = yield* mapOfInSteps(members, ({ account = '', outId }) => [nameKey(account), outId]);
	yield* inSteps(members, ({ from, leader }) => {
		if (leader?.by !== 'either' || leader.value === '' || !outIds.has(leader.value)) return;
		const other = byAccount.get(nameKey(leader.value));
		if (other !== undefined && other !== leader.value) throw ambiguous(from, leader);
	});
}

function supervisorOf(
	{ from }: WantedMember,
	leader: LeaderReference,
	{ findId, findAccount }: { readonly findId: Find; readonly findAccount: Find },
	deleted: ReadonlySet<string>,
): Supervisor {
	const { key, by, value } = leader;
	if (value === '') return NOBODY;
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

/**
 * Finds all supervisors that the input names. Throws LibraryError input for one that neither exists nor is wanted, that
 * is to be deleted, and for a value that fits two members.
 */
export function* planSupervisors(
	comparison: DirectoryComparison,
	accounts: AccountPlan,
	deleted: ReadonlySet<string>,
): Steps<SupervisorPlan> {
	const findId = findByOutId(comparison);
	const findAccount = yield* findByAccount(comparison, accounts, findId);
	const supervisors = new Map<string, Supervisor>();
	const created: string[] = [];
	yield* inSteps(comparison.wanted.members, (member) => {
		const { leader, outId } = member;
		if (!leader) return;
		supervisors.set(outId, supervisorOf(member, leader, { findId, findAccount }, deleted));
		if (!comparison.existing.has(outId)) created.push(outId);
	});
	const levels = yield* levelsOf(created, (outId) => {
		const above = supervisors.get(outId)?.created;
		return above === undefined ? [] : [above];
	});
	return { supervisors, circular: new Set(created.filter((outId) => !levels.has(outId))) };
}
