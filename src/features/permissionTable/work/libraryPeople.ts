import { getLibrary } from '../../../protocol/catalogue/enterpriseLibrary';
import { listLibraryDepartments, listLibraryMembers } from '../../../protocol/catalogue/enterpriseLibraryMember';
import { listDepartmentMembers, listRoles } from '../../../protocol/catalogue/enterpriseMember';
import { departmentWith, memberWith, type Subject, subjectKey } from '../../../protocol/catalogue/permissionCodes';
import { fieldsIn, numberOf, textOf } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { once } from '../../../client/async/once';
import { allEntries } from '../../../client/paging/pages';
import { call, type Caller } from '../../../client/service/call';
import type { LibraryId } from '../../../client/service/libraryBinding';

/** A member or department of a library. */
export interface LibraryPerson {
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

/** The direct members of a department, by `subjectKey`. */
async function readMembers(enterprise: Caller, { value }: Subject): Promise<ReadonlySet<string>> {
	const members = await allEntries(enterprise, listDepartmentMembers, { group_id: value, show_child: '0' });
	return new Set(members.map(({ member_id: id }) => subjectKey(memberWith(textOf(id)))));
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
			await once(membersOf, subjectKey(department), async () => await readMembers(enterprise, department)),
		person: (subject) => known.get(subjectKey(subject)),
		roles: new Map(roles.map(({ id, name }) => [numberOf(id) ?? 0, textOf(name)])),
	};
}
