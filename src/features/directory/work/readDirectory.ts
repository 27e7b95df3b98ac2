import { listDepartmentMembers, listDepartments, listMembers } from '../../../protocol/catalogue/enterpriseMember';
import type {
	CurrentDepartment,
	CurrentDirectory,
	CurrentMember,
	DirectoryRules,
	WantedDirectory,
} from '../plan/directories';
import { textOf } from '../../../protocol/wire/json';
import { mapInTurns } from '../../../client/async/inTurns';
import { inParallel } from '../../../client/async/tasks';
import type { Caller } from '../../../client/service/call';
import { pages } from '../../../client/paging/pages';
import { untrustedTotals } from '../../../client/paging/totals';
import { departmentOf, memberOf } from './directoryEntries';
import { readUnlisted } from './unlistedMembers';

/** External IDs of departments, by member ID. */
type Memberships = ReadonlyMap<string, readonly string[]>;

/** Reads who is in which department; departments without an external ID are left out. */
async function readMemberships(
	caller: Caller,
	departments: readonly CurrentDepartment[],
	width: number,
): Promise<Memberships> {
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

/** All members that member management lists, each once: pages shift while others change the directory. */
async function readListed(caller: Caller): Promise<Map<string, CurrentMember>> {
	const listed = new Map<string, CurrentMember>();
	for await (const entry of pages(caller, listMembers, {}))
		listed.set(textOf(entry.member_id), memberOf(entry, true));
	return listed;
}

/** Whether a plan needs to know who is in which department. */
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
	caller: Caller,
	wanted: WantedDirectory,
	rules: DirectoryRules,
	width: number,
): Promise<CurrentDirectory> {
	const departments: CurrentDepartment[] = [];
	for await (const entry of pages(caller, listDepartments, {})) departments.push(departmentOf(entry));
	const listed = await readListed(caller);
	const named = await readUnlisted(caller, wanted, [...listed.values()], width);
	const placesRead = needsPlaces(wanted, rules);
	const memberships: Memberships = placesRead ? await readMemberships(caller, departments, width) : new Map();
	const known = [...listed, ...[...named].filter(([id]) => !listed.has(id))];
	const members = await mapInTurns(known, ([id, member]) => ({ ...member, departments: memberships.get(id) ?? [] }));
	return { departments, members, placesRead };
}
