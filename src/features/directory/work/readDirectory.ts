import { inParallel } from '../../../client/async/tasks';
import { pages } from '../../../client/paging/pages';
import { untrustedTotals } from '../../../client/paging/listPass';
import { call, type Caller } from '../../../client/service/call';
import {
	getMember,
	listDepartmentMembers,
	listDepartments,
	listMembers,
} from '../../../protocol/catalogue/enterpriseMember';
import { getMembers } from '../../../protocol/catalogue/enterpriseSync';
import { unkey } from '../../../protocol/catalogue/simplifyEnterprise';
import { unlessLeft } from '../../../protocol/wire/errorCodes';
import { DAY_SECONDS, isoSeconds, nameKey, numberOf, secondsOf, textOf } from '../../../protocol/wire/json';
import type { Unverified } from '../../../protocol/answers/items';
import type { EnterpriseDepartment, EnterpriseMember } from '../../../protocol/contract';
import type {
	CurrentDepartment,
	CurrentDirectory,
	CurrentMember,
	DirectoryRules,
	WantedDirectory,
	WantedMember,
} from '../plan/directories';

/* Members and departments of the service's answers as a plan compares them. */

/** What is read of a department; the ID is `id` in one answer and `group_id` in others (I11). */
type DepartmentEntry = Unverified<EnterpriseDepartment> & { readonly group_id?: unknown };
type MemberEntry = Unverified<EnterpriseMember>;

interface DirectoryReading {
	readonly caller: Caller;
	readonly width: number;
}

function departmentOf(entry: DepartmentEntry): CurrentDepartment {
	const parent = textOf(entry.parent_id);
	return {
		id: textOf(entry.id ?? entry.group_id),
		outId: textOf(entry.out_id),
		name: textOf(entry.name),
		parentId: parent === '0' ? '' : parent,
	};
}

/**
 * The last day of an account as YYYY-MM-DD; '' where it does not expire. A service that keeps midnight of its own time
 * zone answers up to twelve hours before or after midnight UTC: the nearest one is meant (assumption, I10).
 */
function expiryDay(expire: unknown): string {
	const days = Math.round((secondsOf(expire) ?? 0) / DAY_SECONDS);
	return isoSeconds(days * DAY_SECONDS)?.slice(0, 10) ?? '';
}

/** A member whose departments are in other answers, and added then. */
type FoundMember = CurrentMember & { readonly departments: string[] };

/** A member of an unknown state counts as enabled. */
export const memberOf = (entry: MemberEntry, listed: boolean): FoundMember => ({
	outId: textOf(entry.out_id),
	name: textOf(entry.member_name),
	account: textOf(entry.account),
	email: textOf(entry.member_email),
	phone: textOf(entry.member_phone),
	title: textOf(entry.member_title),
	enabled: numberOf(entry.state) !== 0,
	expires: expiryDay(entry.expire),
	departments: [],
	listed,
});

/*
 * Members that no list shows: member management hides a member that was added without a department. Those that the
 * input names are looked up one way or another: by external ID, as a supervisor, or because they have an account that
 * it wants for someone else.
 */

/** IDs looked up in one request. The interface states no limit; a form of this size is accepted everywhere. */
const LOOKUP_SIZE = 50;

/** Looks members up; those that do not exist are left out (I17). */
async function lookUp({ caller, width }: DirectoryReading, by: 'out_ids' | 'user_ids', values: readonly string[]) {
	const groups = Array.from({ length: Math.ceil(values.length / LOOKUP_SIZE) }, (_, at) =>
		values.slice(at * LOOKUP_SIZE, (at + 1) * LOOKUP_SIZE),
	);
	const answers = await inParallel(groups, width, async (group) =>
		unkey('out_id')(await call(caller, getMembers, { [by]: group.join(',') })),
	);
	return answers.flat();
}

// An ID with a comma would name two others (A13).
const canBeListed = (value: string): boolean => value !== '' && !value.includes(',');

/** External IDs that the input names and that belong to nobody who is known. */
function unknownOutIds({ members }: WantedDirectory, known: readonly CurrentMember[]): Set<string> {
	const outIds = new Set(known.map(({ outId }) => outId));
	const named = members.flatMap(({ outId, leader }) => [
		outId,
		leader?.by === 'account' ? '' : (leader?.value ?? ''),
	]);
	return new Set(named.filter((outId) => canBeListed(outId) && !outIds.has(outId)));
}

