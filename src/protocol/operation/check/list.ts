import { inputError } from '../../wire/libraryError';
import { checkPath } from '../../wire/paths';
import { quoted } from '../../wire/quoted';
import type { ListField } from '../fields';
import { checkInteger } from './number';
import { plainText } from './text';

/** Most entries of one list. */
export const MAX_ENTRIES = 10_000;

type ListRules = Pick<ListField<boolean>, 'of' | 'form' | 'required' | 'root'>;

/** The list that JSON text says; undefined for any other value. */
function jsonList(value: unknown): readonly unknown[] | undefined {
	if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined; // one value that begins with a bracket
	}
}

/** One value, a list, or a list written as JSON text, as a list; the empty text is an empty list. */
export function asList(value: unknown): readonly unknown[] {
	// Not the array itself: a gap in it would be passed over without a word.
	if (Array.isArray(value)) return Array.from<unknown>(value);
	return jsonList(value) ?? (value === '' ? [] : [value]);
}

/** The entries that one row stands for: itself, those of a list that it is, or numbers or extensions between commas. */
export function entriesIn(row: unknown, of: ListRules['of']): readonly unknown[] {
	if (Array.isArray(row)) return row;
	const list = jsonList(row);
	// A folder may be called "[2026]": only texts in quotes are paths.
	if (list && (of !== 'path' || list.every((entry) => typeof entry === 'string'))) return list;
	const isSeparable = of === 'int' || of === 'extension';
	return isSeparable && typeof row === 'string' && row.includes(',') ? row.split(',') : [row];
}

function requireValue(label: string, entry: unknown, row: number): void {
	if (entry === undefined || entry === null)
		throw inputError(
			label,
			`row ${row} has no value (${String(entry)})`,
			'If an expression sets it, check what the expression evaluates to for this item.',
		);
	if (typeof entry === 'string' && entry.trim() === '')
		throw inputError(label, `contains an empty value in row ${row}`, 'Remove the empty entry.');
}

function entryText(label: string, { of, form, root }: ListRules, entry: unknown): string {
	const text = of === 'int' ? String(checkInteger(label, entry)) : plainText(label, entry);
	const part = of === 'path' ? checkPath(label, text) : of === 'extension' ? extensionIn(text) : text;
	// A list of paths has no empty part; "/" is the root there too (client facts 5.5).
	if (part === '' && of === 'path' && root) return '/';
	if (part === '') throw inputError(label, 'contains an empty value', 'Remove the empty entry.');
	// The interface shows no escape for the separator, so such a value would name two other things (A13).
	if (form !== 'json' && part.includes(form))
		throw inputError(
			label,
			`${quoted(part)} contains "${form}", which separates the values`,
			'Enter each value on its own row.',
		);
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
			if (texts.length === MAX_ENTRIES) throw inputError(label, `has more than ${MAX_ENTRIES} entries`);
			texts.push(entryText(label, rules, entry));
		}
	}
	if (texts.length === 0 && rules.required) throw inputError(label, 'is required');
	return texts;
}
