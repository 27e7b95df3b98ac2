import { shown } from '../../../protocol/operation/check/text';
import { checkedIn, type InputRow, rowError, trimmedIn, yesOrNo } from '../../../protocol/rows/inputRow';
import { numberOf } from '../../../protocol/wire/json';
import { emptyPieceError } from '../../../protocol/wire/madePath';
import { checkPath } from '../../../protocol/wire/paths';
import { quoted } from '../../../protocol/wire/quoted';
import {
	ALL_CODES,
	bitsOf,
	codeNamed,
	type PermissionCode,
	type Status,
	statusIn,
	type Subject,
	type SubjectColumn,
} from '../../../protocol/catalogue/permissionCodes';

/*
 * Cells of a row, as items and spreadsheets have them: lists or texts, numbers or digits, a list that n8n's conversion
 * to a file has spread over `granted.0`, `granted.1`, …
 */

/** Whether a cell says nothing: it is missing, null or blank. */
export function isBlank({ json }: InputRow, name: string): boolean {
	const value = json[name] ?? '';
	return typeof value === 'string' && value.trim() === '';
}

/** A cell as text without blanks around it; undefined where it says nothing. Throws LibraryError input. */
export const textCell = (row: InputRow, name: string): string | undefined =>
	isBlank(row, name) ? undefined : trimmedIn(row, { label: name, names: [name] });

/** The full path in a row; undefined where there is none. Blanks are part of names. Throws LibraryError input. */
export function pathCell(row: InputRow): string | undefined {
	if (isBlank(row, 'fullpath')) return undefined;
	const { fullpath } = row.json;
	if (typeof fullpath !== 'string') throw rowError(row, 'fullpath', `must be text, but is ${shown(fullpath)}`);
	return checkedIn(row, 'fullpath', (label) => {
		const refused = emptyPieceError(label, fullpath, { origin: row.origin ?? 'typed' });
		if (refused) throw refused;
		return checkPath(label, fullpath);
	});
}

/** A whole number above 0; undefined where the cell says nothing or 0. Throws LibraryError input. */
export function idCell(row: InputRow, name: string): number | undefined {
	const text = textCell(row, name);
	const number = numberOf(text);
	if (text === undefined || number === 0) return undefined;
	if (number !== undefined && Number.isSafeInteger(number) && number > 0) return number;
	throw rowError(row, name, `${quoted(text)} is not an ID`, 'IDs are whole numbers.');
}

/** The ID of a member or department, as text: one with more digits than a number repeats is right only as it is. */
function subjectId(row: InputRow, name: string): string | undefined {
	const text = textCell(row, name);
	return text !== undefined && /^[1-9]\d{15,39}$/.test(text) ? text : idCell(row, name)?.toString();
}

/** Yes or no, as people and spreadsheets write it; undefined where the cell says nothing. Throws LibraryError input. */
export function flagCell(row: InputRow, name: string): boolean | undefined {
	const text = textCell(row, name);
	if (text === undefined) return undefined;
	const flag = yesOrNo(text);
	if (flag !== undefined) return flag;
	throw rowError(row, name, `${quoted(text)} is neither yes nor no`);
}

/** The values of a cell that contains several: a list, JSON text of one, or text with separators. */
function valuesIn(row: InputRow, name: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') throw rowError(row, name, `must be a list of permissions, but is ${shown(value)}`);
	if (!value.trim().startsWith('[')) return value.split(/[,;|\n]/);
	try {
		const list: unknown = JSON.parse(value);
		if (Array.isArray(list)) return list;
	} catch {
		// Not JSON: said below.
	}
	throw rowError(row, name, `${quoted(value)} is not a list of permissions`, 'Enter codes, e.g. ls, pv, dl.');
}

/** The codes that one value names: one by its code or its title, or several codes with blanks between. */
function codesNamed(row: InputRow, name: string, value: unknown): PermissionCode[] {
	if (typeof value !== 'string') throw rowError(row, name, `${shown(value)} is not a permission`);
	const one = codeNamed(value);
	if (one) return [one];
	return value
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => {
			const code = codeNamed(word);
			if (code) return code;
			const hint = `The permissions are ${ALL_CODES.join(', ')}.`;
			throw rowError(row, name, `${quoted(value.trim())} is not a permission`, hint);
		});
}

