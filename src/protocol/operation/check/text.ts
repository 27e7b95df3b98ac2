import { jsonIn } from '../../wire/json';
import { mapInSteps, type Steps } from '../../plan/inSteps';
import { listPieces } from '../../wire/parseJson';
import { inputError, type LibraryError, missingError, quoted, unsendable, valueError } from '../../wire/libraryError';
import { checkPath } from '../../wire/paths';
import type { TextField } from '../fields';

/** Longest text of one field, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 65_536;
/** Longest content of a file that is entered as text, in bytes of UTF-8. */
const MAX_CONTENT_BYTES = 10_000_000;

/** A wrong value as an error shows it; long texts are cut. */
export function shown(value: unknown): string {
	if (typeof value === 'string') return quoted(value);
	if (Array.isArray(value)) return 'a list';
	if (value === null || value === undefined) return 'nothing';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'a calculation without a result';
	return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
		? String(value)
		: `${/^[aeiou]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`;
}

type Problem = readonly [message: string, hint?: string];

/** What is wrong with a number that is to be text: a text must repeat it exactly. */
function numberProblem(value: number): Problem | undefined {
	if (!Number.isFinite(value))
		return [`must be text, but is ${shown(value)}`, 'Check the calculation in the expression.'];
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
	return [
		`can't be ${value}, which is too large to be exact as a number`,
		'Its last digits may be wrong already: pass it as text from where it comes.',
	];
}

/** Whether a text is longer than `most` bytes; no character takes more than three for each unit of the text. */
const isLonger = (text: string, most: number): boolean => text.length * 3 > most && Buffer.byteLength(text) > most;

function contentProblem(text: string, format: TextField['format']): Problem | undefined {
	if (format === 'content') {
		if (isLonger(text, MAX_CONTENT_BYTES))
			return ["can't be longer than 10 MB", 'Make a file of it with another node, and upload that.'];
	} else if (isLonger(text, MAX_TEXT_BYTES))
		return ["can't be longer than 64 KiB", 'Check what the expression evaluates to for this item.'];
	const bad = unsendable(text, format !== undefined);
	if (bad === undefined) return undefined;
	if (bad === 'U+000A' || bad === 'U+000D') return ["can't contain a line break", 'Remove it from the value.'];
	const what = /^U\+D[89A-F]/.test(bad)
		? "half of a character, which can't be sent"
		: 'a control character, which no value of this field contains';
	return [`can't contain ${bad}, ${what}`, 'Remove it from the value.'];
}

/** What keeps a value from being sent as text; undefined when nothing does, and `plainText` of it does not throw. */
export function textProblem(value: unknown, format?: TextField['format']): Problem | undefined {
	if (typeof value === 'string') return contentProblem(value, format);
	if (typeof value === 'number') return numberProblem(value);
	if (typeof value === 'boolean' || typeof value === 'bigint') return undefined;
	return [
		`must be text, but is ${shown(value)}`,
		'If the value comes from an expression, select a single value of the item.',
	];
}

/**
 * A plain value as text that can be sent: at most 64 KiB, or 10 MB of content, and without control characters (line
 * breaks and tabs are allowed in a `format`) and halves of surrogate pairs, which no encoding can carry. Throws
 * inputError.
 */
export function plainText(label: string, value: unknown, format?: TextField['format']): string {
	const problem = textProblem(value, format);
	if (problem) throw inputError(label, ...problem);
	return String(value);
}

/** Refuses what is not the address of a web page. Throws inputError. */
export function requireWebAddress(label: string, text: string): void {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url?.protocol.startsWith('http'))
		throw inputError(label, 'is not an http or https address', 'Enter a whole address, e.g. https://example.com.');
}

/** The error for a filter or a field of an update that was added, left empty, and has no empty value. */
export const emptyUpdate = (label: string, place?: string): LibraryError =>
	inputError(label, "can't be empty", `Fill it in or remove the ${place === 'filters' ? 'filter' : 'field'}.`);

/** The value of a text field; a path without the slashes around it. Throws inputError. */
export function checkText(label: string, field: TextField, value: unknown): string {
	const text = plainText(label, value, field.format);
	const result = field.path ? checkPath(label, text) : text;
	const bad = [...(field.forbid ?? '')].find((c) => result.includes(c));
	if (bad) throw inputError(label, `can't contain "${bad}"`);
	if (result === '' && field.required && field.empty !== 'clears') throw missingError(label);
	if (result === '' && field.empty === 'refused') throw emptyUpdate(label, field.place);
	return result;
}

