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
	/** The file or folder that a request names does not exist; a library that does not has another code. */
	readonly entryMissing?: true;
	/** The member or department that a request names does not exist: one that was to be deleted already is. */
	readonly memberOrDepartmentMissing?: true;
	/** The library that a request names does not exist, whatever else it names. */
	readonly libraryMissing?: true;
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
	'Ask an administrator of the service for permission, or use another operator or credential.';
export const SIGN_IN = 'Check the credential and reconnect it.';
export const WRONG_ADDRESS = 'Check the Base URL in the credential, including its path.';
const LATER = 'Try again later, or turn on Retry On Fail in the node settings.';

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

/** What HTTP statuses mean where the service sent no code, or one that is not known. */
const STATUSES: Readonly<Record<number, CodeMeaning>> = {
	400: meaning('input', 'The service refused the request'),
	401: meaning('auth', 'The service did not accept the credential', SIGN_IN, { clock: true }),
	403: meaning('auth', "You don't have permission for this", ASK_PERMISSION),
	404: meaning(
		'notFound',
		'Not found',
		'Check that the file, library or member exists; if every request fails like this, check the Base URL.',
	),
	405: meaning('protocol', 'The service does not accept this method', WRONG_ADDRESS),
	407: meaning(
		'network',
		'A proxy between this machine and the service asks for a user name and a password',
		"Check the user name and the password in n8n's proxy settings (HTTP_PROXY, HTTPS_PROXY).",
	),
	408: { kind: 'timeout', what: 'The service did not receive the request in time', retryable: true },
	409: meaning(
		'conflict',
		'The service reports a conflict',
		'Something with this name already exists or was changed at the same time.',
	),
	413: meaning('input', 'The request is too large for the service or for a proxy in front of it'),
	429: busy('Too many requests'),
	500: failing('The service failed'),
	501: meaning('protocol', 'The service does not know this request', WRONG_ADDRESS),
	502: busy('The service cannot be reached behind its gateway or is being upgraded'),
	503: busy('The service is not available'),
	504: {
		kind: 'timeout',
		what: 'The service did not answer its gateway in time',
		retryable: true,
		hint: 'Try again later.',
	},
};

/**
 * The meaning of an HTTP status of 400 or more. One that is not listed means what its class means: 500 and up, the
 * service failed; below, it refused the request.
 */
export const meaningOfStatus = (status: number): CodeMeaning =>
	STATUSES[status] ??
	(status >= 500 ? failing('The service failed') : meaning('input', 'The service refused the request'));
