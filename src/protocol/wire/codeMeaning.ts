import { defined } from './json';
import type { ErrorKind } from './libraryError';

/** What else a code says, for the code that reacts to it. */
export interface Traits {
	/** The signature was refused: the cause may be a wrong clock or text encoding, not only a wrong secret. */
	readonly signature?: true;
	/** A wrong clock of this machine is among the possible causes. */
	readonly clock?: true;
	/** The access token has expired or is unknown: a new one may succeed. */
	readonly tokenRefused?: true;
	/** This refresh token is of no use any more: the full sign-on may still succeed. */
	readonly refreshTokenSpent?: true;
	/** A permission, feature or account is missing: the same authorization obtained again would be refused again. */
	readonly permissionMissing?: true;
	/** The account is barred from the service: no authorization of it would be accepted. */
	readonly accountBlocked?: true;
	/** The upload server received damaged bytes: the same part may be sent again. */
	readonly damagedPart?: true;
	/** The file has no preview: nothing is wrong with the credential or the service. */
	readonly noPreview?: true;
	/** The member or department that a request names does not exist: one that was to be deleted already is. */
	readonly memberOrDepartmentMissing?: true;
}

/** What an error code of the service or an HTTP status means: for the user, and for the code that reacts to it. */
export interface CodeMeaning extends Traits {
	readonly kind: ErrorKind;
	/** Plain English; the message starts with it. */
	readonly what: string;
	readonly hint?: string;
	/** Whether the failure is expected to pass by itself. Default false. */
	readonly retryable?: boolean;
	/**
	 * How often a repeatable request is sent again all the same, for a failure that is as likely to stay. Absent: as
	 * often as `retryable` says.
	 */
	readonly retries?: number;
}

/** Hints of several codes and statuses. */
export const ASK_PERMISSION =
	'Ask an administrator of the service for permission, or use another operator or credential';
export const SIGN_IN = 'Check the credential and reconnect it';
export const WRONG_ADDRESS = 'Check the Base URL in the credential, including its path';
const LATER = 'Try again later, or turn on Retry On Fail in the node settings';

/** The meaning of a code that is not expected to go away by itself. */
export const meaning = (kind: ErrorKind, what: string, hint?: string, traits: Traits = {}): CodeMeaning => ({
	...defined({ kind, what, hint }),
	...traits,
});
/** The meaning of a code that says that the service cannot work on the request now. */
export const busy = (what: string): CodeMeaning => ({ kind: 'busy', what, retryable: true, hint: LATER });
/** The meaning of a code that says that the service itself failed: for a moment, or each time it gets this request. */
export const failing = (what: string): CodeMeaning => ({
	kind: 'busy',
	what,
	retryable: false,
	retries: 2,
	hint: LATER,
});
