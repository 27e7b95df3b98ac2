import { defined, type JsonObject } from './json';

/** What went wrong, as a closed set; every other part of the package decides by it, never by message text. */
export type ErrorKind =
	| 'input' // invalid input; nothing was sent, or the service refused it
	| 'auth' // a wrong secret, signature, clock or token, or a missing permission
	| 'notFound'
	| 'conflict'
	| 'quota' // the library is full, or an account or member limit is reached
	| 'busy' // the service is overloaded, asks to wait or has not finished in time
	| 'network' // no connection, or one that was lost
	| 'timeout'
	| 'protocol' // an answer that does not follow the interface
	| 'upload' // a chunked upload that could not be completed
	| 'aborted'; // cancelled by the caller

/** The one error this package throws. The message never contains a secret, token, signature or signed link. */
export class LibraryError extends Error {
	/** operationId of the contract, e.g. `libraryFileCopy`. */
	readonly operation?: string;
	/** HTTP status; absent when there was no answer. */
	readonly status?: number;
	/** `error_code` of the service, or the `error` word of the token endpoint. */
	readonly code?: number | string;
	/** Whether the failure is expected to pass, so that the same request may succeed when sent again. */
	readonly retryable: boolean;
	/** How often a repeatable request is worth sending again although the failure is as likely to stay. */
	readonly retries?: number;
	/** How to fix it, in one or two sentences. */
	readonly hint?: string;
	/** Form field the error is about (kind `input`). */
	readonly field?: string;
	/** The field is empty and must not be. */
	readonly isMissing?: true;
	/** Index (from 0) of the input item the error is about, where one operation runs over all items. */
	readonly item?: number;
	/** Seconds the service asked to wait (Retry-After). */
	readonly retryAfter?: number;
	/** The service's clock minus ours, in seconds, when its answer contained a Date header. */
	readonly clockSkew?: number;
	/** What a person may need beside the message, e.g. the changes that were made before a run stopped. */
	readonly data?: JsonObject;
	/** Offset in bytes from which an upload server wants the content, where its refusal says so. */
	readonly expectedOffset?: number;

	constructor(
		readonly kind: ErrorKind,
		message: string,
		details: ErrorDetails = {},
	) {
		super(message, details.cause === undefined ? undefined : { cause: details.cause });
		this.name = 'LibraryError';
		Object.assign(this, details);
		this.retryable = details.retryable ?? (kind === 'network' || kind === 'timeout' || kind === 'busy');
	}
}

/** What a LibraryError knows beyond kind and message. */
export type ErrorDetails = Partial<Omit<LibraryError, 'kind' | Exclude<keyof Error, 'cause'>>>;

/**
 * The same failure with another message: kind and details stay, except those in `details`. `error` becomes the cause.
 * A function, not a method: it also accepts errors that another copy of this module has thrown.
 */
export function reworded(error: LibraryError, message: string, details: ErrorDetails = {}): LibraryError {
	const { kind, name: _name, ...known } = error;
	return new LibraryError(kind, message, { ...defined(known), cause: error, ...details });
}

/** How many nested causes are followed: a chain of causes may be circular. */
const MAX_CAUSES = 20;

/** An error and its causes, outermost first. Not by `instanceof`: errors may be of another realm (jest, sandboxes). */
export function* causesOf(error: unknown): Generator<object> {
	let at: unknown = error;
	for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth++) {
		yield at;
		at = 'cause' in at ? at.cause : undefined;
	}
}

const wrongInput = (field: string, message: string, hint?: string, isMissing?: true): LibraryError =>
	new LibraryError('input', message, { field, retryable: false, ...defined({ hint: hint || undefined, isMissing }) });

/**
 * The error for invalid input; `field` is named as the form shows it, `predicate` says of it what is wrong: `Limit must
 * be at least 1`. As names of fields may be plural, it is one that fits both. Thrown before anything is sent.
 */
export const inputError = (field: string, predicate: string, hint?: string): LibraryError =>
	wrongInput(field, `${field} ${predicate}`, hint);

/** The same for what a value is or contains; `sentence` is whole: `Tags: "a;b" contains ";", which …`. */
export const valueError = (field: string, sentence: string, hint?: string): LibraryError =>
	wrongInput(field, `${field}: ${sentence}`, hint);

/** What to do about an empty field: `Choose File first`; in a list: `Choose Member in row 2 of Members`. */
export function toDo(verb: 'Fill in' | 'Choose' | 'Choose something in', field: string): string {
	const [, list, row, cell] = /^(.+), (row \d+), (.+)$/.exec(field) ?? [];
	return cell === undefined ? `${verb} ${field} first` : `${verb} ${cell} in ${row} of ${list}`;
}

/** The error for a field that is empty and must not be; `message` says what to do first. */
export const missingError = (field: string, message = toDo('Fill in', field), hint?: string): LibraryError =>
	wrongInput(field, message, hint, true);

/** The error for an expression without a value, which must not pass for an empty field. */
export const gaveNothing = (field: string): LibraryError =>
	valueError(field, 'the expression gave nothing for this item', 'Check the field name in {{ … }}.');

/** The error for a cancelled operation. */
export const abortedError = (cause?: unknown): LibraryError =>
	new LibraryError('aborted', 'The operation was cancelled', { retryable: false, cause });

/** Whether this is a LibraryError, of this or of another copy of this module. */
export const isLibraryError = (error: unknown): error is LibraryError =>
	error instanceof Error && error.name === 'LibraryError' && 'kind' in error;

/**
 * What was caught, to be thrown on. n8n's rules for community nodes want a NodeApiError wherever that is done; what is
 * below `src/n8n` knows nothing of n8n, whose errors are made in one place (src/n8n/context/errors.ts).
 */
export const rethrown = (cause: unknown): unknown => cause;

/* Values as messages show them. */

/** Characters of a value that a message shows. */
const SHOWN = 60;

const codePoint = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * A text as a message shows it: in quotes, its first 60 characters, with the code points of characters that cannot be
 * seen or sent.
 */
export function quoted(text: string): string {
	// Twice as many code units hold that many characters; a long text is not taken apart as a whole.
	const characters = [...text.slice(0, 2 * SHOWN + 2)];
	const cut = characters.length > SHOWN || text.length > 2 * SHOWN + 2;
	const start = characters.slice(0, SHOWN).join('');
	return `"${start.replace(/[\p{Cc}\p{Cs}]/gu, codePoint)}${cut ? '…' : ''}"`;
}

/** A text that ends as a sentence does. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A number of things in words, e.g. `1 file` and `2 files`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/**
 * The first half of a surrogate pair or control character (ASCII) in a text, as its code point; undefined if there is
 * none. Line breaks and tabs belong to a text of several lines.
 */
export function unsendable(text: string, multiline: boolean): string | undefined {
	// U+0080 to U+009F are in names of files whose encoding was misread once, and name them rightly.
	const found = /(?![\u0080-\u009f])[\p{Cc}\p{Cs}]/u.exec(multiline ? text.replace(/[\t\n\r]/g, ' ') : text);
	return found ? codePoint(found[0]) : undefined;
}
