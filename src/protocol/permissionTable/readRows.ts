import { parentPath, shownPath } from '../wire/paths';
import {
	deniedIn,
	describeSubject,
	grantedIn,
	isById,
	isSameStatus,
	type Status,
	statusOf,
	type Subject,
	subjectKey,
} from './codes';
import { type AsRead, parseAsRead, type Source } from './tableRow';
import { type InputRow, rowError, rowName } from '../rows/inputRow';
import { quoted } from '../wire/quoted';
import { codesCell, flagCell, idCell, isBlank, pathCell, subjectCell, textCell } from './rowCells';
import type { PlacedRow, WantedRow, Wish } from './tableChange';

/* Where permissions come from. The service does not say it; what it says allows some conclusions, and no others. */

/** What is known of one folder, or of a file, which has no list of direct permissions. */
export interface PlaceFacts {
	readonly fullpath: string;
	readonly hash?: string | undefined;
	/** Whether it inherits from its parent; undefined where the service does not say, as of the root. */
	readonly inherit?: boolean | undefined;
	/** Members and departments that have permissions of their own here, by `subjectKey`. */
	readonly direct?: ReadonlySet<string> | undefined;
}

/** Where permissions seem to come from; to be confirmed by what the subject may do at `from`. */
interface Candidate {
	readonly source: Source;
	readonly from?: string;
}

/** The folders above a path, from its parent up to the root. */
function ancestorsOf(fullpath: string): string[] {
	const found: string[] = [];
	for (let at = fullpath; at !== '';) {
		at = parentPath(at);
		found.push(at);
	}
	return found;
}

/**
 * The folders that something may inherit from, nearest first: up to the first one that does not inherit itself.
 * `placeAt` answers what is known of a folder.
 */
export function inheritedFrom(place: PlaceFacts, placeAt: (fullpath: string) => PlaceFacts | undefined): PlaceFacts[] {
	const found: PlaceFacts[] = [];
	let at: PlaceFacts | undefined = place;
	for (const fullpath of ancestorsOf(place.fullpath)) {
		if (at?.inherit !== true) break;
		at = placeAt(fullpath);
		if (at) found.push(at);
	}
	return found;
}

/**
 * Where the permissions of a subject seem to come from: the place itself, when its own list names the subject, else the
 * nearest folder above that it inherits from and that does, else the library, where the subject has a role and
 * everything up to the root inherits. Somebody who is not named by ID cannot be found in these lists.
 */
export function candidateFor(
	place: PlaceFacts,
	above: readonly PlaceFacts[],
	subject: Subject,
	hasRole: boolean,
): Candidate {
	if (!isById(subject)) return { source: 'unknown' };
	const names = ({ direct }: PlaceFacts): boolean => direct?.has(subjectKey(subject)) === true;
	if (names(place)) return { source: 'direct', from: place.fullpath };
	const nearest = above.find(names);
	if (nearest) return { source: 'inherited', from: nearest.fullpath };
	const reachesRoot = place.fullpath === '' || above.some(({ fullpath }) => fullpath === '');
	return hasRole && reachesRoot ? { source: 'library_role', from: '' } : { source: 'unknown' };
}

/**
 * The source that can be claimed: what is direct is so by the service's own list; anything else only when the subject
 * may do exactly the same where it is said to come from.
 */
export function sourceOf(candidate: Candidate, here: Status, there: Status | undefined): Candidate {
	if (candidate.source === 'direct' || candidate.source === 'unknown') return candidate;
	if (!there || !isSameStatus(here, there)) return { source: 'unknown' };
	return candidate.source === 'library_role' ? { source: 'library_role' } : candidate;
}

/* Reads and checks the rows before anything is sent: each by itself, and what they say together. */

/** The role that a row names; undefined where it names none. */
function roleCells(row: InputRow): { id?: number | undefined; name?: string | undefined } | undefined {
	const [id, name] = [idCell(row, 'role_id'), textCell(row, 'role')];
	return id === undefined && name === undefined ? undefined : { id, name };
}

type Role = ReturnType<typeof roleCells>;

/** The role that was entered over the one that was read; undefined where it is the same, or was only cleared. */
function editedRole(role: Role, { roleId, role: readName }: AsRead): Role {
	if (!role) return undefined;
	if (role.id !== undefined && role.id !== roleId)
		return role.name !== undefined && role.name !== readName ? role : { id: role.id };
	return role.name !== undefined && role.name !== readName ? { name: role.name } : undefined;
}

const ONE_OF_BOTH = 'Edit either the role or the permissions of a row: a role brings its own permissions.';

