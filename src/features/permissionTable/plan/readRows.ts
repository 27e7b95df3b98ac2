import { inSteps, mapInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { shownPath } from '../../../protocol/wire/paths';
import {
	ALL_BITS,
	describeSubject,
	keyInFolder,
	type Status,
	unlike,
} from '../../../protocol/catalogue/permissionCodes';
import { type AsRead, parseAsRead } from './tableRow';
import { type InputRow, rowError, rowName } from '../../../protocol/rows/inputRow';
import { quoted } from '../../../protocol/wire/quoted';
import { codesCell, flagCell, idCell, isBlank, pathCell, subjectCell, textCell } from './rowCells';
import type { PlacedRow, WantedRow, Wish } from './tableChange';

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
		const isSame = codes === undefined || unlike(codes, asRead.status) === 0;
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
export function readRow(row: InputRow): WantedRow {
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
		...(asRead ? { notDeniedAsRead: ALL_BITS & ~asRead.status.denied } : {}),
	};
}

/**
 * The rows of the input. Throws LibraryError input for the first one that cannot be read. May be interrupted
 * (`inTurns`).
 */
export const readRows = (rows: readonly InputRow[]): Steps<WantedRow[]> => mapInSteps(rows, readRow);

/** What a wish says, for comparing two rows. */
const textOfWish = (wish: Wish | undefined): string =>
	wish === undefined
		? ''
		: wish.kind === 'role'
			? `role ${wish.id ?? ''} ${wish.name ?? ''}`
			: `codes ${wish.codes.granted} ${wish.codes.denied}`;

/**
 * The rows without those that repeat an earlier one. Throws LibraryError input for two rows that want something else
 * for the same member or department in the same folder. May be interrupted (`inTurns`).
 */
export function* withoutRepeats(rows: readonly PlacedRow[]): Steps<PlacedRow[]> {
	const byPlace = new Map<string, PlacedRow>();
	yield* inSteps(rows, (row) => {
		const key = keyInFolder(row.fullpath, row.subject);
		const first = byPlace.get(key);
		if (!first?.wish) byPlace.set(key, row);
		else if (row.wish && textOfWish(first.wish) === textOfWish(row.wish)) {
			if (row.isEdited) byPlace.set(key, { ...first, isEdited: true });
		} else if (row.wish) {
			const what = `${describeSubject(row.subject)} in ${quoted(shownPath(row.fullpath))}`;
			const hint = 'Leave one row for each folder and member or department.';
			throw rowError(row, 'granted', `${what} is in two rows that differ, first in ${rowName(first)}`, hint);
		}
	});
	return [...byPlace.values()];
}

/**
 * Whether each folder is to inherit, by its path, where that was edited. Throws LibraryError input for edited rows of a
 * folder that disagree.
 */
export function wantedInheritance(rows: readonly PlacedRow[]): ReadonlyMap<string, PlacedRow & { inherit: boolean }> {
	const found = new Map<string, PlacedRow & { inherit: boolean }>();
	for (const row of rows) {
		const { fullpath, inherit, inheritIsEdited } = row;
		if (inherit === undefined || !inheritIsEdited) continue;
		const first = found.get(fullpath);
		if (first && first.inherit !== inherit)
			throw rowError(
				row,
				'inherit',
				`${quoted(shownPath(fullpath))} is said to inherit and not to, first in ${rowName(first)}`,
			);
		if (!first) found.set(fullpath, { ...row, inherit });
	}
	return found;
}
