import type { JsonObject } from '../wire/json';
import { quoted } from '../wire/quoted';
import { textProblem } from '../operation/check/text';
import { entryError, type FieldKey, type FieldNames } from './entryFields';
import type { Origin } from './wantedDirectory';

/* Reading single fields of an entry. A missing field and null both say nothing (A15). */

/** One member or department as the input describes it. */
export interface DirectoryRow extends Origin {
	readonly json: Readonly<JsonObject>;
}

/** The value of a field. A name with dots that is not itself a field is a path into nested objects. */
export function valueAt(json: Readonly<JsonObject>, name: string): unknown {
	if (Object.hasOwn(json, name)) return json[name];
	let at: unknown = json;
	for (const part of name.split('.'))
		at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined;
	return at;
}

/** What the input says in a field, by the first of its names that says anything; undefined where none does. */
export function saidIn({ json }: DirectoryRow, names: FieldNames, key: FieldKey): unknown {
	for (const name of names[key]) {
		const said = valueAt(json, name);
		if (said !== undefined && said !== null) return said;
	}
	return undefined;
}

/** A plain value as text. Throws LibraryError input for a list, an object, or text that cannot be sent. */
export function plainText(row: DirectoryRow, names: FieldNames, key: FieldKey, value: unknown): string {
	const problem = textProblem(value);
	if (problem) throw entryError(row, key, problem[0], `Check the field "${names[key][0]}".`);
	return String(value);
}

/** The text of a field; undefined where the input says nothing. Throws LibraryError input for a list or an object. */
export function textIn(row: DirectoryRow, names: FieldNames, key: FieldKey): string | undefined {
	const value = saidIn(row, names, key);
	return value === undefined ? undefined : plainText(row, names, key, value);
}

/**
 * The text of a field that identifies something, without the blanks around it: an ID from a file of fixed columns must
 * not name another member than the same ID without them.
 */
export const trimmedIn = (row: DirectoryRow, names: FieldNames, key: FieldKey): string | undefined =>
	textIn(row, names, key)?.trim();

/** The text of a field that must not be empty. Throws LibraryError input. */
export function requiredIn(row: DirectoryRow, names: FieldNames, key: FieldKey): string {
	const value = textIn(row, names, key);
	if (value === undefined || value.trim() === '')
		throw entryError(row, key, 'is required', `The field "${names[key][0]}" is missing or empty.`);
	return value;
}

/** The same external ID. The interface joins IDs by commas and has no escape (A13), so one with a comma is refused. */
function externalId(row: DirectoryRow, key: FieldKey, value: string): string {
	if (value.includes(',')) throw entryError(row, key, `${quoted(value)} contains ",", which separates external IDs`);
	return value;
}

/** The external ID of an entry. Throws LibraryError input where it is missing, empty or contains a comma. */
export const outIdIn = (row: DirectoryRow, names: FieldNames): string =>
	externalId(row, 'outId', requiredIn(row, names, 'outId').trim());

/** External IDs without repeats, from a list or from text with commas; undefined where the input says nothing. */
export function departmentOutIdsIn(row: DirectoryRow, names: FieldNames): string[] | undefined {
	const key = 'departmentOutIds';
	const value = saidIn(row, names, key);
	if (value === undefined) return undefined;
	const parts: string[] = Array.isArray(value)
		? value.map((part) => externalId(row, key, plainText(row, names, key, part)))
		: plainText(row, names, key, value).split(',');
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}