/** What a row asks for, and whether that is not what Get Table read. Throws LibraryError input. */
function wishOf(row: InputRow, codes: Status | undefined, asRead: AsRead | undefined): [Wish | undefined, boolean] {
	const role = roleCells(row);
	if (asRead) {
		const given = editedRole(role, asRead);
		const isSame = codes === undefined || isSameStatus(codes, statusOf(asRead.granted, asRead.denied));
		if (given && !isSame) throw rowError(row, 'role', 'was edited together with permissions', ONE_OF_BOTH);
		if (given) return [{ kind: 'role', ...given }, true];
		return [codes && { kind: 'codes', codes }, !isSame];
	}
	// The column `source` shows that the role is the one in the library, which describes and asks for nothing.
	if (role && codes && isBlank(row, 'source'))
		throw rowError(row, 'role', 'cannot be combined with permissions', ONE_OF_BOTH);
	if (codes) return [{ kind: 'codes', codes }, true];
	return [role && { kind: 'role', ...role }, true];
}

/** One row of the table. Throws LibraryError input with the row and the column. */
function readRow(row: InputRow): WantedRow {
	const [fullpath, hash] = [pathCell(row), textCell(row, 'hash')];
	if (fullpath === undefined && hash === undefined)
		throw rowError(row, 'fullpath', 'is required', 'Enter the path of the folder; "/" is the library root.');
	const subject = subjectCell(row);
	const asRead = parseAsRead(textCell(row, 'as_read') ?? '');
	const [codes, inherit] = [codesCell(row), flagCell(row, 'inherit')];
	const [wish, isEdited] = wishOf(row, codes, asRead);
	if (wish === undefined && inherit === undefined)
		throw rowError(row, 'granted', 'is required', 'Enter granted, denied, or role_id.');
	const { item, where } = row;
	return {
		...{ item, where, fullpath, hash, subject, wish, inherit, isEdited: wish !== undefined && isEdited },
		name: textCell(row, 'name'),
		inheritIsEdited: inherit !== undefined && inherit !== asRead?.inherit,
	};
}

/** The rows of the input. Throws LibraryError input for the first one that cannot be read. */
export const readRows = (rows: readonly InputRow[]): WantedRow[] => rows.map(readRow);

/** What a wish says, for comparing two rows. */
const textOfWish = (wish: Wish | undefined): string =>
	wish === undefined
		? ''
		: wish.kind === 'role'
			? `role ${wish.id ?? ''} ${wish.name ?? ''}`
			: `granted ${grantedIn(wish.codes).join()} denied ${deniedIn(wish.codes).join()}`;

/**
 * The rows without those that repeat an earlier one. Throws LibraryError input for two rows that want something else
 * for the same member or department in the same folder, or that disagree whether a folder inherits.
 */
export function withoutRepeats(rows: readonly PlacedRow[]): PlacedRow[] {
	const byPlace = new Map<string, PlacedRow>();
	for (const row of rows) {
		const key = `${subjectKey(row.subject)} ${row.fullpath}`;
		const first = byPlace.get(key);
		if (!first?.wish) byPlace.set(key, row);
		else if (row.wish && textOfWish(first.wish) !== textOfWish(row.wish)) {
			const what = `${describeSubject(row.subject)} in ${quoted(shownPath(row.fullpath))}`;
			const hint = 'Leave one row for each folder and member or department.';
			throw rowError(row, 'granted', `${what} is in two rows that differ, first in ${rowName(first)}`, hint);
		}
	}
	return [...byPlace.values()];
}

/**
 * Whether each folder is to inherit, by its path; folders of which no row says it are absent. What was edited counts
 * before what Get Table read. Throws LibraryError input for rows of a folder that disagree.
 */
export function wantedInheritance(rows: readonly PlacedRow[]): ReadonlyMap<string, PlacedRow & { inherit: boolean }> {
	const found = new Map<string, PlacedRow & { inherit: boolean }>();
	for (const row of rows) {
		const { fullpath, inherit, inheritIsEdited } = row;
		if (inherit === undefined) continue;
		const first = found.get(fullpath);
		if (first && first.inherit !== inherit && first.inheritIsEdited === inheritIsEdited)
			throw rowError(
				row,
				'inherit',
				`${quoted(shownPath(fullpath))} is said to inherit and not to, first in ${rowName(first)}`,
			);
		if (!first || (inheritIsEdited && !first.inheritIsEdited)) found.set(fullpath, { ...row, inherit });
	}
	return found;
}
