import { getMember } from '../../../protocol/catalogue/enterpriseMember';
import { getMembers } from '../../../protocol/catalogue/enterpriseSync';
import { unkey } from '../../../protocol/catalogue/simplifyEnterprise';
import { type CurrentMember, type WantedDirectory, type WantedMember } from '../plan/directories';
import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { textOf, nameKey } from '../../../protocol/wire/json';
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import { rethrown } from '../../../protocol/wire/libraryError';
import { inTurns } from '../../../client/async/inTurns';
import { inParallel } from '../../../client/async/tasks';
import { call, type Caller } from '../../../client/service/call';
import { memberOf, type MemberEntry } from './directoryEntries';

/*
 * Members that no list shows: member management hides a member that was added without a department. Those that the
 * input names are looked up one way or another: by external ID, as a supervisor, or because they have an account that
 * it wants for someone else.
 */

/** IDs looked up in one request. The interface states no limit; a form of this size is accepted everywhere. */
const LOOKUP_SIZE = 50;

type Lookup = 'out_ids' | 'user_ids';

/** Looks members up; those that do not exist are left out (I17). */
async function lookUp(
	caller: Caller,
	by: Lookup,
	values: readonly string[],
	width: number,
): Promise<Array<{ out_id: string } & MemberEntry>> {
	const groups = Array.from({ length: Math.ceil(values.length / LOOKUP_SIZE) }, (_, at) =>
		values.slice(at * LOOKUP_SIZE, (at + 1) * LOOKUP_SIZE),
	);
	const answers = await inParallel(groups, width, async (group) =>
		unkey('out_id')(await call(caller, getMembers, { [by]: group.join(',') })),
	);
	return answers.flat();
}

/** The member with an account, in a list; an empty one where there is none. */
async function findByAccount(caller: Caller, account: string): Promise<MemberEntry[]> {
	try {
		return [await call(caller, getMember, { account })];
	} catch (cause) {
		if (isMemberOrDepartmentMissing(cause)) return [];
		throw rethrown(cause);
	}
}

// An ID with a comma would name two others (A13).
const canBeListed = (value: string): boolean => value !== '' && !value.includes(',');

/** External IDs that the input names and that belong to nobody who is known. */
function* unknownOutIds({ members }: WantedDirectory, known: readonly CurrentMember[]): Steps<Set<string>> {
	const outIds = new Set<string>();
	yield* inSteps(known, ({ outId }) => outIds.add(outId));
	const unknown = new Set<string>();
	yield* inSteps(members, ({ outId, leader }) => {
		for (const named of [outId, leader && leader.by !== 'account' ? leader.value : ''])
			if (canBeListed(named) && !outIds.has(named)) unknown.add(named);
	});
	return unknown;
}

/** Accounts of supervisors that belong to nobody who is known. */
function* unknownSupervisors({ members }: WantedDirectory, known: readonly CurrentMember[]): Steps<Set<string>> {
	const [outIds, accounts, unknown] = [new Set<string>(), new Set<string>(), new Set<string>()];
	if (!members.some(({ leader }) => leader && leader.value !== '')) return unknown;
	for (const some of [known, members])
		yield* inSteps<CurrentMember | WantedMember>(some, ({ outId, account = '' }) => {
			outIds.add(outId);
			accounts.add(nameKey(account));
		});
	yield* inSteps(members, ({ leader }) => {
		if (!leader || leader.value === '' || leader.by === 'outId') return;
		const { by, value } = leader;
		if (!accounts.has(nameKey(value)) && !(by === 'either' && outIds.has(value))) unknown.add(value);
	});
	return unknown;
}

/** Accounts that members are to get and that nobody has who is known. */
function* freeAccounts({ members }: WantedDirectory, known: readonly CurrentMember[]): Steps<string[]> {
	const taken = new Set<string>();
	yield* inSteps(known, ({ account }) => taken.add(nameKey(account)));
	const free: string[] = [];
	yield* inSteps(members, ({ account = '' }) => {
		if (canBeListed(account) && !taken.has(nameKey(account))) free.push(account);
	});
	return free;
}

/** The accounts that belong to someone. The answer is by external ID, which such a member may lack (I07). */
async function takenAccounts(caller: Caller, accounts: readonly string[], width: number): Promise<string[]> {
	const asked = new Map(accounts.map((account) => [nameKey(account), account]));
	const found = await lookUp(caller, 'user_ids', accounts, width);
	return found.flatMap(({ account }) => asked.get(nameKey(textOf(account))) ?? []);
}

/** The members that the input names in any way and that are not `listed`, by member ID. Throws what `call` throws. */
export async function readUnlisted(
	caller: Caller,
	wanted: WantedDirectory,
	listed: readonly CurrentMember[],
	width: number,
): Promise<Map<string, CurrentMember>> {
	const requested = await inTurns(unknownOutIds(wanted, listed));
	const entries = await lookUp(caller, 'out_ids', [...requested], width);
	const found = new Map<string, CurrentMember>();
	const add = (entry: MemberEntry): unknown => found.set(textOf(entry.member_id), memberOf(entry, false));
	for (const entry of entries) if (requested.has(entry.out_id)) add(entry);
	const known = [...listed, ...found.values()];
	const taken = await takenAccounts(caller, await inTurns(freeAccounts(wanted, known)), width);
	const accounts = [...new Set([...taken, ...(await inTurns(unknownSupervisors(wanted, known)))])];
	const holders = await inParallel(accounts, width, async (account) => await findByAccount(caller, account));
	for (const entry of holders.flat()) add(entry);
	return found;
}
