import {
	ALL_BITS,
	ALL_CODES,
	bitsOf,
	codeNamed,
	describeSubject,
	keyInFolder,
	type PermissionCode,
	type Status,
	statusIn,
	type Subject,
	unlike,
} from '../../../protocol/catalogue/permissionCodes';
import {
	checkedIn,
	flagIn,
	type InputRow,
	rowError,
	cellError,
	rowName,
	trimmedIn,
	yesOrNo,
} from '../../../protocol/operation/check/inputRow';
import { shown } from '../../../protocol/operation/check/text';
import { jsonIn, numberOf } from '../../../protocol/wire/json';
import { quoted } from '../../../protocol/wire/libraryError';
import { checkPath, emptyPieceError, entryPath } from '../../../protocol/wire/paths';
import type { PlacedRow, WantedRow, Wish } from './tableChange';
import { type AsRead, parseAsRead } from './tableItems';

/*
 * Cells of a row, as items and spreadsheets have them: lists or texts, numbers or digits, a list that n8n's conversion
 * to a file has spread over `granted.0`, `granted.1`, … They are undefined where the cell says nothing, and throw
 * LibraryError input for what cannot be read.
 */

function isBlank({ json }: InputRow, name: string): boolean {
	const value = json[name] ?? '';
	return typeof value === 'string' && value.trim() === '';
}

const textCell = (row: InputRow, name: string): string | undefined =>
	isBlank(row, name) ? undefined : trimmedIn(row, { label: name, names: [name] });

/** The full path in a row. Blanks are part of names. */
function pathCell(row: InputRow): string | undefined {
	if (isBlank(row, 'fullpath')) return undefined;
	const { fullpath } = row.json;
	if (typeof fullpath !== 'string') throw rowError(row, 'fullpath', `must be text, but is ${shown(fullpath)}`);
	return checkedIn(row, 'fullpath', (label) => {
		const refused = emptyPieceError(label, fullpath, { origin: row.origin ?? 'typed' });
		if (refused) throw refused;
		return checkPath(label, fullpath);
	});
}

/** A whole number above 0; 0 says nothing. */
function idCell(row: InputRow, name: string): number | undefined {
	const text = textCell(row, name);
	const number = numberOf(text);
	if (text === undefined || number === 0) return undefined;
	if (number !== undefined && Number.isSafeInteger(number) && number > 0) return number;
	throw cellError(row, name, `${quoted(text)} is not an ID`, 'IDs are whole numbers.');
}

/** The values of a cell that contains several: a list, JSON text of one, or text with separators. */
function valuesIn(row: InputRow, name: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') throw rowError(row, name, `must be a list of permissions, but is ${shown(value)}`);
	if (!value.trim().startsWith('[')) return value.split(/[,;|\n]/);
	const list = jsonIn(value);
	if (Array.isArray(list)) return list;
	throw cellError(row, name, `${quoted(value)} is not a list of permissions`, 'Enter codes, e.g. ls, pv, dl.');
}

const KEEP = 'keep member_id or group_id from Get Table';
const PERMISSION_HINT = 'Enter names or codes as Get Table has them, e.g. Download or Open File, or dl.';
/** The codes that one value names: one by its code or its title, or several codes with blanks between. */
function codesNamed(row: InputRow, name: string, value: unknown): PermissionCode[] {
	if (typeof value !== 'string') throw cellError(row, name, `${shown(value)} is not a permission`);
	const one = codeNamed(value);
	if (one) return [one];
	const words = value.split(/\s+/).filter(Boolean);
	return words.map((word) => {
		const code = codeNamed(word);
		if (code) return code;
		throw cellError(row, name, `${quoted(value.trim())} is not a permission`, PERMISSION_HINT);
	});
}

