/* JSON of the service is counted first: a few characters of a hostile one keep JSON.parse busy for seconds. */

/** Lists and objects inside each other in an answer; those of the document have 6. n8n cannot store thousands. */
export const MAX_LEVELS = 100;
/** Values in an answer, lists and objects among them: a page of 1,000 entries has up to 50,000. */
export const MAX_VALUES = 300_000;
/** Names in one object: to list those of a larger one, as many do, takes JavaScript more than 100 ms. */
export const MAX_NAMES = 20_000;

type Excess = 'levels' | 'values' | 'names';

/** A text as JSON, or why it is none: it is not whole JSON, or more of it than is read. */
export type ParsedJson =
	{ readonly json: true; readonly value: unknown } | { readonly json: false; readonly excess?: Excess };

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where a string ends that begins at a place; behind the text where it does not. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at;
		if (code === BACKSLASH) at++;
	}
	return text.length;
}

function excessIn(text: string): Excess | undefined {
	/** The names of each object around a place; a list has none, however long it is. */
	const names: number[] = [];
	let values = 1;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at);
		else if (code === LIST || code === OBJECT) {
			if (names.push(code === OBJECT ? 1 : -Infinity) > MAX_LEVELS) return 'levels';
			values++;
		} else if (code === COMMA) {
			values++;
			const counted = (names.pop() ?? 0) + 1;
			if (counted > MAX_NAMES) return 'names';
			names.push(counted);
		} else if (code === LIST_END || code === OBJECT_END) names.pop();
		if (values > MAX_VALUES) return 'values';
	}
	return undefined;
}

/** A text as JSON, without fields named `__proto__`, or why it is none. */
export function parsedJson(text: string): ParsedJson {
	const excess = excessIn(text);
	if (excess) return { json: false, excess };
	try {
		return { json: true, value: withoutPrototypes(text, JSON.parse(text) as unknown) };
	} catch {
		return { json: false };
	}
}

/** A text without a field of this name, in whatever writing, is left as it is. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i;

/**
 * The value that was parsed from a text without fields named `__proto__`, which no service means: a later node that
 * copies an item field by field would change what its objects inherit.
 */
export function withoutPrototypes<T>(text: string, value: T): T {
	const waiting: unknown[] = MAY_NAME_PROTOTYPE.test(text) ? [value] : [];
	while (waiting.length > 0) {
		const next = waiting.pop();
		if (typeof next !== 'object' || next === null) continue;
		Reflect.deleteProperty(next, '__proto__');
		for (const inner of Object.values(next)) waiting.push(inner);
	}
	return value;
}

/**
 * The text of a JSON list as the texts of shorter lists, of about a length, which together have its entries. For a text
 * that is no list, one of them is no list, or is empty.
 */
export function* listPieces(text: string, length: number): Generator<string> {
	let [depth, start] = [0, text.indexOf('[') + 1];
	for (let at = start - 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at);
		else if (code === LIST || code === OBJECT) depth++;
		else if (code === LIST_END || code === OBJECT_END) depth--;
		else if (code === COMMA && depth === 1 && at - start > length) {
			yield `[${text.slice(start, at)}]`;
			start = at + 1;
		}
	}
	yield `[${text.slice(start, text.lastIndexOf(']'))}]`;
}
