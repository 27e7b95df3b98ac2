import { inParallel } from '../../../client/async/tasks';
import {
	ALL_BITS,
	describeSubject,
	isById,
	keyInFolder,
	NOTHING_SET,
	type Status,
	type Subject,
	subjectKey,
} from '../../../protocol/catalogue/permissionCodes';
import { rowError, cellError } from '../../../protocol/operation/check/inputRow';
import { isMemberOrDepartmentMissing, unlessLeft } from '../../../protocol/wire/errorCodes';
import { defined } from '../../../protocol/wire/json';
import { makePathTree, parentPath, entryPath, toFullpath } from '../../../protocol/wire/paths';
import { type LibraryPeople, naming, onceEach, type Place, type PlaceReader } from './placeReader';
import { hasWish, type PlacedRow, type WantedRow, type WishingRow } from '../plan/tableChange';
import { type MissingSubject, needsParent, type RowFacts, type TableFacts } from '../plan/rowDifference';
import { wantedInheritance, withoutRepeats } from '../plan/readRows';
import { type LibraryError, quoted, rethrown } from '../../../protocol/wire/libraryError';

async function rowFacts(
	reader: PlaceReader,
	row: WishingRow,
	place: Place | undefined,
	{ inherit, isShared }: { readonly inherit: boolean | undefined; readonly isShared: boolean },
): Promise<RowFacts> {
	const { fullpath, subject, wish } = row;
	const codes = await naming(describeSubject(subject, row.name), reader.status(fullpath, subject), row);
	// Whether the list of a folder names somebody; unknown of files, and where it gets entries from above.
	const isListed = place?.isFolder && place.inherit === inherit && isById(subject);
	const isUnnamed = isListed && place.direct?.has(subjectKey(subject)) === false;
	const fromElsewhere = isUnnamed ? ALL_BITS : undefined;
	const known = { codes, isShared, ...defined({ fromElsewhere }) };
	if (inherit === false) return { ...known, parent: NOTHING_SET };
	const isNeeded = inherit !== place?.inherit || wish.kind === 'role' || needsParent(wish.codes, codes);
	// Nobody is told what the root would be without its own permissions.
	if (!isNeeded || inherit === undefined || fullpath === '') return known;
	return { ...known, parent: await reader.status(parentPath(fullpath), subject) };
}

/**
 * What roles grant: what somebody has in the library root who has the role in the library and no permissions of their
 * own there. Nobody says it otherwise; a role that nobody has so is left out.
 */
async function roleCodes(reader: PlaceReader, rows: readonly PlacedRow[]): Promise<ReadonlyMap<number, Status>> {
	const { people, width } = reader;
	const ids = new Set(rows.flatMap(({ wish }) => (wish?.kind === 'role' && wish.id !== undefined ? [wish.id] : [])));
	if (!people || ids.size === 0) return new Map();
	const { direct } = await reader.place('');
	const found = await inParallel([...ids], width, async (id): Promise<Array<[number, Status]>> => {
		const having = people.all.filter(({ roleId, subject }) => roleId === id && !direct?.has(subjectKey(subject)));
		// A department has one role; a member may have more through departments.
		const person = having.find(({ subject }) => subject.type === 'department') ?? having[0];
		return person ? [[id, await reader.status('', person.subject)]] : [];
	});
	return new Map(found.flat());
}

type Owners = ReadonlyMap<string, readonly Subject[]>;

/**
 * Who has permissions of their own, where a folder stops inheriting also those who have them above: the service makes
 * them the folder's own (`keep`).
 */
async function ownersIn(
	reader: PlaceReader,
	places: ReadonlyMap<string, Place>,
	inheritance: ReadonlyMap<string, { readonly inherit: boolean }>,
): Promise<Owners> {
	const owners = await inParallel([...places.values()], reader.width, async (place): Promise<[string, Subject[]]> => {
		const { fullpath, own, inherit } = place;
		if (inherit !== true || inheritance.get(fullpath)?.inherit !== false) return [fullpath, [...own]];
		const theirs = (await reader.above(place)).flatMap((at) => at.own);
		return [fullpath, onceEach([...own, ...theirs])];
	});
	return new Map(owners);
}

/** Who has direct permissions in a folder of the rows, but no row there. Throws LibraryError input. */
function missingIn(rows: readonly PlacedRow[], owners: Owners): Array<Omit<MissingSubject, 'codes'>> {
	const unknown = rows.find(({ subject }) => !isById(subject));
	if (unknown) {
		const hint = 'Use member_id and group_id, by which the service lists direct permissions.';
		throw rowError(unknown, unknown.subject.by, 'cannot be compared for Remove Missing', hint);
	}
	const described = new Set(rows.map(({ fullpath, subject }) => keyInFolder(fullpath, subject)));
	return [...owners].flatMap(([fullpath, own]) =>
		own
			.filter((subject) => !described.has(keyInFolder(fullpath, subject)))
			.map((subject) => ({ fullpath, subject })),
	);
}

