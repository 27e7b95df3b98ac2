import { isJsonObject } from '../../protocol/wire/json';

/*
 * Expressions that only name fields of the item, e.g. `={{ $json.path }}`. Whoever resolves one for n8n builds a proxy
 * of the whole execution first; to look a field up takes a hundredth of that time.
 */

/** What a parameter is for the JSON of an item; `undefined` where only n8n can tell. */
export type PlainReader = (json: unknown) => unknown;

/** A field by its name, `.path` or `["path"]`, without the escapes of JavaScript. */
const STEP = /\.([A-Za-z_$][\w$]*)|\[(?:"([^"\\\r\n]+)"|'([^'\\\r\n]+)')\]/g;
const FIELD = new RegExp(`\\{\\{\\s*\\$json((?:${STEP.source})+)\\s*\\}\\}`, 'g');

/** The names of the fields, from the outermost on. */
const namesIn = (steps: string): string[] =>
	[...steps.matchAll(STEP)].map(([, dotted, double, single]) => dotted ?? double ?? single ?? '');

/** A text, number or switch that the item itself has there; everything else is left to n8n. */
function fieldOf(names: readonly string[], json: unknown): string | number | boolean | undefined {
	let value = json;
	for (const name of names) {
		if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** A text with fields in it. Numbers and switches are put into texts by n8n's rules, so n8n does that. */
function readerOfText(pieces: ReadonlyArray<string | readonly string[]>): PlainReader {
	return (json) => {
		let text = '';
		for (const piece of pieces) {
			const part = typeof piece === 'string' ? piece : fieldOf(piece, json);
			if (typeof part !== 'string') return undefined;
			text += part;
		}
		return text;
	};
}

function readerOfExpression(expression: string): PlainReader | undefined {
	const pieces: Array<string | readonly string[]> = [];
	let done = 0;
	for (const found of expression.matchAll(FIELD)) {
		if (found.index > done) pieces.push(expression.slice(done, found.index));
		pieces.push(namesIn(found[1] ?? ''));
		done = found.index + found[0].length;
	}
	if (done < expression.length) pieces.push(expression.slice(done));
	const [only] = pieces;
	if (pieces.length === 1 && typeof only === 'object') return (json) => fieldOf(only, json);
	// Braces and their escapes are another expression, or n8n's to read.
	return pieces.some((piece) => typeof piece === 'string' && /[{}\\]/.test(piece)) ? undefined : readerOfText(pieces);
}

/** The members of a list or an object, each read; undefined where one of them is left to n8n. */
function readerOfMembers(raw: object): PlainReader | undefined {
	const members: Array<readonly [string, PlainReader]> = [];
	for (const [name, value] of Object.entries(raw)) {
		const read = plainReader(value);
		if (read === undefined) return undefined;
		members.push([name, read]);
	}
	return (json) => {
		const made: Record<string, unknown> = {};
		for (const [name, read] of members) {
			const value = read(json);
			if (value === undefined) return undefined;
			made[name] = value;
		}
		return Array.isArray(raw) ? Object.values(made) : made;
	};
}

/**
 * Reads a parameter as it is stored for the JSON of an item, where its expressions only name fields: with the same
 * result as n8n's own, or `undefined` for an item without such a field. Answers undefined for a parameter with any
 * other expression.
 */
export function plainReader(raw: unknown): PlainReader | undefined {
	if (typeof raw === 'string' && raw.startsWith('=')) return readerOfExpression(raw.slice(1));
	return typeof raw === 'object' && raw !== null ? readerOfMembers(raw) : () => raw;
}
