import { defined } from './json';

/** What went wrong, as a closed set; every other part of the package decides by it, never by message text. */
export type ErrorKind =
	| 'input' // wrong input, nothing was sent
	| 'auth' // secret, signature, clock, token or permission is wrong
	| 'notFound'
	| 'conflict'
	| 'quota' // library full, account or member limit
	| 'busy' // the service is overloaded, asks to wait, or has not finished in time
	| 'network' // no connection, or one that broke
	| 'timeout'
	| 'protocol' // an answer that is not of the interface
	| 'upload' // a chunked upload that could not be completed
	| 'aborted'; // cancelled by the caller

export interface ErrorDetails {
	/** operationId of the contract, e.g. `libraryFileCopy`. */
	operation?: string;
	/** HTTP status; absent when no answer arrived. */
	status?: number;
	/** `error_code` of the service, or the `error` word of the token endpoint. */
	code?: number | string;
	/** Whether the same request may succeed when sent again. */
	retryable?: boolean;
	/** How to fix it, in one or two sentences. */
	hint?: string;
	/** Form field the error is about (kind `input`). */
	field?: string;
	/** Input item (from 0) the error is about, where the operation runs over all items at once. */
	item?: number;
	/** Seconds the service asked to wait (Retry-After). */
	retryAfter?: number;
	/** The service's clock minus ours, in seconds, when its answer carried a Date header. */
	clockSkew?: number;
	cause?: unknown;
}

/** The one error this package throws. The message never contains a secret, token, signature or signed link. */
export class LibraryError extends Error {
	readonly operation?: string;
	readonly status?: number;
	readonly code?: number | string;
	readonly retryable: boolean;
	readonly hint?: string;
	readonly field?: string;
	readonly item?: number;
	readonly retryAfter?: number;
	readonly clockSkew?: number;

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

/**
 * The same failure with another message: kind and details stay, except those in `details`. `error` becomes the cause.
 * A function and not a method: errors of another copy of this module pass through here too.
 */
export function reworded(error: LibraryError, message: string, details: ErrorDetails = {}): LibraryError {
	const { operation, status, code, retryable, hint, field, item, retryAfter, clockSkew } = error;
	const kept = defined({ operation, status, code, retryable, hint, field, item, retryAfter, clockSkew });
	return new LibraryError(error.kind, message, { ...kept, cause: error, ...details });
}

/** Nested causes that are looked at; a cause may name itself. */
const DEEPEST_CAUSE = 20;

/**
 * An error and what caused it, from the outside in. It asks for no class: errors of Node's own modules belong to another realm
 * inside vm contexts (jest, sandboxes).
 */
export function* causesOf(error: unknown): Generator<object> {
	let at: unknown = error;
	for (let depth = 0; depth < DEEPEST_CAUSE && typeof at === 'object' && at !== null; depth++) {
		yield at;
		at = 'cause' in at ? at.cause : undefined;
	}
}

/** Wrong input: names the field as the form shows it. Thrown before anything is sent. */
export const inputError = (field: string, message: string, hint?: string): LibraryError =>
	new LibraryError('input', `${field}: ${message}`, { field, retryable: false, ...(hint ? { hint } : {}) });

/** The error for a cancelled operation. */
export const abortedError = (cause?: unknown): LibraryError =>
	new LibraryError('aborted', 'The operation was cancelled', { retryable: false, cause });

/** True for our own error, also when it was thrown by another copy of this module. */
export const isLibraryError = (error: unknown): error is LibraryError =>
	error instanceof Error && error.name === 'LibraryError' && 'kind' in error;
