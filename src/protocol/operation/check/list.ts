import { gaveNothing, inputError, valueError, missingError, quoted, toDo } from '../../wire/libraryError';
import { checkPath } from '../../wire/paths';
import type { ChoiceField, ListField, MultiField, RefMode, RowsField } from '../fields';
import { checkId } from './number';
import { emptyUpdate, jsonList, plainText, shown } from './text';
import type { JsonObject } from '../../wire/json';

/* Whether entered lists, choices and switches can be sent. */

const OWN_ROW = 'Enter each value on its own row.';

/** The most values of a list, and the most rows. */
export const MAX_ENTRIES = 10_000;

type ListRules = Pick<ListField, 'of' | 'form' | 'required'>;

/** One value, a list, or a list written as JSON text, as a list; the empty text is an empty list. */
export function asList(value: unknown): readonly unknown[] {
	// Not the array itself: a gap in it would be passed over without a word.
	if (Array.isArray(value)) return Array.from<unknown>(value);
	return jsonList(value) ?? (value === '' ? [] : [value]);
}

/** The entries that one row stands for: itself, those of a list that it is, or numbers or extensions between commas. */
export function entriesIn(row: unknown, of: ListRules['of'] | RefMode['of']): readonly unknown[] {
	if (Array.isArray(row)) return row;
	const list = jsonList(row);
	// A folder may be called "[2026]": only texts in quotes are paths.
	if (list && (of !== 'path' || list.every((entry) => typeof entry === 'string'))) return list;
	const isSeparable = of === 'int' || of === 'extension';
	return isSeparable && typeof row === 'string' && row.includes(',') ? row.split(',') : [row];
}

function requireValue(label: string, entry: unknown, row: number): void {
	if (entry === undefined || entry === null) throw gaveNothing(`${label}, row ${row}`);
	if (typeof entry === 'string' && entry.trim() === '')
		throw inputError(label, `can't contain an empty value, but row ${row} is empty`, 'Remove the empty entry.');
}

function entryText(label: string, { of, form }: ListRules, entry: unknown): string {
	const text = of === 'int' ? checkId(label, entry) : plainText(label, entry);
	const part = of === 'path' ? checkPath(label, text) : of === 'extension' ? extensionIn(text) : text;
	if (part === '') throw inputError(label, "can't contain an empty value", 'Remove the empty entry.');
	// The interface shows no escape for the separator, so such a value would name two other things (A13).
	if (form !== 'json' && part.includes(form))
		throw valueError(label, `${quoted(part)} contains "${form}", which separates the values`, OWN_ROW);
	return part;
}

/** `.TXT` and `*.txt` are the extension `txt` (C10). */
const extensionIn = (text: string): string =>
	text
		.trim()
		.replace(/^\*?\./, '')
		.toLowerCase();

/**
 * The values of a list field as texts; paths without the slashes around them. A row that is a list, or JSON text of
 * one, stands for its entries. Throws inputError, also for more than 10,000 entries.
 */
export function checkList(label: string, rules: ListRules, value: unknown): string[] {
	const rows = rules.of === 'path' && typeof value === 'string' && value !== '' ? [value] : asList(value);
	const texts: string[] = [];
	for (const [at, row] of rows.entries()) {
		requireValue(label, row, at + 1);
		for (const entry of entriesIn(row, rules.of)) {
			requireValue(label, entry, at + 1);
			if (texts.length === MAX_ENTRIES) throw inputError(label, `can't have more than ${MAX_ENTRIES} entries`);
			texts.push(entryText(label, rules, entry));
		}
	}
	if (texts.length === 0 && rules.required) throw missingError(label);
	return texts;
}

/** Choices that a message names; more of them are in the description below it. */
const FEW = 8;

type Choosing = ChoiceField | MultiField;

/** The key of one choice. Throws inputError for any other value. */
export function checkChoice(label: string, { choices }: Choosing, value: unknown): string {
	const entered = plainText(label, value);
	if (Object.hasOwn(choices, entered)) return entered;
	const values = Object.entries(choices).map(([key, { label: name }]) =>
		name.toLowerCase().startsWith(key.toLowerCase()) ? key : `${key} (${name})`,
	);
	const isShort = values.length <= FEW;
	throw valueError(
		label,
		`${shown(entered)} is not one of ${isShort ? values.join(', ') : 'its values'}`,
		isShort ? 'Choose one of these values.' : `Choose one of ${values.join(', ')}.`,
	);
}

/** The keys of several choices, each once, as a list or with commas: keys contain none. Throws inputError. */
export function checkChoices(label: string, field: MultiField, value: unknown): string[] {
	const values =
		typeof value === 'string' && !value.startsWith('[')
			? value
					.split(',')
					.map((part) => part.trim())
					.filter(Boolean)
			: asList(value);
	if (values.length === 0 && field.required) throw missingError(label, toDo('Choose something in', label));
	if (values.length === 0 && field.empty === 'refused') throw emptyUpdate(label, field.place);
	return [...new Set(values.map((part) => checkChoice(label, field, part)))];
}

/** Yes or no, also entered as text or as 0 and 1. Throws inputError. */
export function checkFlag(label: string, value: unknown): boolean {
	if (value === true || value === 1 || value === 'true' || value === '1') return true;
	if (value === false || value === 0 || value === 'false' || value === '0') return false;
	throw inputError(label, `must be true or false, but is ${shown(value)}`);
}

/** The values of pickers, as they are sent. A list of paths has no empty part: "/" is the root (client facts 5.5). */
export const pickedValues = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string[] =>
	rows.flatMap((row) => Object.values(row)).map((located) => (located as { value: string }).value || '/');

/** Refuses a value that contains the separator of its list, because it would name two other things (A13). */
export function requireSeparable(name: string, { form = 'json' }: RowsField, row: JsonObject): void {
	const bad = form === 'json' ? undefined : pickedValues([row]).find((value) => value.includes(form));
	if (bad !== undefined)
		throw valueError(name, `${quoted(bad)} contains "${form}", which separates the values`, OWN_ROW);
}