/**
 * What a plan needs to know of the rows. Requests: at most three for each folder (with those above for one that stops
 * inheriting), two for each row (the second only where something applies that the row leaves out), one for each role,
 * and one for each subject to be removed: with `removeMissing` those who have direct permissions and no row. Throws
 * what `call` throws, with the row, also for somebody whom the service does not know, unless they are set aside.
 */
export async function readTableFacts(
	reader: PlaceReader,
	rows: readonly PlacedRow[],
	{ removeMissing, setUnknownAside = false }: { readonly removeMissing: boolean; readonly setUnknownAside?: boolean },
): Promise<TableFacts> {
	const { width } = reader;
	const inheritance = wantedInheritance(rows);
	const firstAt = new Map(rows.map((row) => [row.fullpath, row] as const).reverse());
	const found = await inParallel(
		[...firstAt.values()],
		width,
		async (row) => await naming(quoted(entryPath(row.fullpath)), reader.place(row.fullpath), row),
	);
	const places = new Map(found.map((place) => [place.fullpath, place]));
	const owners = await ownersIn(reader, places, inheritance);
	const missing = removeMissing ? missingIn(rows, owners) : [];
	const named = makePathTree((fullpath) => fullpath);
	for (const { fullpath, subject } of rows) if (subject.type === 'department') named.at(fullpath);
	/** Whether members may have got something from departments: those that rows name, or that stay in the folder. */
	const isShared = (fullpath: string): boolean =>
		named.around(fullpath).length > 0 ||
		(!removeMissing && owners.get(fullpath)?.some(({ type }) => type === 'department') === true);
	const unknown = new Map<PlacedRow, LibraryError>();
	const facts = new Map<PlacedRow, RowFacts>();
	await inParallel(rows.filter(hasWish), width, async (row) => {
		const place = places.get(row.fullpath);
		const inherit = inheritance.get(row.fullpath)?.inherit ?? place?.inherit;
		const shared = row.subject.type === 'member' && isShared(row.fullpath);
		try {
			facts.set(row, await rowFacts(reader, row, place, { inherit, isShared: shared }));
		} catch (cause) {
			if (!setUnknownAside || !isMemberOrDepartmentMissing(cause)) throw rethrown(cause);
			unknown.set(row, cause);
		}
	});
	return {
		rows: facts,
		places,
		unknown,
		existing: [...owners.values()].reduce((sum, own) => sum + own.length, 0),
		roles: await roleCodes(reader, rows),
		missing: await inParallel(missing, width, async ({ fullpath, subject }) => ({
			fullpath,
			subject,
			codes: (await reader.status(fullpath, subject).catch(unlessLeft)) ?? NOTHING_SET,
		})),
	};
}

/* Rows whose folder, person and role are known: what only the service can tell. */

/** The row with the ID of its role. Throws LibraryError input for a role that does not exist. */
function withRole(row: WantedRow, people: LibraryPeople | undefined): WantedRow {
	const { wish } = row;
	if (wish?.kind !== 'role') return row;
	const { id, name } = wish;
	if (!people) {
		if (id !== undefined) return row;
		const hint = 'Enter role_id, or use the credential of the enterprise, which knows the names of roles.';
		throw cellError(row, 'role', `${quoted(name ?? '')} cannot be looked up with a library authorization`, hint);
	}
	const roles = [...people.roles];
	const found = roles.filter(([roleId, roleName]) =>
		id === undefined ? roleName.toLowerCase() === name?.toLowerCase() : roleId === id,
	);
	const [role, second] = found;
	const entered = id === undefined ? quoted(name ?? '') : String(id);
	const hint = `The roles are ${roles.map(([roleId, roleName]) => `${roleId} (${roleName})`).join(', ')}.`;
	const label = id === undefined ? 'role' : 'role_id';
	if (!role) throw cellError(row, label, `${entered} is no role of the enterprise`, hint);
	if (second) throw cellError(row, label, `${entered} is the name of several roles`, hint);
	if (id !== undefined && name !== undefined && role[1].toLowerCase() !== name.toLowerCase())
		throw cellError(row, 'role', `role_id ${id} is ${quoted(role[1])}, and not ${quoted(name)}`, hint);
	return { ...row, wish: { kind: 'role', id: role[0], name: role[1] } };
}

/**
 * The rows by the paths of their folders, with the person and the role that they name, each once. Throws LibraryError
 * input for a row that names an unknown role or contradicts another one, and what `call` throws, with the row.
 */
export async function placeRows(reader: PlaceReader, rows: readonly WantedRow[]): Promise<PlacedRow[]> {
	const { people, width } = reader;
	const placed = await inParallel(rows, width, async (row): Promise<PlacedRow> => {
		const { subject, name } = people?.person(row.subject) ?? { subject: row.subject };
		const known = { ...withRole(row, people), subject, name: row.name ?? name };
		const { fullpath, hash = '' } = row;
		return { ...known, fullpath: fullpath ?? toFullpath(await naming(quoted(hash), reader.pathOf(hash), row)) };
	});
	return withoutRepeats(placed);
}
