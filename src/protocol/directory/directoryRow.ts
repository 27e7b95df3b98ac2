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
function valueAt(json: Readonly<JsonObject>, name: string): unknown {
	if (Object.hasOwn(json, name)) return json[name];
	let at: unknown = json;
	for (const part of name.split('.'))
		at = typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined;
	return at;
}

function plainText(row: DirectoryRow, names: FieldNames, key: FieldKey, value: unknown): string {
	const problem = textProblem(value);
	if (problem) throw entryError(row, key, problem[0], `Check the field "${names[key]}".`);
	return String(value);
}

/** The text of a field; undefined where the input says nothing. Throws LibraryError input for a list or an object. */
export function textIn(row: DirectoryRow, names: FieldNames, key: FieldKey): string | undefined {
	const value = valueAt(row.json, names[key]);
	return value === undefined || value === null ? undefined : plainText(row, names, key, value);
}

/** The text of a field that must not be empty. Throws LibraryError input. */
export function requiredIn(row: DirectoryRow, names: FieldNames, key: FieldKey): string {
	const value = textIn(row, names, key);
	if (value === undefined || value.trim() === '')
		throw entryError(row, key, 'is required', `The field "${names[key]}" is missing or empty.`);
	return value;
}

/** The same external ID. The interface joins IDs by commas and has no escape (A13), so one with a comma is refused. */
function externalId(row: DirectoryRow, key: FieldKey, value: string): string {
	if (value.includes(',')) throw entryError(row, key, `${quoted(value)} contains ",", which separates external IDs`);
	return value;
}

/** The external ID of an entry. Throws LibraryError input where it is missing, empty or contains a comma. */
export const outIdIn = (row: DirectoryRow, names: FieldNames): string =>
	externalId(row, 'outId', requiredIn(row, names, 'outId'));

/** External IDs without repeats, from a list or from text with commas; undefined where the input says nothing. */
export function departmentOutIdsIn(row: DirectoryRow, names: FieldNames): string[] | undefined {
	const key = 'departmentOutIds';
	const value = valueAt(row.json, names[key]);
	if (value === undefined || value === null) return undefined;
	const parts: string[] = Array.isArray(value)
		? value.map((part) => externalId(row, key, plainText(row, names, key, part)))
		: plainText(row, names, key, value).split(',');
	return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}
