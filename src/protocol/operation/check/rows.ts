import { isJsonObject, type JsonObject } from '../../wire/json';
import { inputError } from '../../wire/libraryError';
import { quoted } from '../../wire/quoted';
import type { RefField, RowsField } from '../fields';
import { asList, entriesIn, MAX_ENTRIES } from './list';

const listKind = (cell: RefField<string, boolean>, by: unknown): 'text' | 'int' | 'path' => {
	const of = typeof by === 'string' && Object.hasOwn(cell.modes, by) ? cell.modes[by]?.of : undefined;
	return of === 'int' || of === 'path' ? of : 'text';
};

/** A row for each entry of a list that one of its locators names, as in a list of texts; the row itself otherwise. */
function rowsIn({ cells }: RowsField<boolean>, row: unknown): unknown[] {
	if (!isJsonObject(row)) return [row];
	let rows: JsonObject[] = [row];
	for (const [key, cell] of Object.entries(cells)) {
		const located = row[key];
		if (cell.kind !== 'ref' || !isJsonObject(located)) continue;
		const entries = entriesIn(located.value, listKind(cell, located.by));
		rows = rows.flatMap((each) => entries.map((value) => ({ ...each, [key]: { by: located.by, value } })));
	}
	return rows;
}

/**
 * The rows that were entered; one whose locator names a list, as an expression may, stands for a row for each of its
 * entries. Throws inputError for none where some are required, and for more than 10,000.
 */
export function enteredRows(label: string, field: RowsField<boolean>, value: unknown): unknown[] {
	const rows = asList(value).flatMap((row) => rowsIn(field, row));
	if (rows.length === 0 && field.required) throw inputError(label, 'is required');
	if (rows.length > MAX_ENTRIES) throw inputError(label, `has more than ${MAX_ENTRIES} rows`);
	return rows;
}

/** The values of pickers, as they are sent. A list of paths has no empty part: "/" is the root (client facts 5.5). */
export const pickedValues = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string[] =>
	rows.flatMap((row) => Object.values(row)).map((located) => (located as { value: string }).value || '/');

/** Refuses a value that contains the separator of its list, because it would name two other things (A13). */
export function requireSeparable(name: string, { form = 'json' }: RowsField<boolean>, row: JsonObject): void {
	const bad = form === 'json' ? undefined : pickedValues([row]).find((value) => value.includes(form));
	if (bad !== undefined)
		throw inputError(name, `${quoted(bad)} contains "${form}", which separates the values of this list`);
}