/** Levels of lists and objects inside each other. */
const MAX_DEPTH = 100;
/** Longest JSON text, in characters. */
const MAX_JSON_LENGTH = 16_000_000;

/** What V8 says about a text that is no JSON, what and where, in parentheses after a blank; may be empty. */
export function whyNoJson(cause: unknown): string {
	const said = cause instanceof Error ? cause.message : '';
	// It repeats the text, and that it is no JSON.
	const what = said.replace(/(?:^|, )(?:\.\.\.)?".*$/s, '').replace(/ (?:in|after) JSON .*$/s, '');
	const [, line, column] = /line (\d+) column (\d+)/.exec(said) ?? [];
	const where = column === undefined ? '' : ` in line ${line}, column ${column}`;
	const plain = what.replace(' JSON', '').replace('whitespace', 'blank');
	return what === '' ? '' : ` (${plain.charAt(0).toLowerCase()}${quoted(plain).slice(2, -1)}${where})`;
}

function parsed(label: string, text: string): unknown {
	if (text.length > MAX_JSON_LENGTH) throw inputError(label, "can't be longer than 16 MB");
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw inputError(label, `must be valid JSON${whyNoJson(cause)}`, 'Check quotes, commas and brackets.');
	}
}

/** Characters of JSON that are parsed at a time. */
const JSON_PIECE = 64 * 1024;

/** The same in steps: a long list stops nothing else. */
function* parsedInSteps(label: string, entered: string): Steps<unknown> {
	const text = entered.trim();
	const isList = text.startsWith('[') && text.endsWith(']');
	if (!isList || text.length <= JSON_PIECE || text.length > MAX_JSON_LENGTH) return parsed(label, text);
	const entries: unknown[] = [];
	for (const piece of listPieces(text, JSON_PIECE)) {
		const some = jsonList(piece) ?? [];
		// The whole says what is wrong with it.
		if (some.length === 0) return parsed(label, text);
		entries.push(...some);
		yield;
	}
	return entries;
}

/** The list that JSON text says; undefined for any other value, such as a text that only begins with a bracket. */
export function jsonList(value: unknown): readonly unknown[] | undefined {
	const list = typeof value === 'string' && value.trimStart().startsWith('[') ? jsonIn(value) : undefined;
	return Array.isArray(list) ? list : undefined;
}

/** A date, or another object that says by itself what it is in JSON, as that; any other value as it is. */
export const asJson = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
		? (value.toJSON() as unknown)
		: value;

/** The same value with nothing in it that JSON would drop, change or refuse. Throws inputError. */
function plainJson(label: string, given: unknown, depth: number): unknown {
	const value = asJson(given);
	if (value === null || typeof value === 'boolean') return value;
	if (typeof value === 'string') return plainText(label, value, 'lines');
	if (typeof value === 'number' && Number.isFinite(value)) return Number(plainText(label, value));
	if (typeof value !== 'object') throw valueError(label, `JSON has no value for ${shown(value)}`);
	if (depth === MAX_DEPTH) throw inputError(label, `can't have more than ${MAX_DEPTH} levels of lists and objects`);
	const inside = (entry: unknown): unknown => plainJson(label, entry, depth + 1);
	// Not `map`, which passes over gaps.
	if (Array.isArray(value)) return Array.from<unknown, unknown>(value, inside);
	const fields = Object.entries(value).filter(([, entry]) => entry !== undefined);
	return Object.fromEntries(fields.map(([key, entry]) => [plainText(label, key), inside(entry)]));
}

/**
 * A JSON value, entered as JSON text or as the value itself. Throws inputError, also for texts that cannot be sent and
 * for numbers that JSON cannot say exactly.
 */
export function checkJson(label: string, value: unknown): unknown {
	return plainJson(label, typeof value === 'string' ? parsed(label, value) : value, 0);
}

/** The same in steps, for a list of many rows. Throws what `checkJson` throws. */
export function* checkLongJson(label: string, value: unknown): Steps<unknown> {
	const given = typeof value === 'string' ? yield* parsedInSteps(label, value) : value;
	if (!Array.isArray(given)) return plainJson(label, given, 0);
	return yield* mapInSteps<unknown, unknown>(given, (entry) => plainJson(label, entry, 1));
}
