import { inputError } from '../../wire/libraryError';
import { plainText, shown } from './text';

/** Levels of lists and objects inside each other. */
const MAX_DEPTH = 100;
/** Longest JSON text, in characters. */
const MAX_JSON_LENGTH = 16_000_000;

function parsed(label: string, text: string): unknown {
	if (text.length > MAX_JSON_LENGTH) throw inputError(label, 'is longer than 16 MB');
	try {
		return JSON.parse(text);
	} catch (cause) {
		const reason = cause instanceof Error ? shown(cause.message).slice(1, -1) : shown(cause);
		throw inputError(label, `is not valid JSON (${reason})`, 'Check quotes, commas and brackets.');
	}
}

/** A date or another value that says by itself what it is in JSON. */
const asJson = (value: object): unknown =>
	'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;

/** The same value with nothing in it that JSON would drop, change or refuse. Throws inputError. */
function plainJson(label: string, given: unknown, depth: number): unknown {
	const value = typeof given === 'object' && given !== null ? asJson(given) : given;
	if (value === null || typeof value === 'boolean') return value;
	if (typeof value === 'string') return plainText(label, value, true);
	if (typeof value === 'number' && Number.isFinite(value)) return Number(plainText(label, value));
	if (typeof value !== 'object') throw inputError(label, `contains ${shown(value)}, which JSON can't say`);
	if (depth === MAX_DEPTH) throw inputError(label, `has more than ${MAX_DEPTH} levels of lists and objects`);
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
