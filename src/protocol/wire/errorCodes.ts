import type { ErrorKind } from './libraryError';

/** What a code of the service means for a person. */
export interface Reading {
	readonly kind: ErrorKind;
	/** Plain English, beginning of the message. */
	readonly what: string;
	readonly hint?: string;
	/** Default false. */
	readonly retryable?: boolean;
	/** The signature was refused: clock and encoding are worth a look. */
	readonly signature?: true;
}

const input = (what: string, hint?: string): Reading => ({ kind: 'input', what, ...(hint ? { hint } : {}) });
const auth = (what: string, hint: string): Reading => ({ kind: 'auth', what, hint });
const missing = (
	what: string,
	hint = 'Check that it exists, is not in the recycle bin, and is spelled exactly so',
): Reading => ({ kind: 'notFound', what, hint });
const quota = (what: string, hint: string): Reading => ({ kind: 'quota', what, hint });
const conflict = (what: string, hint: string): Reading => ({ kind: 'conflict', what, hint });
const busy = (what: string, retryable = true): Reading => ({
	kind: 'busy',
	what,
	retryable,
	hint: 'Try again later, or turn on Retry On Fail in the settings of the node',
});

const SIGNATURE: Reading = {
	kind: 'auth',
	what: 'The service refused the signature',
	signature: true,
	hint: 'Check id and secret in the credential: a secret that does not belong to the id is the usual cause. The other one is inconsistent encoding of non-ASCII characters: names must be valid UTF-8',
};
const ASK_RIGHT = 'Ask an administrator of the service for the right, or use another operator or credential';
const SIGN_IN = 'Check the credential and connect it again';
const WRONG_ADDRESS = 'Check the Base URL in the credential, including its path';

/** Vendor table (client facts 3, error codes; confidence M) and the document (401041, token errors). */
const CODES: Readonly<Record<string, Reading>> = {
	40001: { kind: 'protocol', what: 'The service does not know this address', hint: WRONG_ADDRESS },
	40002: { kind: 'protocol', what: 'The service does not take this method', hint: WRONG_ADDRESS },
	400012: SIGNATURE,
	40104: SIGNATURE,
	401041: SIGNATURE,
	40013: input('A folder cannot be moved into its own subfolder'),
	40017: input('The file has no online preview'),
	4000325: auth('The password is wrong', SIGN_IN),
	40051: missing('The storage point does not exist', 'Check the name of the storage point'),
	40093: conflict('A member with the same email exists', 'Use another email, or change the existing member'),
	40101: auth('The access token is not valid', SIGN_IN),
	401010: auth('The refresh token is not valid any more', SIGN_IN),
	40102: auth('The access token has expired', SIGN_IN),
	40103: auth(
		'The service does not know the client ID',
		'Check the ID in the credential, and that the Base URL is of the same service',
	),
	40106: auth('The sign-in has timed out', SIGN_IN),
	40302: auth('The account is barred from signing in', ASK_RIGHT),
	40303: auth('Account or password is wrong', SIGN_IN),
	40306: auth('The feature is not enabled', 'An administrator of the enterprise can enable it'),
	40310: auth('No right for this operation', ASK_RIGHT),
	40311: auth('No right for this library', ASK_RIGHT),
	40321: quota('The library is full', 'Delete files for good, or raise the capacity of the library'),
	40332: quota(
		'The enterprise has more members than it may have',
		'Remove members, or raise the limit of the enterprise',
	),
	40401: missing('The library does not exist or was deleted'),
	40402: missing('The file or folder does not exist or was deleted'),
	40404: missing('The library does not exist'),
	40406: missing('The user does not exist', 'Check the ID or account of the user'),
	40407: missing('The department does not exist', 'Check the ID or path of the department'),
	40410: missing('The enterprise does not exist', 'Check the ID of the enterprise'),
	40420: missing('The account does not exist', 'Check the spelling of the account'),
	40501: auth('The client may not use this operation', ASK_RIGHT),
	50001: busy('The database of the service failed', false),
	50301: busy('No upload server is available'),
	invalid_request: input('The token request has invalid parameters'),
	unsupported_grant_type: input('The service does not know this kind of sign-in'),
	invalid_client: auth(
		'The service does not know the client ID',
		'Check the ID in the credential, and that the Base URL is of the same service',
	),
	unauthorized_client: auth('The client may not use this kind of sign-in', ASK_RIGHT),
	deprecated_client: auth(
		'The client ID has expired or is disabled',
		'An administrator can renew it in the management console',
	),
	invalid_token: auth('The refresh token or sign-on key is not valid', SIGN_IN),
	invalid_grant: auth('The sign-in was refused', 'Check user name and password'),
	access_denied: auth('The service blocks the address of this machine', 'An administrator can allow its IP address'),
	second_verify: auth(
		'The account asks for a second factor',
		'Use an account without two-factor authentication, or another kind of sign-in',
	),
};

const STATUSES: Readonly<Record<number, Reading>> = {
	400: input('The service refused the request'),
	401: auth('The service did not accept the credential', SIGN_IN),
	403: auth('No right for this', ASK_RIGHT),
	404: missing('Not found', 'Check that what is named exists; when nothing is found at all, check the Base URL'),
	405: { kind: 'protocol', what: 'The service does not take this method', hint: WRONG_ADDRESS },
	408: { kind: 'timeout', what: 'The service waited too long for the request', retryable: true },
	409: conflict('The service reports a conflict', 'Something with this name exists, or was changed at the same time'),
	413: input('The request is too large for the service or a proxy before it'),
	429: busy('Too many requests'),
	500: busy('The service failed', false),
	502: busy('The service cannot be reached behind its gateway, or is being upgraded'),
	503: busy('The service is not available'),
	504: {
		kind: 'timeout',
		what: 'The service did not answer its gateway in time',
		retryable: true,
		hint: 'Try again later',
	},
};

/** The meaning of an `error_code` or of a token endpoint's `error`; undefined when the code is not known. */
export const readCode = (code: number | string): Reading | undefined =>
	Object.hasOwn(CODES, code) ? CODES[code] : undefined;

/** The meaning of an HTTP status >= 400; unknown ones by their hundreds. */
export const readStatus = (status: number): Reading =>
	STATUSES[status] ?? (status >= 500 ? busy('The service failed', false) : input('The service refused the request'));