/** Accounts of supervisors that belong to nobody who is known. */
function unknownSupervisors({ members }: WantedDirectory, known: readonly CurrentMember[]): string[] {
	const all: ReadonlyArray<CurrentMember | WantedMember> = [...known, ...members];
	const outIds = new Set(all.map(({ outId }) => outId));
	const accounts = new Set(all.map(({ account = '' }) => nameKey(account)));
	return members.flatMap(({ leader }) => {
		if (!leader || leader.value === '' || leader.by === 'outId') return [];
		const isKnown = accounts.has(nameKey(leader.value)) || (leader.by === 'either' && outIds.has(leader.value));
		return isKnown ? [] : [leader.value];
	});
}

/**
 * Accounts that members are to get and that belong to someone who is not known. The answer is by external ID, which
 * such a member may lack (I07).
 */
async function takenAccounts(reading: DirectoryReading, { members }: WantedDirectory, known: readonly CurrentMember[]) {
	const taken = new Set(known.map(({ account }) => nameKey(account)));
	const accounts = members.map(({ account = '' }) => account);
	const free = accounts.filter((account) => canBeListed(account) && !taken.has(nameKey(account)));
	const asked = new Map(free.map((account) => [nameKey(account), account]));
	const found = await lookUp(reading, 'user_ids', free);
	return found.flatMap(({ account }) => asked.get(nameKey(textOf(account))) ?? []);
}

/** The members that the input names in any way and that are not `listed`, by member ID. Throws what `call` throws. */
async function readUnlisted(
	reading: DirectoryReading,
	wanted: WantedDirectory,
	listed: readonly CurrentMember[],
): Promise<ReadonlyMap<string, FoundMember>> {
	const requested = unknownOutIds(wanted, listed);
	const entries = await lookUp(reading, 'out_ids', [...requested]);
	const found = new Map<string, FoundMember>();
	const add = (entry: MemberEntry): unknown => found.set(textOf(entry.member_id), memberOf(entry, false));
	for (const entry of entries) if (requested.has(entry.out_id)) add(entry);
	const known = [...listed, ...found.values()];
	const taken = await takenAccounts(reading, wanted, known);
	const accounts = [...new Set([...taken, ...unknownSupervisors(wanted, known)])];
	const { caller, width } = reading;
	const findHolder = async (account: string) => await call(caller, getMember, { account }).catch(unlessLeft);
	for (const entry of await inParallel(accounts, width, findHolder)) if (entry) add(entry);
	return found;
}

/** Reads which of the departments each member is in; departments without an external ID are left out. */
async function readMemberships(
	{ caller, width }: DirectoryReading,
	departments: readonly CurrentDepartment[],
	members: ReadonlyMap<string, FoundMember>,
): Promise<void> {
	const totals = untrustedTotals();
	const external = departments.filter(({ outId }) => outId !== '');
	await inParallel(external, width, async ({ id, outId }) => {
		const found = pages(caller, listDepartmentMembers, { group_id: id }, { totals });
		for await (const { member_id: member } of found) {
			const places = members.get(textOf(member))?.departments;
			if (!places?.includes(outId)) places?.push(outId);
		}
	});
}

const needsPlaces = (wanted: WantedDirectory, { deleteMissingDepartments }: DirectoryRules): boolean =>
	wanted.members.some(({ departments }) => departments !== undefined) ||
	(deleteMissingDepartments && wanted.departments.length > 0);

/**
 * Reads the directory as far as a plan needs it: all departments and listed members, members that the input
 * names and no list shows, and memberships where the input names departments of members or departments may be
 * deleted. At most `width` requests run at the same time.
 * Throws what `call` throws.
 */
export async function readDirectory(
	reading: DirectoryReading,
	wanted: WantedDirectory,
	rules: DirectoryRules,
): Promise<CurrentDirectory> {
	const { caller } = reading;
	const departments: CurrentDepartment[] = [];
	for await (const entry of pages(caller, listDepartments, {})) departments.push(departmentOf(entry));
	// Each once: pages shift while others change the directory.
	const members = new Map<string, FoundMember>();
	for await (const entry of pages(caller, listMembers, {}))
		members.set(textOf(entry.member_id), memberOf(entry, true));
	for (const [id, member] of await readUnlisted(reading, wanted, [...members.values()]))
		if (!members.has(id)) members.set(id, member);
	const placesRead = needsPlaces(wanted, rules);
	if (placesRead) await readMemberships(reading, departments, members);
	return { departments, members: [...members.values()], placesRead };
}