/** The codes in a column; undefined where the row does not have it. */
function listCell(row: InputRow, name: 'granted' | 'denied'): PermissionCode[] | undefined {
	const { json } = row;
	const value = Object.hasOwn(json, name) ? (json[name] ?? undefined) : undefined;
	const columns = Object.keys(json).filter((key) => new RegExp(`^${name}\\.\\d+$`).test(key));
	if (value === undefined && columns.length === 0) return undefined;
	const filled = columns.map((key) => json[key]).filter((each) => each !== '' && each !== null);
	const values = value === undefined ? filled : valuesIn(row, name, value);
	return [...new Set(values.flatMap((each) => codesNamed(row, name, each)))];
}

/** Permissions in columns of their own, named after the codes. */
function codeColumns(row: InputRow): Status | undefined {
	const states: Partial<Record<PermissionCode, number>> = {};
	for (const code of ALL_CODES) {
		const text = textCell(row, code)?.toLowerCase();
		if (text === undefined) continue;
		const flag = yesOrNo(text.replace(/^\+/, ''));
		const hint = 'Enter 1 to grant, -1 to deny and 0 for no setting.';
		if (text !== '-1' && flag === undefined)
			throw cellError(row, code, `${quoted(text)} is not a state of a permission`, hint);
		states[code] = text === '-1' ? -1 : Number(flag);
	}
	return Object.keys(states).length === 0 ? undefined : statusIn(states);
}

/** What `granted` and `denied`, or columns named after the codes, say. */
function codesCell(row: InputRow): Status | undefined {
	const [granted, denied] = [listCell(row, 'granted'), listCell(row, 'denied')];
	if (granted === undefined && denied === undefined) return codeColumns(row);
	const both = granted?.find((code) => denied?.includes(code));
	if (both !== undefined)
		throw cellError(row, 'granted', `"${both}" is also denied`, 'Leave it in one of the columns.');
	return { granted: bitsOf(granted ?? []), denied: bitsOf(denied ?? []) };
}

const COLUMNS = { member: ['member_id', 'account', 'out_id'], department: ['group_id', 'group_out_id'] } as const;
const TYPES = ['member', 'department'] as const;

function typeCell(row: InputRow): Subject['type'] | undefined {
	const type = textCell(row, 'type')?.toLowerCase();
	if (type === undefined || type === 'member' || type === 'department') return type;
	if (type === 'group') return 'department';
	throw cellError(row, 'type', `${quoted(type)} is neither member nor department`);
}

/** Whom the first column that names somebody of a type names. */
function subjectOfType(row: InputRow, type: Subject['type']): Subject | undefined {
	for (const by of COLUMNS[type]) {
		const text = textCell(row, by);
		// An ID with more digits than a number repeats is right only as it is.
		const isId = (by === 'member_id' || by === 'group_id') && !/^[1-9]\d{15,39}$/.test(text ?? '');
		const value = isId ? idCell(row, by)?.toString() : text;
		if (value !== undefined) return { type, by, value };
	}
	return undefined;
}

function subjectCell(row: InputRow): Subject {
	const type = typeCell(row);
	const found = (type ? [type] : TYPES).flatMap((each) => subjectOfType(row, each) ?? []);
	const [first, second] = found;
	const hint = 'Enter member_id, account or out_id of a member, or group_id or group_out_id of a department.';
	const which = 'Enter member or department, or empty the columns of the other one.';
	if (second) throw rowError(row, 'type', 'is required, because the row names a member and a department', which);
	if (first) return first;
	if (textCell(row, 'name')) throw cellError(row, 'name', `a name alone is not unique; ${KEEP}`);
	throw rowError(row, type === 'department' ? 'group_id' : 'member_id', 'is required: the row names nobody', hint);
}

/* Reads and checks the rows before anything is sent: each by itself, and what they say together. */

const roleOf = (id: number | undefined, name: string | undefined): Wish | undefined =>
	id === undefined && name === undefined ? undefined : { kind: 'role', id, name };

const ONE_OF_BOTH = 'Edit either the role or the permissions of a row: a role brings its own permissions.';

