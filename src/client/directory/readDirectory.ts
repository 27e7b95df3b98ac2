import { listDepartmentMembers, listDepartments, listMembers } from '../../protocol/catalogue/enterpriseMember';
import { getMembers } from '../../protocol/catalogue/enterpriseSync';
import { unkey } from '../../protocol/catalogue/simplifyEnterprise';
import type { CurrentDepartment, CurrentDirectory, CurrentMember } from '../../protocol/directory/currentDirectory';
import type { WantedDirectory } from '../../protocol/directory/wantedDirectory';
import { textOf, type JsonObject } from '../../protocol/wire/json';
import { inParallel } from '../async/parallel';
import { call, type Caller } from '../service/call';
import { allEntries, pages } from '../service/paging';

/** External IDs looked up in one request. The interface states no limit; a form of this size is accepted everywhere. */
const LOOKUP_SIZE = 50;

/** What is read of a department; the ID is `id` in one answer and `group_id` in others (I11). */
interface DepartmentEntry {
	readonly id?: unknown;
	readonly group_id?: unknown;
	readonly out_id?: unknown;
	readonly name?: unknown;
	readonly parent_id?: unknown;
}

/** What is read of a member, the same in every answer. */
interface MemberEntry {
	readonly member_id?: unknown;
	readonly out_id?: unknown;
	readonly member_name?: unknown;
	readonly account?: unknown;
	readonly member_email?: unknown;
	readonly member_phone?: unknown;
	readonly member_title?: unknown;
}

/** External IDs of departments, by member ID. */
type Memberships = ReadonlyMap<string, readonly string[]>;

function departmentOf(entry: DepartmentEntry): CurrentDepartment {
	const parent = textOf(entry.parent_id);
	return {
		id: textOf(entry.id ?? entry.group_id),
		outId: textOf(entry.out_id),
		name: textOf(entry.name),
		parentId: parent === '0' ? '' : parent,
	};
}

const memberOf = (entry: MemberEntry, memberships: Memberships, listed: boolean): CurrentMember => ({
	outId: textOf(entry.out_id),
	name: textOf(entry.member_name),
	account: textOf(entry.account),
	email: textOf(entry.member_email),
	phone: textOf(entry.member_phone),
	title: textOf(entry.member_title),
	departments: memberships.get(textOf(entry.member_id)) ?? [],
	listed,
});

/** Reads who is in which department; departments without an external ID are left out. */
async function readMemberships(
	caller: Caller,
	departments: readonly CurrentDepartment[],
	width: number,
): Promise<Memberships> {
	const found = new Map<string, string[]>();
	const external = departments.filter(({ outId }) => outId !== '');
	await inParallel(external, width, async ({ id, outId }) => {
		for await (const { member_id: member } of pages(caller, listDepartmentMembers, { group_id: id })) {
			const key = textOf(member);
			found.set(key, [...(found.get(key) ?? []), outId]);
		}
	});
	return found;
}

/** Existing members that no list shows: member management hides a member that was added without a department. */
async function readUnlisted(caller: Caller, outIds: readonly string[], width: number): Promise<JsonObject[]> {
	const groups = Array.from({ length: Math.ceil(outIds.length / LOOKUP_SIZE) }, (_, at) =>
		outIds.slice(at * LOOKUP_SIZE, (at + 1) * LOOKUP_SIZE),
	);
	const answers = await inParallel(groups, width, async (group) =>
		unkey('out_id')(await call(caller, getMembers, { out_ids: group.join(',') })),
	);
	const requested = new Set(outIds);
	return answers.flat().filter(({ out_id: outId }) => requested.has(textOf(outId)));
}

/**
 * Reads the directory as far as the wanted one needs it: all departments and listed members, wanted members that no
 * list shows, and memberships where the input names departments of members. At most `width` requests run at the same
 * time.
 * Throws what `call` throws.
 */
export async function readDirectory(caller: Caller, wanted: WantedDirectory, width: number): Promise<CurrentDirectory> {
	const departments = (await allEntries(caller, listDepartments)).map(departmentOf);
	const listed = await allEntries(caller, listMembers);
	const known = new Set(listed.map((entry) => textOf(entry.out_id)));
	const missing = wanted.members.map(({ outId }) => outId).filter((outId) => !known.has(outId));
	const unlisted = await readUnlisted(caller, missing, width);
	const memberships: Memberships = wanted.members.some((member) => member.departments)
		? await readMemberships(caller, departments, width)
		: new Map();
	return {
		departments,
		members: [
			...listed.map((entry) => memberOf(entry, memberships, true)),
			...unlisted.map((entry) => memberOf(entry, memberships, false)),
		],
	};
}
