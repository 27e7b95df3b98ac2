/** A JSON object whose fields are not known in advance. */
export type JsonObject = Record<string, unknown>;

/** A number, perhaps as text (client facts 5.15): read by `numberOf`, amounts by `amountOf`, times by `secondsOf`. */
export type Numeric = number | string;

/**
 * A list as the service sends it (A07): bare or as `list`, perhaps with `count` or `total`; PHP's empty object or
 * null for an empty one (client facts 5.16). `listIn` of src/client/paging/offsetPages.ts reads it.
 */
export type ListAnswer<E> =
	| readonly E[]
	| {
			readonly list?: readonly E[] | Readonly<Record<string, E>> | null;
			readonly count?: Numeric;
			readonly total?: Numeric;
			/** Cursor of the updates feed, Unix milliseconds. */
			readonly fetch_dateline?: Numeric;
	  }
	| null;

/** Whether a value is an object with named fields: neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether nothing was entered, or answered: 0 and false are values. */
export const isNothing = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** A copy of the fields of an answer; empty when the answer is not an object. */
export const fieldsIn = (answer: unknown): JsonObject => (typeof answer === 'object' ? { ...answer } : {});

/** A value as text: the empty text for null and undefined, JSON for lists and objects, whose `toString` may be data. */
export const textOf = (value: unknown): string =>
	value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A text of at least one character; undefined for everything else. */
export const filledText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/**
 * What the name or account of a person is compared by. Assumption: services take them without regard to case and to
 * blanks around them, so that two spellings are one person, and taking a spelling for another person would not be safe.
 */
export const nameKey = (name: unknown): string => textOf(name).trim().normalize('NFC').toLowerCase();

/** A finite number, sent as a number or as text (client facts 5.15); undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A coded value as yes or no; undefined where the service sent none. */
export function flagOf(value: unknown, means: (code: number) => boolean): boolean | undefined {
	const code = typeof value === 'boolean' ? Number(value) : numberOf(value);
	return code === undefined ? undefined : means(code);
}

/** An ID as inputs take it: a number, or its text where a number would not be exact. */
export function idOf(sent: string): number | string {
	const number = numberOf(sent);
	return number !== undefined && Number.isSafeInteger(number) ? number : sent;
}

/** T with optional fields in place of fields that may be undefined. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same fields without those that are undefined: with exactOptionalPropertyTypes, absent and undefined differ. */
export function defined<T extends object>(fields: T): Defined<T> {
	// An object that something was deleted from is a slow one, and many are made for every call.
	const all = fields as JsonObject;
	const kept: JsonObject = {};
	for (const name of Object.keys(all)) if (all[name] !== undefined) kept[name] = all[name];
	return kept as Defined<T>;
}

/** The value that JSON text says; undefined for text that is not JSON. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** All fields of an item, in which an optional one may be undefined. */
type AllFields<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** An item without its undefined fields. Neither a field that its type does not have compiles, nor a missing one. */
export const allFields = <T extends object = never>(fields: AllFields<NoInfer<T>>): T => defined(fields) as T;

/** Whether a value is a SHA1 as the interface writes it: 40 hexadecimal digits, in either case. */
export const isSha1 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{40}$/i.test(value);

/*
 * How much, how many and when, as the service says it, read in one way. What cannot be true is not known, and what is
 * not known is no reason to delete, to replace, to skip or to download something.
 */

export const DAY_SECONDS = 86_400;
export const DAY_MS = 86_400_000;

/** The latest time that a Date can represent, Unix seconds. */
const LAST_DATE = 8.64e12;

/** Bytes, or entries: a whole number from 0 to 2^53 − 1; undefined for everything else. */
export function amountOf(value: unknown): number | undefined {
	const amount = numberOf(value);
	return amount !== undefined && amount >= 0 && Number.isSafeInteger(amount) ? amount : undefined;
}

/** A time in Unix seconds, or a span in seconds: above 0, and no later than a Date; undefined for everything else. */
export function secondsOf(value: unknown): number | undefined {
	const seconds = numberOf(value);
	return seconds !== undefined && seconds > 0 && seconds <= LAST_DATE ? seconds : undefined;
}

/** Until when a link works, in Unix seconds; Infinity for one without an end, undefined where it is not known. */
export const deadlineOf = (value: unknown): number | undefined =>
	numberOf(value) === -1 ? Infinity : secondsOf(value);

/** Unix seconds (number or text) as ISO text; undefined when there is no time. */
export function isoSeconds(value: unknown): string | undefined {
	const seconds = secondsOf(value);
	return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