/** What a row asks for, and whether that is not what Get Table read. Throws LibraryError input. */
function wishOf(row: InputRow, codes: Status | undefined, asRead: AsRead | undefined): [Wish | undefined, boolean] {
	const [id, name] = [idCell(row, 'role_id'), textCell(row, 'role')];
	const asked: Wish | undefined = codes && { kind: 'codes', codes };
	if (asRead) {
		// A role that was only cleared, or is as it was read, asks for nothing.
		const role = roleOf(id === asRead.roleId ? undefined : id, name === asRead.role ? undefined : name);
		const isSame = codes === undefined || unlike(codes, asRead.status) === 0;
		if (role && !isSame) throw rowError(row, 'role', 'was edited together with permissions', ONE_OF_BOTH);
		return role ? [role, true] : [asked, !isSame];
	}
	const role = roleOf(id, name);
	// The column `source` shows that the role is the one in the library, which describes and asks for nothing.
	if (role && asked && isBlank(row, 'source'))
		throw rowError(row, 'role', 'cannot be combined with permissions', ONE_OF_BOTH);
	return [asked ?? role, true];
}

/** One row of the table. Throws LibraryError input with the row and the column. */
export function readRow(row: InputRow): WantedRow {
	const [fullpath, hash] = [pathCell(row), textCell(row, 'hash')];
	if (fullpath === undefined && hash === undefined)
		throw rowError(row, 'fullpath', 'is required', 'Enter the path of the folder; "/" is the library root.');
	const subject = subjectCell(row);
	const asRead = parseAsRead(textCell(row, 'as_read') ?? '');
	const [codes, inherit] = [codesCell(row), flagIn(row, { label: 'inherit', names: ['inherit'] })];
	const [wish, isEdited] = wishOf(row, codes, asRead);
	if (wish === undefined && inherit === undefined)
		throw rowError(row, 'granted', 'is required', 'Enter granted, denied, or role_id.');
	return {
		item: row.item,
		where: row.where,
		fullpath,
		hash,
		subject,
		wish,
		inherit: inherit === asRead?.inherit ? undefined : inherit,
		isEdited: wish !== undefined && isEdited,
		name: textCell(row, 'name'),
		...(asRead ? { notDeniedAsRead: ALL_BITS & ~asRead.status.denied } : {}),
	};
}

const textOfWish = (wish: Wish): string =>
	wish.kind === 'role'
		? `role ${wish.id ?? ''} ${wish.name ?? ''}`
		: `codes ${wish.codes.granted} ${wish.codes.denied}`;

/**
 * The rows without those that repeat an earlier one. Throws LibraryError input for two rows that want something else
 * for the same member or department in the same folder.
 */
export function withoutRepeats(rows: readonly PlacedRow[]): PlacedRow[] {
	const byPlace = new Map<string, PlacedRow>();
	for (const row of rows) {
		const key = keyInFolder(row.fullpath, row.subject);
		const first = byPlace.get(key);
		if (!first?.wish) byPlace.set(key, row);
		else if (row.wish && textOfWish(first.wish) === textOfWish(row.wish)) {
			if (row.isEdited) byPlace.set(key, { ...first, isEdited: true });
		} else if (row.wish) {
			const what = `${describeSubject(row.subject)} in ${quoted(entryPath(row.fullpath))}`;
			const hint = 'Leave one row for each folder and member or department.';
			throw cellError(row, 'granted', `${what} is in two rows that differ, first in ${rowName(first)}`, hint);
		}
	}
	return [...byPlace.values()];
}

/** Whether each folder inherits, where that was edited. Edited rows that disagree throw LibraryError input. */
export function wantedInheritance(rows: readonly PlacedRow[]): ReadonlyMap<string, PlacedRow & { inherit: boolean }> {
	const found = new Map<string, PlacedRow & { inherit: boolean }>();
	for (const row of rows) {
		const { fullpath, inherit } = row;
		if (inherit === undefined) continue;
		const first = found.get(fullpath);
		if (first && first.inherit !== inherit)
			throw cellError(
				row,
				'inherit',
				`${quoted(entryPath(fullpath))} is said to inherit and not to, first in ${rowName(first)}`,
			);
		if (!first) found.set(fullpath, { ...row, inherit });
	}
	return found;
}
