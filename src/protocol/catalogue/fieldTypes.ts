import { NUMBERS, TEXTS } from '../contract';
import { isJsonObject, type JsonObject, numberOf } from '../wire/json';

/* Deployments send numbers as text (client facts 5.15), and digits as numbers; items have the document's types. */

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const NUMBER_NAMES = namesIn(NUMBERS);
const TEXT_NAMES = namesIn(TEXTS);

/** A number that was sent as text or as a flag, undefined for an empty text; anything else as it came. */
function asNumber(value: unknown): unknown {
	if (typeof value === 'boolean') return Number(value);
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const number = numberOf(value);
	// A number that JavaScript cannot keep exactly stays a text.
	return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

function typedField(name: string, value: unknown): unknown {
	if (NUMBER_NAMES.has(name)) return asNumber(value);
	if (TEXT_NAMES.has(name)) return typeof value === 'number' ? String(value) : value;
	return Array.isArray(value) ? value.map((entry: unknown) => (isJsonObject(entry) ? typed(entry) : entry)) : value;
}

/** An entry of an answer with numbers and texts where the document has them, in the records inside of it too. */
export function typed(entry: object): JsonObject {
	// A copy of which hardly anything changes: lists have many entries.
	const fields: JsonObject = { ...entry };
	for (const name of Object.keys(fields)) {
		const value = typedField(name, fields[name]);
		if (value !== fields[name]) fields[name] = value;
	}
	return fields;
}
