import { defined, type JsonObject, textOf } from '../../wire/json';
import { isLibraryError, LibraryError, quoted, rethrown, reworded } from '../../wire/libraryError';
import type { Origin } from '../../wire/paths';
import { textProblem } from './text';

/* A row of the input, and errors about it. */

/** Where a row comes from. */
export interface RowOrigin {
	/** Input item, from 0. */
	readonly item: number;
	/** Begins errors where the item does not identify the row, e.g. `Directory, row 3, `; '' elsewhere. */
	readonly where: string;
}

/** One row as it was handed in. */
export interface InputRow extends RowOrigin {
	readonly json: Readonly<JsonObject>;
	/** How its values came to be; typed when absent. */
	readonly origin?: Origin;
}

/** How a row is called beside another one: `item 3`, or `Directory, row 3`. */
export const rowName = ({ where, item }: RowOrigin): string => (where === '' ? `item ${item}` : where.slice(0, -2));

/** As `inputError`, of a field in one row: names the row, too. Thrown before anything is changed. */
export const rowError = ({ where, item }: RowOrigin, label: string, predicate: string, hint?: string): LibraryError =>
	new LibraryError('input', `${where}${label} ${predicate}`, defined({ field: label, item, hint }));

/** As `valueError`, of a field in one row. */
export const cellError = ({ where, item }: RowOrigin, label: string, sentence: string, hint?: string): LibraryError =>
	new LibraryError('input', `${where}${label}: ${sentence}`, defined({ field: label, item, hint }));

/** What a check of form fields makes of a cell. Throws its error as one of the row, with `hint` in place of its own. */
export function checkedIn<T>(row: RowOrigin, label: string, check: (label: string) => T, hint?: string): T {
	try {
		return check(`${row.where}${label}`);
	} catch (failure) {
		if (!isLibraryError(failure)) throw rethrown(failure);
		const details = { field: label, item: row.item, hint: hint ?? failure.hint };
		throw reworded(failure, failure.message, defined(details));
	}
}

/* Reading single cells of a row. A missing field and null both say nothing (A15). */

/** A field of a row. */
export interface RowField {
	readonly label: string;
	/** What the input calls it: its own name, and others that are read where that one says nothing. */
	readonly names: readonly [string, ...string[]];
}

interface GivenValue {
	readonly name: string;
	readonly value: unknown;
}

/** The value that fields inside each other lead to, each an own one; undefined where there is none. */
export const valueAlong = (value: unknown, names: readonly string[]): unknown =>
	names.reduce(
		(at, name) =>
			typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
		value,
	);

/** The value of a field. A name with dots that is not itself a field is a path into nested objects. */
export const valueAt = (json: Readonly<JsonObject>, name: string): unknown =>
	Object.hasOwn(json, name) ? json[name] : valueAlong(json, name.split('.'));

/** A name whatever its spelling: `out_id` and `outId` are the same. */
const spelledAlike = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Throws LibraryError input where a row has two spellings of one name with different values. */
function refuseCollision(row: InputRow, label: string, said: readonly GivenValue[]): void {
	const [first, ...others] = said;
	if (!first) return;
	const other = others.find(({ name }) => spelledAlike(name) === spelledAlike(first.name));
	if (!other || textOf(first.value) === textOf(other.value)) return;
	const message = `the fields ${quoted(first.name)} and ${quoted(other.name)} differ`;
	throw cellError(row, label, message, 'They are two spellings of one field: keep one of them.');
}

/**
 * What a row says in a field, by the first of its names that says anything; undefined where none does. Throws
 * LibraryError input where two spellings of its name say different things.
 */
export function givenIn(row: InputRow, { label, names }: RowField): GivenValue | undefined {
	const said = names
		.map((name) => ({ name, value: valueAt(row.json, name) }))
		.filter(({ value }) => value !== undefined && value !== null);
	refuseCollision(row, label, said);
	return said[0];
}

/** A plain value as text. Throws LibraryError input for a list, an object, or text that cannot be sent. */
export function rowText(row: InputRow, { label }: RowField, { name, value }: GivenValue): string {
	const problem = textProblem(value);
	if (problem) throw rowError(row, label, problem[0], `Check the field "${name}".`);
	return String(value);
}

/** The text of a field; undefined where the row says nothing. Throws LibraryError input for a list or an object. */
export function textIn(row: InputRow, field: RowField): string | undefined {
	const said = givenIn(row, field);
	return said && rowText(row, field, said);
}

/**
 * The text of a field that identifies something, without the blanks around it: an ID from a file of fixed columns must
 * not name another member than the same ID without them.
 */
export const trimmedIn = (row: InputRow, field: RowField): string | undefined => textIn(row, field)?.trim();

/** The text of a field that must not be empty. Throws LibraryError input. */
export function requiredIn(row: InputRow, field: RowField): string {
	const value = textIn(row, field);
	if (value === undefined || value.trim() === '')
		throw rowError(row, field.label, 'is required', `The field "${field.names[0]}" is missing or empty.`);
	return value;
}

const YES = ['true', '1', 'yes', 'y', 'enabled', 'active'];
const NO = ['false', '0', 'no', 'n', 'disabled', 'inactive'];

/** A yes or no as people and spreadsheets write it, whatever its case; undefined for any other text. */
export function yesOrNo(text: string): boolean | undefined {
	const word = text.trim().toLowerCase();
	if (YES.includes(word)) return true;
	return NO.includes(word) ? false : undefined;
}

/** A yes or no; undefined where the row says nothing. Throws LibraryError input with `otherwise` for any other text. */
export function flagIn(
	row: InputRow,
	field: RowField,
	otherwise = 'is neither yes nor no',
	hint?: string,
): boolean | undefined {
	const text = trimmedIn(row, field) ?? '';
	const flag = yesOrNo(text);
	if (flag !== undefined || text === '') return flag;
	throw cellError(row, field.label, `${quoted(text)} ${otherwise}`, hint);
}
