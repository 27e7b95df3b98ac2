import { once } from '../../../client/async/once';
import { inParallel } from '../../../client/async/tasks';
import { allEntries } from '../../../client/paging/pages';
import { call, type Caller } from '../../../client/service/call';
import type { LibraryId } from '../../../client/service/libraryBinding';
import { getLibrary } from '../../../protocol/catalogue/enterpriseLibrary';
import { listLibraryDepartments, listLibraryMembers } from '../../../protocol/catalogue/enterpriseLibraryMember';
import { listDepartmentMembers, listRoles } from '../../../protocol/catalogue/enterpriseMember';
import {
	departmentWith,
	describeSubject,
	memberWith,
	setBy,
	type Status,
	type Subject,
	subjectKey,
	unlike,
} from '../../../protocol/catalogue/permissionCodes';
import { isNoSuchEntry } from '../../../protocol/wire/errorCodes';
import { fieldsIn, type JsonObject, numberOf, textOf } from '../../../protocol/wire/json';
import { LibraryError, quoted, rethrown } from '../../../protocol/wire/libraryError';
import { entryPath } from '../../../protocol/wire/paths';
import { naming, onceEach, type Place, type PlaceReader, unlessLeft } from './placeReader';
import { type Origin, type RowContent, candidateFor, provenSource } from '../plan/tableItems';

interface LibraryPerson {
	readonly subject: Subject;
	readonly name: string;
	/** 0 for none. */
	readonly roleId: number;
}

/** Who takes part in a library, and the roles of the enterprise: what only its own credential is told. */
export interface LibraryPeople {
	readonly all: readonly LibraryPerson[];
	/** The person that a subject names in any way; undefined for who takes no part. */
	person(subject: Subject): LibraryPerson | undefined;
	/** The direct members of a department, by `subjectKey`; each department is asked for once. */
	membersOf?(department: Subject): Promise<ReadonlySet<string>>;
	/** Names of roles by their IDs. */
	readonly roles: ReadonlyMap<number, string>;
}

/** The ID of a library that is named by its space. Throws what `call` throws, LibraryError protocol without an ID. */
async function orgIdOf(enterprise: Caller, { by, id }: LibraryId): Promise<string> {
	if (by === 'org_id') return id;
	const { info } = await call(enterprise, getLibrary, { mount_id: id });
	const orgId = numberOf(fieldsIn(info).org_id);
	if (orgId !== undefined) return String(orgId);
	throw new LibraryError('protocol', 'The service answered without the ID of the library', {
		operation: getLibrary.id,
	});
}

/** Reads who takes part in a library: the lists of members, departments and roles. Throws what `pages` throws. */
export async function readLibraryPeople(enterprise: Caller, library: LibraryId): Promise<LibraryPeople> {
	const orgId = await orgIdOf(enterprise, library);
	const known = new Map<string, LibraryPerson>();
	const all: LibraryPerson[] = [];
	for (const { id, name, role_id: role } of await allEntries(enterprise, listLibraryDepartments, { org_id: orgId }))
		all.push({ subject: departmentWith(textOf(id)), name: textOf(name), roleId: numberOf(role) ?? 0 });
	for (const member of await allEntries(enterprise, listLibraryMembers, { org_id: orgId })) {
		const person: LibraryPerson = {
			subject: memberWith(textOf(member.member_id)),
			name: textOf(member.member_name),
			roleId: numberOf(member.role_id) ?? 0,
		};
		all.push(person);
		for (const by of ['account', 'out_id'] as const) {
			const value = textOf(member[by]);
			if (value !== '') known.set(subjectKey({ type: 'member', by, value }), person);
		}
	}
	for (const person of all) known.set(subjectKey(person.subject), person);
	const roles = await allEntries(enterprise, listRoles);
	const membersOf = new Map<string, Promise<ReadonlySet<string>>>();
	return {
		all,
		membersOf: async (department) =>
			await once(membersOf, subjectKey(department), async () => {
				const params = { group_id: department.value, show_child: '0' };
				const members = await allEntries(enterprise, listDepartmentMembers, params);
				return new Set(members.map(({ member_id: id }) => subjectKey(memberWith(textOf(id)))));
			}),
		person: (subject) => known.get(subjectKey(subject)),
		roles: new Map(roles.map(({ id, name }) => [numberOf(id) ?? 0, textOf(name)])),
	};
}

/** What a table is read of. */
export interface TableRequest {
	/** Full paths; with the entry where a list has shown it, which may be gone meanwhile. */
	readonly places: ReadonlyArray<{ readonly fullpath: string; readonly entry?: JsonObject }>;
	/** Whom to show; everybody whose permissions the service tells when empty. */
	readonly subjects: readonly Subject[];
	readonly width: number;
}

/** A place with everything above that it may inherit from, and whom to show of it. */
interface Block {
	readonly place: Place;
	readonly above: readonly Place[];
	readonly subjects: readonly Subject[];
}

