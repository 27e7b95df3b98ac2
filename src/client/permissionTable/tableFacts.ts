import { wantedInheritance } from '../../protocol/permissionTable/readRows';
import { needsParent, type RowFacts } from '../../protocol/permissionTable/rowDifference';
import type { Status } from '../../protocol/permissionTable/status';
import { describeSubject, isById, subjectKey } from '../../protocol/permissionTable/subject';
import type { MissingSubject, TableFacts } from '../../protocol/permissionTable/tableFacts';
import type { PlacedRow } from '../../protocol/permissionTable/wantedRow';
import { rowError } from '../../protocol/rows/inputRow';
import { isWithinPath, parentPath, shownPath } from '../../protocol/wire/paths';
import { quoted } from '../../protocol/wire/quoted';
import { inParallel } from '../async/parallel';
import type { LibraryPeople } from './libraryPeople';
import { naming, type Place, type PlaceReader } from './placeReader';

/** How facts are read. */
interface FactsRequest {
	readonly width: number;
	/** Whether direct permissions of who is in no row are to be removed. */
	readonly removeMissing: boolean;
}

/** The places of the rows. */
async function placesOf(reader: PlaceReader, rows: readonly PlacedRow[], width: number): Promise<Map<string, Place>> {
	const first = new Map(rows.map((row) => [row.fullpath, row]).reverse() as Array<[string, PlacedRow]>);
	const places = await inParallel(
		[...first.values()],
		width,
		async (row) => await naming(quoted(shownPath(row.fullpath)), reader.place(row.fullpath), row),
	);
	return new Map(places.map((place) => [place.fullpath, place]));
}

/** What is known of the subject of one row. */
async function rowFacts(
	reader: PlaceReader,
	row: PlacedRow,
	place: Place | undefined,
	{ inherit, isShared }: { readonly inherit: boolean | undefined; readonly isShared: boolean },
): Promise<RowFacts> {
	const { fullpath, subject, wish } = row;
	const codes = await naming(describeSubject(subject, row.name), reader.status(fullpath, subject), row);
	if (inherit === false) return { codes, parent: {}, isShared };
	const isNeeded =
		inherit !== place?.inherit || wish?.kind === 'role' || (wish !== undefined && needsParent(wish.codes, codes));
	// Nobody is told what the root would be without its own permissions.
	if (!isNeeded || inherit === undefined || fullpath === '') return { codes, isShared };
	return { codes, parent: await reader.status(parentPath(fullpath), subject), isShared };
}

/**
 * What roles grant: what somebody has in the library root who has the role in the library and no permissions of their
 * own there. Nobody says it otherwise; a role that nobody has so is left out.
 */
async function roleCodes(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	rows: readonly PlacedRow[],
	width: number,
): Promise<ReadonlyMap<number, Status>> {
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

/** Who has direct permissions in a folder of the rows, but no row there. Throws LibraryError input. */
async function missingIn(
	reader: PlaceReader,
	rows: readonly PlacedRow[],
	places: ReadonlyMap<string, Place>,
	width: number,
): Promise<MissingSubject[]> {
	const unknown = rows.find(({ subject }) => !isById(subject));
	if (unknown) {
		const hint = 'Use member_id and group_id, by which the service lists direct permissions.';
		throw rowError(unknown, unknown.subject.by, 'cannot be compared for Remove Missing', hint);
	}
	const described = new Set(rows.map(({ fullpath, subject }) => `${subjectKey(subject)} ${fullpath}`));
	const missing = [...places.values()].flatMap(({ fullpath, own }) =>
		own
			.filter((subject) => !described.has(`${subjectKey(subject)} ${fullpath}`))
			.map((subject) => ({ fullpath, subject })),
	);
	return await inParallel(missing, width, async ({ fullpath, subject }) => ({
		fullpath,
		subject,
		codes: await reader.status(fullpath, subject),
	}));
}

/**
 * What a plan needs to know of the rows. Requests: at most three for each folder, two for each row (the second only
 * where something applies that the row leaves out), one for each role, and one for each subject to be removed. Throws
 * what `call` throws, with the row.
 */
export async function readTableFacts(
	reader: PlaceReader,
	people: LibraryPeople | undefined,
	rows: readonly PlacedRow[],
	{ width, removeMissing }: FactsRequest,
): Promise<TableFacts> {
	const inheritance = wantedInheritance(rows);
	const places = await placesOf(reader, rows, width);
	const departments = rows.filter(({ subject }) => subject.type === 'department');
	const wanting = rows.filter(({ wish }) => wish !== undefined);
	const facts = await inParallel(wanting, width, async (row): Promise<[PlacedRow, RowFacts]> => {
		const place = places.get(row.fullpath);
		const isShared =
			row.subject.type === 'member' &&
			(place?.own.some(({ type }) => type === 'department') === true ||
				departments.some(({ fullpath }) => isWithinPath(row.fullpath, fullpath)));
		const inherit = inheritance.get(row.fullpath)?.inherit ?? place?.inherit;
		return [row, await rowFacts(reader, row, place, { inherit, isShared })];
	});
	return {
		rows: new Map(facts),
		places,
		roles: await roleCodes(reader, people, rows, width),
		missing: removeMissing ? await missingIn(reader, rows, places, width) : [],
	};
}
