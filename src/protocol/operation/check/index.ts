import { isCursorText, parseCursor } from '../../wire/feedCursor';
import { isJsonObject, type JsonObject, textOf } from '../../wire/json';
import { gaveNothing, inputError, missingError, valueError, isLibraryError } from '../../wire/libraryError';
import { type Field, type Fields, labelOf, modeIn, type RowsField, type ShowFor } from '../fields';
import { checkBinaryInput, checkBinaryName, checkInteger, checkSize } from './number';
import {
	asList,
	checkChoice,
	checkChoices,
	checkFlag,
	checkList,
	entriesIn,
	MAX_ENTRIES,
	requireSeparable,
} from './list';
import { checkDate } from './date';
import { checkJson, checkText, emptyUpdate, shown } from './text';
import { checkLocator, chooseFirst, type Entered } from './locator';

export { checkBinaryName } from './number';
export { chooseFirst } from './locator';

/* Whether what was entered in a form is what its fields take, field by field. */

const textsOf = (label: string, value: readonly unknown[]): string[] =>
	checkList(label, { of: 'text', form: 'json', required: false }, value);

/** A value of a field in its own type. Throws inputError with the field's name. */
export function checkValue(label: string, field: Field, value: unknown): unknown {
	if (value === '' && field.kind !== 'text' && field.empty === 'refused') throw emptyUpdate(label, field.place);
	switch (field.kind) {
		case 'text':
			return field.orList && Array.isArray(value) ? textsOf(label, value) : checkText(label, field, value);
		case 'binary':
			return field.direction === 'in' ? checkBinaryInput(label, value) : checkBinaryName(label, value);
		case 'int':
			return checkInteger(label, value, field);
		case 'size':
			return checkSize(label, value, field.unit);
		case 'flag':
			return checkFlag(label, value);
		case 'choice':
			return checkChoice(label, field, value);
		case 'multi':
			return checkChoices(label, field, value);
		case 'list':
			return checkList(label, field, value);
		case 'date':
			if (field.orCursor && isCursorText(value)) return checkCursor(label, value);
			return checkDate(label, field, value);
		case 'json':
			return field.long ? value : checkJson(label, value);
		case 'rows':
			return checkRows(label, field, value);
		case 'ref':
			return checkLocator(label, field, value as Entered);
	}
}

/** A row for each entry of a list that its locator names, as in a list of texts; the row itself otherwise. */
function rowsIn({ cells }: RowsField, row: unknown): unknown[] {
	if (!isJsonObject(row)) return [row];
	for (const [key, cell] of Object.entries(cells)) {
		const located = row[key];
		if (cell.kind !== 'ref' || !isJsonObject(located) || !applies(cells, cell, row)) continue;
		const entries = entriesIn(located.value, modeIn(cell.modes, located.by)?.of);
		return entries.map((value) => ({ ...row, [key]: { by: located.by, value } }));
	}
	return [row];
}

/**
 * The rows that were entered; one whose locator names a list, as an expression may, stands for a row for each of its
 * entries. Throws inputError, also for none where some are required, and for more than 10,000.
 */
function checkRows(label: string, field: RowsField, value: unknown): JsonObject[] {
	const rows = asList(value).flatMap((row) => rowsIn(field, row));
	if (rows.length === 0 && field.required) throw missingError(label);
	if (rows.length > MAX_ENTRIES) throw inputError(label, `can't have more than ${MAX_ENTRIES} rows`);
	return rows.map((row, at) => {
		const name = `${label}, row ${at + 1}`;
		if (!isJsonObject(row)) throw inputError(name, `must be a row of fields, but is ${shown(row)}`);
		requireCells(name, field, row);
		const checked = checkFields(field.cells, row, `${name}, `);
		requireSeparable(name, field, checked);
		return checked;
	});
}

/** What a field contains; of a locator the value, in whatever way it names a thing. */
export const contentOf = ({ kind }: Field, entered: unknown): unknown =>
	kind === 'ref' && isJsonObject(entered) ? entered.value : entered;

/** A cell without a value comes from an expression that gives nothing; it must not pass for an empty one. */
function requireCells(name: string, { cells }: RowsField, row: JsonObject): void {
	for (const [key, cell] of Object.entries(cells)) {
		if (!applies(cells, cell, row)) continue;
		if (Object.hasOwn(row, key) && (contentOf(cell, row[key]) ?? undefined) === undefined)
			throw gaveNothing(`${name}, ${labelOf(key, cell)}`);
	}
}

/** Whether a field is asked for. A form keeps what was typed before another choice was made; that must not be sent. */
function applies(fields: Fields, { showFor, overriddenBy }: Field, entered: Readonly<JsonObject>): boolean {
	const flag = overriddenBy === undefined ? undefined : (entered[overriddenBy] ?? undefined);
	if (flag !== undefined && checkFlag(labelIn(fields, overriddenBy), flag)) return false;
	// A choice that is no field is one of the node itself (Authentication): who uses the value knows of it.
	return !showFor || !fields[showFor.field] || isChosen(fields, showFor, entered);
}

/** Whether a choice has one of these values; a choice that was left empty has its start value. */
function isChosen(fields: Fields, { field, values }: ShowFor, entered: Readonly<JsonObject>): boolean {
	const choice = fields[field];
	const initial = choice?.kind === 'choice' ? choice.default : undefined;
	return values.includes(textOf(entered[field] ?? initial));
}
/**
 * Whether a field must not be left out. A form begins with the root where an empty locator means the root, so that one
 * without a value comes from an expression that gives nothing; it must not pass for the root.
 */
function isNeeded(fields: Fields, field: Field, entered: Readonly<JsonObject>): boolean {
	if (
		field.kind === 'ref' &&
		field.sentWhenEmpty === undefined &&
		Object.values(field.modes).some(({ root }) => root === true)
	)
		return true;
	return field.required && !(field.optionalFor && isChosen(fields, field.optionalFor, entered));
}

const labelIn = (fields: Fields, key = ''): string => (fields[key] ? labelOf(key, fields[key]) : key);

/**
 * All values that were entered in a form, each in its own type. Throws inputError for a wrong value and for a
 * required one that is missing; `prefix` precedes each name in errors.
 */
export function checkFields(fields: Fields, entered: Readonly<JsonObject>, prefix = ''): JsonObject {
	const checked: JsonObject = {};
	for (const [key, field] of Object.entries(fields)) {
		if (!applies(fields, field, entered)) continue;
		const label = prefix + labelOf(key, field);
		const value = entered[key];
		// Refused when it was read, which counts only where the field is asked for.
		if (isLibraryError(value)) throw value;
		if (value === undefined || value === null) {
			if (isNeeded(fields, field, entered)) throw chooseFirst(label, field);
		} else {
			const result = checkValue(label, field, value);
			if (result !== undefined) checked[field.as ?? key] = result;
		}
	}
	return checked;
}

/** The text of a cursor. Throws inputError for one that is not whole: half of it would repeat or lose changes. */
export function checkCursor(label: string, value: string): string {
	if (parseCursor(value)) return value.trim();
	throw valueError(
		label,
		`${shown(value)} is not a whole cursor`,
		'Use the value of the field "cursor" of an earlier item unchanged.',
	);
}