/** The values of `granted.0`, `granted.1`, …; undefined where the row has none of these columns. */
function spread({ json }: InputRow, name: string): unknown[] | undefined {
	const columns = Object.keys(json).filter((key) => new RegExp(`^${name}\\.\\d+$`).test(key));
	if (columns.length === 0) return undefined;
	return columns.map((key) => json[key]).filter((value) => value !== '' && value !== null);
}

/** The codes in a column; undefined where the row does not have it. Throws LibraryError input for an unknown code. */
function listCell(row: InputRow, name: 'granted' | 'denied'): PermissionCode[] | undefined {
	const value = Object.hasOwn(row.json, name) ? (row.json[name] ?? undefined) : undefined;
	const values = value === undefined ? spread(row, name) : valuesIn(row, name, value);
	return values && [...new Set(values.flatMap((each) => codesNamed(row, name, each)))];
}

/** Permissions in columns of their own, named after the codes; undefined where none of them says anything. */
function codeColumns(row: InputRow): Status | undefined {
	const columns = ALL_CODES.flatMap((code): Array<[PermissionCode, number]> => {
		const text = textCell(row, code)?.toLowerCase();
		if (text === undefined) return [];
		const flag = yesOrNo(text.replace(/^\+/, ''));
		if (text === '-1' || flag !== undefined) return [[code, text === '-1' ? -1 : Number(flag)]];
		const hint = 'Enter 1 to grant, -1 to deny and 0 for no setting.';
		throw rowError(row, code, `${quoted(text)} is not a state of a permission`, hint);
	});
	if (columns.length === 0) return undefined;
	return statusIn(Object.fromEntries(columns));
}

/**
 * The permissions that a row says: in `granted` and `denied`, or in columns named after the codes. Undefined where it
 * says nothing of them. Throws LibraryError input for an unknown code, and for one that is granted and denied.
 */
export function codesCell(row: InputRow): Status | undefined {
	const [granted, denied] = [listCell(row, 'granted'), listCell(row, 'denied')];
	if (granted === undefined && denied === undefined) return codeColumns(row);
	const both = granted?.find((code) => denied?.includes(code));
	if (both !== undefined)
		throw rowError(row, 'granted', `"${both}" is also denied`, 'Leave it in one of the columns.');
	return { granted: bitsOf(granted ?? []), denied: bitsOf(denied ?? []) };
}

const COLUMNS: ReadonlyArray<readonly [Subject['type'], readonly SubjectColumn[]]> = [
	['member', ['member_id', 'account', 'out_id']],
	['department', ['group_id', 'group_out_id']],
];

/** The type that a row says; undefined where it says nothing. Throws LibraryError input. */
function typeCell(row: InputRow): Subject['type'] | undefined {
	const type = textCell(row, 'type')?.toLowerCase();
	if (type === undefined || type === 'member' || type === 'department') return type;
	if (type === 'group') return 'department';
	throw rowError(row, 'type', `${quoted(type)} is neither member nor department`);
}

/** The first column that names somebody of a type. */
function subjectOfType(row: InputRow, type: Subject['type'], columns: readonly SubjectColumn[]): Subject | undefined {
	for (const by of columns) {
		const isId = by === 'member_id' || by === 'group_id';
		const value = isId ? subjectId(row, by) : textCell(row, by);
		if (value !== undefined) return { type, by, value };
	}
	return undefined;
}

/** Whom a row is about. Throws LibraryError input for a row that names nobody, or a member and a department. */
export function subjectCell(row: InputRow): Subject {
	const type = typeCell(row);
	const found = COLUMNS.filter(([kind]) => type === undefined || kind === type).flatMap(
		([kind, columns]) => subjectOfType(row, kind, columns) ?? [],
	);
	const [first, second] = found;
	const hint = 'Enter member_id, account or out_id of a member, or group_id or group_out_id of a department.';
	if (second)
		throw rowError(
			row,
			'type',
			'is required, because the row names a member and a department',
			'Enter member or department, or empty the columns of the other one.',
		);
	if (first) return first;
	const column = type === 'department' ? 'group_id' : 'member_id';
	throw rowError(row, column, 'is required: the row names nobody', hint);
}
