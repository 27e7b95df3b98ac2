import { defined } from './json';
import { type ErrorKind, isLibraryError, type LibraryError, rethrown } from './libraryError';

interface Traits {
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

const ASK_PERMISSION = 'Ask an administrator of the service for permission, or use another operator or credential.';
const SIGN_IN = 'Check the credential and reconnect it.';
const WRONG_ADDRESS = 'Check the Base URL in the credential, including its path.';
const LATER = 'Try again later, or turn on Retry On Fail in the node settings.';

/** Makes the meaning of a code that is not expected to go away by itself. */
const meaning =
	(kind: ErrorKind) =>
	(what: string, hint?: string, traits: Traits = {}): CodeMeaning => ({
		...defined({ kind, what, hint }),
		...traits,
	});
const [input, auth, notFound] = [meaning('input'), meaning('auth'), meaning('notFound')];
const [conflict, quota, protocol] = [meaning('conflict'), meaning('quota'), meaning('protocol')];
/** The meaning of a code that says that the service cannot work on the request now. */
const busy = (what: string): CodeMeaning => ({ kind: 'busy', what, retryable: true, hint: LATER });
/** The meaning of a code that says that the service itself failed: for a moment, or each time it gets this request. */
const failing = (what: string): CodeMeaning => ({ kind: 'busy', what, retryable: false, retries: 2, hint: LATER });

/** What HTTP statuses mean where the service sent no code, or one that is not known. */
const STATUSES: Readonly<Record<number, CodeMeaning>> = {
	400: input('The service refused the request'),
	401: auth('The service did not accept the credential', SIGN_IN, { clock: true }),
	403: auth("You don't have permission for this", ASK_PERMISSION),
	404: notFound(
		'Not found',
		'Check that the file, library or member exists; if every request fails like this, check the Base URL.',
	),
	405: protocol('The service does not accept this method', WRONG_ADDRESS),
	407: meaning('network')(
		'A proxy between this machine and the service asks for a user name and a password',
		"Check the user name and the password in n8n's proxy settings (HTTP_PROXY, HTTPS_PROXY).",
	),
	408: { kind: 'timeout', what: 'The service did not receive the request in time', retryable: true },
	409: conflict(
		'The service reports a conflict',
		'Something with this name already exists or was changed at the same time.',
	),
	413: input('The request is too large for the service or for a proxy in front of it'),
	429: busy('Too many requests'),
	500: failing('The service failed'),
	501: protocol('The service does not know this request', WRONG_ADDRESS),
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
const meaningOfStatus = (status: number): CodeMeaning =>
	STATUSES[status] ?? (status >= 500 ? failing('The service failed') : input('The service refused the request'));

/** What a web page means that is not there: the service says it as JSON. */
export const OTHER_SERVER = protocol(
	'Not found: the answer is not from the File Library Service',
	'Check the Base URL.',
);

const SAME_SERVICE = 'Check the ID in the credential, and that the Base URL belongs to the same service.';
const SPELLED =
	'Upper and lower case count; include the folder, e.g. Contracts/offer.txt. It may also be in the recycle bin.';
const CHOOSE_LIBRARY = 'Check the ID of the library, or choose it from the list.';

/** Said only where a name may be the cause. */
export const ENCODING =
	' Another common cause is inconsistent encoding of non-ASCII characters: names must be valid UTF-8.';

const SIGNATURE = auth(
	'The service refused the signature',
	'Check the ID and the secret in the credential: the usual cause is a secret that does not belong to the ID.' +
		ENCODING,
	{ signature: true, clock: true },
);

const SPENT = { refreshTokenSpent: true } as const;
const TOKEN_SPENT = { ...SPENT, clock: true } as const;
const TOKEN_REFUSED = { ...TOKEN_SPENT, tokenRefused: true } as const;
const NO_PERMISSION = { permissionMissing: true } as const;
const NOBODY = { memberOrDepartmentMissing: true } as const;

/** The vendor's table (client facts 3, error codes; confidence M) and the document (401041, token errors). */
const CODES: Readonly<Record<string, CodeMeaning>> = {
	// From an upload server, 40001 and 40002 mean that a part arrived damaged (document, upload errors).
	40001: protocol('The service does not know this address', WRONG_ADDRESS, { damagedPart: true }),
	40002: protocol('The service does not accept this method', WRONG_ADDRESS, { damagedPart: true }),
	400012: SIGNATURE,
	40104: SIGNATURE,
	401041: SIGNATURE,
	40013: input(
		"A folder can't be moved or copied into itself or its own subfolder",
		'Choose a destination outside of it.',
	),
	40017: input('The file has no online preview', 'Choose a file of another type.', { noPreview: true }),
	4000325: auth('The password is wrong', SIGN_IN),
	40051: notFound('The storage point does not exist', 'Check the name of the storage point.'),
	40093: conflict('A member with the same email already exists', 'Use another email or update that member.'),
	40101: auth('The access token is not valid', SIGN_IN, TOKEN_REFUSED),
	401010: auth('The refresh token is no longer valid', SIGN_IN, TOKEN_SPENT),
	40102: auth('The access token has expired', SIGN_IN, TOKEN_REFUSED),
	40103: auth('The service does not know the client ID', SAME_SERVICE, { clock: true }),
	40106: auth('The sign-in has timed out', SIGN_IN, { clock: true }),
	40302: auth("This account isn't allowed to sign in", 'Ask an administrator to unblock the account.', {
		accountBlocked: true,
	}),
	40303: auth('The account or password is wrong', SIGN_IN),
	40306: auth('This feature is not enabled', 'An administrator of the enterprise can enable it.', NO_PERMISSION),
	40310: auth("You don't have permission for this operation", ASK_PERMISSION, NO_PERMISSION),
	// Also the answer to a revoked library authorization (assumption), so obtaining it again is worth one attempt.
	40311: auth("You don't have permission for this library", ASK_PERMISSION),
	40321: quota('The library is full', 'Delete files permanently or raise the capacity of the library.'),
	40332: quota('The enterprise has reached its member limit', 'Remove members or raise the limit of the enterprise.'),
	40401: notFound('The library does not exist or was deleted', CHOOSE_LIBRARY, { libraryMissing: true }),
	40402: notFound('The file or folder does not exist or was deleted', SPELLED, { entryMissing: true }),
	40404: notFound('The library does not exist', CHOOSE_LIBRARY, { libraryMissing: true }),
	40406: notFound('The member does not exist', 'Check the ID or account of the member.', NOBODY),
	40407: notFound('The department does not exist', 'Check the ID or path of the department.', NOBODY),
	40410: notFound('The enterprise does not exist', 'Check the ID of the enterprise.'),
	40420: notFound('The account does not exist', 'Check the spelling of the account.', NOBODY),
	40501: auth("The client isn't allowed to use this operation", ASK_PERMISSION, NO_PERMISSION),
	50001: failing('The database of the service failed'),
	50301: busy('No upload server is available'),
	invalid_request: input('The token request has invalid parameters', undefined, { clock: true }),
	unsupported_grant_type: input('The service does not support this kind of sign-in', undefined, SPENT),
	invalid_client: auth('The service does not know the client ID', SAME_SERVICE, { clock: true }),
	unauthorized_client: auth("The client isn't allowed to use this kind of sign-in", ASK_PERMISSION, SPENT),
	deprecated_client: auth(
		'The client ID has expired or is disabled',
		'An administrator can renew it in the management console.',
	),
	invalid_token: auth('The refresh token or sign-on key is not valid', SIGN_IN, TOKEN_SPENT),
	invalid_grant: auth('The sign-in was refused', 'Check the user name and password.', TOKEN_SPENT),
	access_denied: auth('The service blocks the address of this machine', 'An administrator can allow its IP address.'),
	second_verify: auth(
		'The account requires a second factor',
		'Use an account without two-factor authentication, or another kind of sign-in.',
	),
};

/** A code as an error or an answer carries it; absent where the service sent none. */
type Code = number | string | undefined;

/** The meaning of an `error_code`, or of a token endpoint's `error`; undefined when the code is not known. */
const meaningOfCode = (code: Code): CodeMeaning | undefined =>
	code !== undefined && Object.hasOwn(CODES, code) ? CODES[code] : undefined;

/** Whether the table says what a code means. */
export const isKnownCode = (code: Code): boolean => meaningOfCode(code) !== undefined;

/** The HTTP status of an error answered with 200: the first three digits of its code (client facts 3.2). */
export const statusOf = (status: number, code: Code): number =>
	status >= 400 || typeof code !== 'number' ? Math.max(status, 400) : Number(String(code).slice(0, 3));

/** The meaning of a refusal: that of its code where it is known, else that of its HTTP status. */
export const meaningOf = (status: number, code: Code): CodeMeaning =>
	meaningOfCode(code) ?? meaningOfStatus(statusOf(status, code));

/** Whether the code of a refusal has a trait; not where the table does not know it. */
export const hasTrait = ({ code }: Pick<Refusal, 'code'>, trait: keyof Traits): boolean =>
	meaningOfCode(code)?.[trait] === true;

/** Whether the service says that there is no such file or folder: any other failure leaves it open. */
export const isNoSuchEntry = (failure: unknown): failure is LibraryError =>
	isLibraryError(failure) && hasTrait(failure, 'entryMissing');

/** Whether the service says that a member or department does not exist, which a 404 of something else does not say. */
export const isMemberOrDepartmentMissing = (failure: unknown): failure is LibraryError =>
	isLibraryError(failure) && hasTrait(failure, 'memberOrDepartmentMissing');

/** For `catch`: undefined where a member or department does not exist. Throws any other failure. */
export function unlessLeft(failure: unknown): undefined {
	if (!isMemberOrDepartmentMissing(failure)) throw rethrown(failure);
}

/** Statuses of a refusal that says no more. */
const PLAIN_REFUSALS: readonly number[] = [400, 401, 403];

/** What decides the meaning of a refusal. */
interface Refusal {
	readonly status?: number | undefined;
	readonly code?: Code;
}

/** Whether a refusal may have a trait: by its code; where that is not known, its status must not exclude it. */
export function mayHaveTrait({ status, code }: Refusal, trait: keyof Traits): boolean {
	if (isKnownCode(code)) return hasTrait({ code }, trait);
	return status !== undefined && PLAIN_REFUSALS.includes(statusOf(status, code));
}

/**
 * Whether the access token has expired or is unknown (client facts 3.6): by its code, or by a 401 without a code.
 * A refused signature is a 401 too; another token would not help there.
 */
export const isTokenRefused = (refusal: Refusal): boolean =>
	hasTrait(refusal, 'tokenRefused') ||
	(refusal.status === 401 && (refusal.code === undefined || refusal.code === 401));
