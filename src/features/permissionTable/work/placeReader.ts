import { libraryFileInfo as getEntry, listFolder } from '../../../protocol/catalogue/libraryFiles';
import { getAllPermissions, getPermission } from '../../../protocol/catalogue/libraryPermission';
import { getDepartment, getMember } from '../../../protocol/catalogue/permission';
import { inheritOf } from '../../../protocol/catalogue/simplify';
import type { PlaceFacts } from '../plan/tableItems';
import {
	departmentWith,
	keyInFolder,
	memberWith,
	type Status,
	statusIn,
	type Subject,
	subjectKey,
} from '../../../protocol/catalogue/permissionCodes';
import { isFolder } from '../../../protocol/tree/entryFilter';
import { LibraryError, reworded } from '../../../protocol/wire/libraryError';
import {
	defined,
	fieldsIn,
	filledText,
	isJsonObject,
	type JsonObject,
	numberOf,
	textOf,
} from '../../../protocol/wire/json';
import { parentPath } from '../../../protocol/wire/paths';
import { once } from '../../../client/async/once';
import { call, type Caller, unlessFailed } from '../../../client/service/call';
import { allEntries } from '../../../client/paging/pages';
import type { LibraryId } from '../../../client/service/libraryBinding';
import { getLibrary } from '../../../protocol/catalogue/enterpriseLibrary';
import { listLibraryDepartments, listLibraryMembers } from '../../../protocol/catalogue/enterpriseLibraryMember';
import { listDepartmentMembers, listRoles } from '../../../protocol/catalogue/enterpriseMember';

/** A file or folder with what is known of it; `own` are the subjects with direct permissions. */
export interface Place extends PlaceFacts {
	readonly isFolder: boolean;
	readonly own: readonly Subject[];
}

const idsIn = (byId: unknown): string[] => (isJsonObject(byId) ? Object.keys(byId) : []);

async function directAt(caller: Caller, fullpath: string): Promise<Subject[]> {
	const answer = fieldsIn(await call(caller, getAllPermissions, { fullpath }));
	return [...idsIn(answer.members).map(memberWith), ...idsIn(answer.groups).map(departmentWith)];
}

async function readPlace(caller: Caller, fullpath: string, entry?: JsonObject): Promise<Place> {
	// The root has no information of its own, and nothing to inherit from.
	const isRoot = fullpath === '';
	const info = isRoot ? {} : (entry ?? fieldsIn(await call(caller, getEntry, { fullpath })));
	const hash = filledText(info.hash);
	const folder = isRoot || isFolder(info);
	let inherit = inheritOf(info);
	if (inherit === undefined && !entry && hash !== undefined) {
		// Its own information does not say it: the list of its parent may.
		const listed = await allEntries(caller, listFolder, { fullpath: parentPath(fullpath), hashs: hash });
		inherit = inheritOf(fieldsIn(listed.find((each) => each.hash === hash)));
	}
	const own = folder ? await directAt(caller, fullpath) : [];
	return { fullpath, hash, inherit, isFolder: folder, own, direct: new Set(own.map(subjectKey)) };
}

/** Each subject once. */
export const onceEach = (subjects: readonly Subject[]): Subject[] => [
	...new Map(subjects.map((subject) => [subjectKey(subject), subject])).values(),
];

/** A failure of the service, with what it is about and the row that asks for it. */
export const naming = async <R>(
	what: string,
	request: Promise<R>,
	{ where = '', item }: { readonly where?: string; readonly item?: number | undefined } = {},
): Promise<R> =>
	await unlessFailed(request, (failure) => {
		throw reworded(failure, `${where}${failure.message}: ${what}`, defined({ item }));
	});

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

/** What `makePlaceReader` makes. */
export type PlaceReader = ReturnType<typeof makePlaceReader>;

/**
 * Reads what a permission table needs, each thing once in a run. Each method sends one request at a time, so whoever
 * has at most `width` of them under way bounds the requests. They throw what `call` throws. `people` are those of the
 * library, with names and roles; undefined for a library authorization, which is not told.
 */
export function makePlaceReader(caller: Caller, width: number, people?: LibraryPeople) {
	const [places, statuses] = [new Map<string, Promise<Place>>(), new Map<string, Promise<Status>>()];
	const paths = new Map<string, Promise<string>>();
	/** What is known of a place; `entry` is one that a list of its parent showed already. */
	const place = async (fullpath: string, entry?: JsonObject): Promise<Place> =>
		await once(places, fullpath, async () => await readPlace(caller, fullpath, entry));
	return {
		people,
		width,
		place,
		pathOf: async (hash: string): Promise<string> =>
			await once(paths, hash, async () => textOf(fieldsIn(await call(caller, getEntry, { hash })).fullpath)),
		/** The folders that a place may inherit from, nearest first. */
		above: async (from: Place): Promise<Place[]> => {
			const found: Place[] = [];
			for (let at = from; at.fullpath !== '' && at.inherit === true;) {
				at = await place(parentPath(at.fullpath));
				found.push(at);
			}
			return found;
		},
		/** What applies for a subject. With `anew` it is asked for again. */
		status: async (fullpath: string, subject: Subject, anew?: boolean): Promise<Status> => {
			const key = keyInFolder(fullpath, subject);
			if (anew) statuses.delete(key);
			return await once(statuses, key, async () => {
				const request = subject.type === 'member' ? getMember : getDepartment;
				return statusIn(fieldsIn(await call(caller, request, { fullpath, [subject.by]: subject.value })));
			});
		},
		membersAt: async (fullpath: string): Promise<Subject[]> =>
			idsIn(fieldsIn(await call(caller, getPermission, { fullpath })).members).map(memberWith),
		directAnew: async (fullpath: string): Promise<readonly Subject[]> => await directAt(caller, fullpath),
	};
}
