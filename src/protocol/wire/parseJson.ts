import type { JsonObject } from './json';

/*
 * JSON of the service, parsed in pieces: 8 MiB of it take JSON.parse up to a second, in which n8n could do nothing
 * else. Small lists and objects are parsed as a whole; only those that are larger than a piece are taken apart.
 */

/** Lists and objects inside each other in an answer; those of the document have 6. n8n cannot store thousands. */
export const MAX_LEVELS = 100;
/** Values in an answer, lists and objects among them: a page of 1,000 entries has up to 50,000. */
export const MAX_VALUES = 300_000;
/** Names in one object: to list those of a larger one, as many do, takes JavaScript more than 100 ms. */
export const MAX_NAMES = 20_000;
/** Characters that are parsed at a time. */
const PIECE = 64 * 1024;

/** A text as JSON, or why it is none: it is not whole JSON, or more of it than is read. */
export type ParsedJson =
	| { readonly json: true; readonly value: unknown }
	| { readonly json: false; readonly excess?: 'levels' | 'values' | 'names' };

/** A list or an object that has begun. */
interface Container {
	readonly isList: boolean;
	/** Where it begins, the member that is read, and what was not parsed yet. */
	readonly start: number;
	member: number;
	rest: number;
	/** What was parsed of it, where it is taken apart; the name of its present member, and whether that is complete. */
	value?: unknown[] | JsonObject;
	name?: string;
	isComplete: boolean;
	/** Its members so far. */
	members: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

function require(condition: boolean): asserts condition {
	if (!condition) throw new SyntaxError('not JSON');
}

/** Adds a member as JSON.parse does: `__proto__` is a name like others. */
function add(to: Container, name: string, value: unknown): void {
	if (Array.isArray(to.value)) to.value.push(value);
	else if (name === '__proto__') Object.defineProperty(to.value, name, { ...PLAIN, value });
	else (to.value as JsonObject)[name] = value;
}
const PLAIN = { configurable: true, enumerable: true, writable: true };

/** Parses what is complete of a container up to `end`, where a comma or its end is. */
function parseRest(text: string, container: Container, end: number): void {
	const rest = text.slice(container.rest, end);
	require(isBlank(rest) === container.isComplete);
	container.rest = end + 1;
	if (container.isComplete) container.isComplete = false;
	else if (container.isList) for (const value of JSON.parse(`[${rest}]`) as unknown[]) add(container, '', value);
	else for (const [name, value] of Object.entries(JSON.parse(`{${rest}}`) as object)) add(container, name, value);
}

/** Takes containers apart, each of which is within the one before: what precedes the next one in each is parsed. */
function takeApart(text: string, open: readonly Container[]): void {
	for (const [level, container] of open.entries()) {
		if (container.value) continue;
		container.value = container.isList ? [] : {};
		const outer = open[level - 1];
		if (!outer) require(isBlank(text.slice(0, container.start)));
		else {
			if (outer.rest < outer.member) parseRest(text, outer, outer.member - 1);
			require(!outer.isComplete);
			const before = text.slice(outer.member, container.start);
			const names = outer.isList ? [] : Object.keys(JSON.parse(`{${before}[]}`) as object);
			require(outer.isList ? isBlank(before) : names.length === 1);
			outer.name = names[0] ?? '';
		}
	}
}

/** Where a string ends that begins at a place; behind the text where it does not. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) return at;
		if (code === BACKSLASH) at++;
	}
	return text.length;
}

/** Closes the innermost container; true where it was the outermost one. */
function close(text: string, open: Container[], at: number, isList: boolean): boolean {
	const container = open.pop();
	require(container?.isList === isList);
	const outer = open.at(-1);
	if (container.value) {
		parseRest(text, container, at);
		if (outer) {
			add(outer, outer.name ?? '', container.value);
			Object.assign(outer, { rest: at + 1, isComplete: true });
		}
	}
	return !outer;
}

/** The value of a text that begins with a list or an object; yields after each piece. Throws what JSON.parse throws. */
function* parsed(text: string, piece: number, mostValues: number): Generator<undefined, ParsedJson> {
	const open: Container[] = [];
	let [values, pause, outermost] = [1, piece, undefined as Container | undefined];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		const container = open.at(-1);
		if (code === QUOTE) at = endOfString(text, at);
		else if (code === LIST || code === OBJECT) {
			if (open.length === MAX_LEVELS) return { json: false, excess: 'levels' };
			values++;
			const place = { start: at, member: at + 1, rest: at + 1 };
			open.push({ isList: code === LIST, ...place, isComplete: false, members: 1 });
			outermost ??= open[0];
		} else if (code === COMMA && container) {
			values++;
			if (++container.members > MAX_NAMES && !container.isList) return { json: false, excess: 'names' };
			const isLong = at - container.rest > piece;
			if (isLong) takeApart(text, open);
			if (container.value && (isLong || container.isComplete)) parseRest(text, container, at);
			container.member = at + 1;
		} else if ((code === LIST_END || code === OBJECT_END) && close(text, open, at, code === LIST_END)) {
			require(isBlank(text.slice(at + 1)));
			return { json: true, value: outermost?.value ?? (JSON.parse(text) as unknown) };
		}
		if (values > mostValues) return { json: false, excess: 'values' };
		if (at < pause) continue;
		pause = at + piece;
		yield;
	}
	throw new SyntaxError('not whole');
}

/** A text as JSON, or why it is none; yields after each piece of so many characters. */
export function* parsedInPieces(
	text: string,
	{ piece = PIECE, mostValues = MAX_VALUES } = {},
): Generator<undefined, ParsedJson> {
	try {
		if (/^[ \t\r\n]*[[{]/.test(text)) return yield* parsed(text, piece, mostValues);
		return { json: true, value: JSON.parse(text) as unknown };
	} catch {
		return { json: false };
	}
}

/** The result of a computation that yields, without interruption: for what is short. */
export function atOnce<R>(work: Iterator<unknown, R>): R {
	for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** A text without a field of this name, in whatever writing, is left as it is. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i;
/** Values that are looked at between two pauses. */
const LOOKED_AT = 10_000;

/**
 * The value that was parsed from a text without fields named `__proto__`, which no service means: a later node that
 * copies an item field by field would change what its objects inherit. Yields between the values.
 */
export function* withoutPrototypes<T>(text: string, value: T): Generator<undefined, T> {
	const waiting: unknown[] = MAY_NAME_PROTOTYPE.test(text) ? [value] : [];
	for (let looked = 1; waiting.length > 0; looked++) {
		const next = waiting.pop();
		if (typeof next !== 'object' || next === null) continue;
		Reflect.deleteProperty(next, '__proto__');
		for (const inner of Object.values(next)) waiting.push(inner);
		if (looked % LOOKED_AT === 0) yield;
	}
	return value;
}
