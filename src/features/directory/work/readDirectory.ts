import { mapInTurns } from '../../../client/async/inTurns';
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
import { isMemberOrDepartmentMissing } from '../../../protocol/wire/errorCodes';
import {
	DAY_SECONDS,
	fieldsIn,
	isoSeconds,
	type JsonObject,
	nameKey,
	numberOf,
	secondsOf,
	textOf,
} from '../../../protocol/wire/json';
import { rethrown } from '../../../protocol/wire/libraryError';
import type {
	CurrentDepartment,
	CurrentDirectory,
	CurrentMember,
	DirectoryRules,
	WantedDirectory,
	WantedMember,
} from '../plan/directories';

/* Members and departments of the service's answers as a plan compares them. */

/** What is read of a member, as different answers have it. */
type MemberEntry = {
	readonly [
		name in
			| ('member_id' | 'out_id' | 'member_name' | 'account' | 'member_email' | 'member_phone' | 'member_title')
			| ('state' | 'expire')
	]?: unknown;
};

/** The ID is `id` in one answer and `group_id` in others (I11). */
function departmentOf({ id, group_id, out_id, name, parent_id }: JsonObject): CurrentDepartment {
	const parentId = textOf(parent_id);
	return {
		id: textOf(id ?? group_id),
		outId: textOf(out_id),
		name: textOf(name),
		parentId: parentId === '0' ? '' : parentId,
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

/** A member without departments, which are in other answers. A member of an unknown state counts as enabled. */
export const memberOf = (entry: MemberEntry, listed: boolean): CurrentMember => ({
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
async function lookUp(
	caller: Caller,
	by: 'out_ids' | 'user_ids',
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

/** How people can be named: by their external IDs, and by their accounts in any case. */
const namesOf = (people: ReadonlyArray<CurrentMember | WantedMember>) => ({
	outIds: new Set(people.map(({ outId }) => outId)),
	accounts: new Set(people.map(({ account = '' }) => nameKey(account))),
});

/** The members that the input names in any way and that are not `listed`, by member ID. Throws what `call` throws. */
async function readUnlisted(
	caller: Caller,
	{ members }: WantedDirectory,
	listed: readonly CurrentMember[],
	width: number,
): Promise<Map<string, CurrentMember>> {
	const found = new Map<string, CurrentMember>();
	const add = (entry: MemberEntry): unknown => found.set(textOf(entry.member_id), memberOf(entry, false));
	const { outIds } = namesOf(listed);
	const named = members.flatMap(({ outId, leader }) => [
		outId,
		leader?.by === 'account' ? '' : (leader?.value ?? ''),
	]);
	const requested = new Set(named.filter((outId) => canBeListed(outId) && !outIds.has(outId)));
	for (const entry of await lookUp(caller, 'out_ids', [...requested], width))
		if (requested.has(entry.out_id)) add(entry);
	const known = [...listed, ...found.values()];
	// Accounts that members are to get, and that nobody has who is known, may belong to someone all the same. The
	// answer is by external ID, which such a member may lack (I07).
	const { accounts } = namesOf(known);
	const free = members.flatMap(({ account = '' }): Array<[string, string]> => {
		const key = nameKey(account);
		return canBeListed(account) && !accounts.has(key) ? [[key, account]] : [];
	});
	const byKey = new Map(free);
	const holders = await lookUp(
		caller,
		'user_ids',
		free.map(([, account]) => account),
		width,
	);
	const taken = holders.flatMap(({ account }) => byKey.get(nameKey(textOf(account))) ?? []);
	const all = namesOf([...known, ...members]);
	const leaders = members.flatMap(({ leader }) => (leader && leader.by !== 'outId' ? [leader] : []));
	const unknown = leaders.filter(
		({ by, value }) =>
			value !== '' && !all.accounts.has(nameKey(value)) && !(by === 'either' && all.outIds.has(value)),
	);
	const asked = [...new Set([...taken, ...unknown.map(({ value }) => value)])];
	const entries = await inParallel(asked, width, async (account) => await findByAccount(caller, account));
	for (const entry of entries.flat()) add(entry);
	return found;
}

/** Reads who is in which department; departments without an external ID are left out. */
async function readMemberships(
	caller: Caller,
	departments: readonly CurrentDepartment[],
	width: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const found = new Map<string, string[]>();
	const totals = untrustedTotals();
	const external = departments.filter(({ outId }) => outId !== '');
	await inParallel(external, width, async ({ id, outId }) => {
		const members = pages(caller, listDepartmentMembers, { group_id: id }, { totals });
		for await (const { member_id: member } of members) {
			const places = found.get(textOf(member));
			if (!places) found.set(textOf(member), [outId]);
			else if (!places.includes(outId)) places.push(outId);
		}
	});
	return found;
}

/**
 * Reads the directory as far as a plan needs it: all departments and listed members, members that the input
 * names and no list shows, and memberships where the input names departments of members or departments may be
 * deleted. At most `width` requests run at the same time.
 * Throws what `call` throws.
 */
export async function readDirectory(
	caller: Caller,
	wanted: WantedDirectory,
	rules: DirectoryRules,
	width: number,
): Promise<CurrentDirectory> {
	const departments: CurrentDepartment[] = [];
	for await (const entry of pages(caller, listDepartments, {})) departments.push(departmentOf(fieldsIn(entry)));
	// Each once: pages shift while others change the directory.
	const listed = new Map<string, CurrentMember>();
	for await (const entry of pages(caller, listMembers, {}))
		listed.set(textOf(entry.member_id), memberOf(entry, true));
	const named = await readUnlisted(caller, wanted, [...listed.values()], width);
	const placesRead =
		wanted.members.some(({ departments }) => departments !== undefined) ||
		(rules.deleteMissingDepartments && wanted.departments.length > 0);
	const memberships = placesRead ? await readMemberships(caller, departments, width) : new Map<string, string[]>();
	const known = [...listed, ...[...named].filter(([id]) => !listed.has(id))];
	const members = await mapInTurns(known, ([id, member]) => ({ ...member, departments: memberships.get(id) ?? [] }));
	return { departments, members, placesRead };
}