/** What is known of a place; what is missing is named. */
export const placeNamed = async (reader: PlaceReader, fullpath: string, entry?: JsonObject): Promise<Place> =>
	await naming(quoted(entryPath(fullpath)), reader.place(fullpath, entry));

/** Everybody who has permissions in a place, as far as the service tells: departments first, by their IDs. */
async function everybodyAt(
	reader: PlaceReader,
	place: Place,
	above: readonly Place[],
	people: LibraryPeople | undefined,
): Promise<Subject[]> {
	const owners = above.flatMap(({ own }) => own);
	const departments = (people?.all ?? []).flatMap(({ subject }) => (subject.type === 'department' ? [subject] : []));
	const all = [...place.own, ...owners, ...departments, ...(await reader.membersAt(place.fullpath))];
	const rank = ({ type }: Subject): number => (type === 'department' ? 0 : 1);
	return onceEach(all).sort((a, b) => rank(a) - rank(b) || Number(a.value) - Number(b.value));
}

async function blockAt(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	{ fullpath, entry }: TableRequest['places'][number],
	chosen: readonly Subject[],
): Promise<Block | undefined> {
	try {
		const place = await placeNamed(reader, fullpath, entry);
		const above = await reader.above(place);
		const subjects = chosen.length > 0 ? chosen : await everybodyAt(reader, place, above, people);
		return { place, above, subjects };
	} catch (cause) {
		if (entry && isNoSuchEntry(cause)) return undefined;
		throw rethrown(cause);
	}
}

/**
 * The department through which somebody has all permissions in a place: no list names this person, the library has no
 * role for them, and of the departments of which they are a member, one alone has any permission there, exactly the
 * same. Undefined where the answers do not prove it.
 */
async function givingDepartment(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	{ place, above }: Pick<Block, 'place' | 'above'>,
	{ subject, status }: { readonly subject: Subject; readonly status: Status },
): Promise<Origin | undefined> {
	if (subject.by !== 'member_id' || status.granted === 0) return undefined;
	const isDepartment = ({ type }: Subject): boolean => type === 'department';
	const named = [place, ...above].flatMap(({ own }) => own);
	const takingPart = (people?.all ?? []).map((person) => person.subject);
	const giving: Array<{ department: Subject; there: Status }> = [];
	for (const department of onceEach([...takingPart, ...named]).filter(isDepartment)) {
		const members = people?.membersOf && (await unlessLeft(people.membersOf(department)));
		if (!members?.has(subjectKey(subject))) continue;
		const there = await unlessLeft(reader.status(place.fullpath, department));
		if (there && setBy(there) !== 0) giving.push({ department, there });
	}
	const [only, second] = giving;
	if (!only || second || unlike(status, only.there) !== 0) return undefined;
	const { from } = candidateFor(place, above, only.department, false);
	const through = { subject: only.department, name: people?.person(only.department)?.name };
	return { source: 'department', through, from };
}

async function readRow(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	{ place, above }: Block,
	named: Subject,
): Promise<RowContent> {
	const person = people?.person(named);
	const subject = person?.subject ?? named;
	const status = await naming(describeSubject(subject), reader.status(place.fullpath, subject));
	const candidate = candidateFor(place, above, subject, (person?.roleId ?? 0) > 0);
	const from = candidate.source === 'inherited' || candidate.source === 'library_role' ? candidate.from : undefined;
	const there = from === undefined ? undefined : await reader.status(from, subject);
	const claimed = provenSource(candidate, status, there);
	const isOpen = claimed.source === 'unknown' && candidate.source === 'unknown' && !person?.roleId;
	const department = isOpen
		? await givingDepartment(reader, people, { place, above }, { subject, status })
		: undefined;
	const { source, from: origin, through } = department ?? claimed;
	const { fullpath, hash, inherit } = place;
	const role =
		person && person.roleId > 0 ? { id: person.roleId, name: people?.roles.get(person.roleId) } : undefined;
	return { fullpath, hash, inherit, subject, name: person?.name, role, status, source, from: origin, through };
}

/**
 * The rows of a permission table, place by place in their order. Of `people` it takes names and roles; without them
 * rows have neither. Requests: one for each place and subject, at most three for each place and for each folder above
 * one, and one more for each subject and folder that permissions are inherited from. Who has left and was not chosen
 * has no row. Throws what `call` throws, with what is missing.
 */
export async function readTable(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	{ places, subjects, width }: TableRequest,
): Promise<RowContent[]> {
	// Under the names by which the service lists them.
	const chosen = onceEach(subjects.map((subject) => people?.person(subject)?.subject ?? subject));
	const blocks = await inParallel(places, width, async (place) => await blockAt(reader, people, place, chosen));
	const cells = blocks.flatMap((block) => block?.subjects.map((subject) => ({ block, subject })) ?? []);
	const rows = await inParallel(cells, width, async ({ block, subject }) => {
		const row = readRow(reader, people, block, subject);
		return await (chosen.length > 0 ? row : unlessLeft(row));
	});
	return rows.filter((row) => row !== undefined);
}
