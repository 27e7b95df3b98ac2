import { LibraryError, abortedError, causesOf, isLibraryError } from '../../protocol/wire/libraryError';

/** The origin of an address: what an error may show. Path, query and user info of a signed link may hold keys. */
export const place = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'an invalid address');

interface Reading {
	kind: 'network' | 'timeout';
	what: string;
	hint: string;
	retryable: boolean;
}

const TLS_HINT =
	'Let the server present a certificate this machine trusts (NODE_EXTRA_CA_CERTS adds an own authority), or turn on "Ignore SSL Issues" in the credential';
const REACH_HINT = 'Check the Base URL in the credential, and that this machine may reach it (firewall, proxy)';
const network = (what: string, hint: string, retryable = true): Reading => ({ kind: 'network', what, hint, retryable });
const timeout = (what: string, hint: string): Reading => ({ kind: 'timeout', what, hint, retryable: true });

const READINGS: Readonly<Record<string, Reading>> = {
	ECONNREFUSED: network('the connection was refused', REACH_HINT),
	EHOSTUNREACH: network('the host cannot be reached', REACH_HINT),
	ENETUNREACH: network('the network cannot be reached', REACH_HINT),
	// A name that does not exist will not exist in a second either.
	ENOTFOUND: network('the host name is unknown', 'Check the spelling of the host in the Base URL', false),
	EAI_AGAIN: network('the host name could not be looked up', 'The name server did not answer; try again later'),
	UND_ERR_CONNECT_TIMEOUT: timeout('no connection within the time limit', REACH_HINT),
	ETIMEDOUT: timeout('no connection within the time limit', REACH_HINT),
	UND_ERR_HEADERS_TIMEOUT: timeout(
		'no answer within the time limit',
		'The service may be overloaded; try again later',
	),
	UND_ERR_BODY_TIMEOUT: timeout(
		'the transfer stood still for too long',
		'The connection is slow or was cut; try again later',
	),
	UND_ERR_SOCKET: network(
		'the connection was closed early',
		'Try again; when it stays so, look at proxies between this machine and the service',
	),
	ECONNRESET: network(
		'the connection was reset',
		'Try again; when it stays so, look at proxies between this machine and the service',
	),
	EPIPE: network(
		'the connection was closed while sending',
		'Try again; when it stays so, look at proxies between this machine and the service',
	),
	EPROTO: network(
		'the secure connection failed',
		'Check whether the Base URL should begin with http:// instead of https://',
		false,
	),
	ERR_SSL_WRONG_VERSION_NUMBER: network(
		'the server does not speak HTTPS there',
		'Check whether the Base URL should begin with http:// instead of https://',
		false,
	),
	HPE_INVALID_CONSTANT: network('the answer is not HTTP', 'Check protocol and port of the Base URL', false),
};

const CERTIFICATE =
	/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE)/;

/** Codes with which not one byte of the request can have reached the service. */
const UNSENT: ReadonlySet<unknown> = new Set([
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EAI_AGAIN',
	'ENOTFOUND',
	'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the request provably did not reach the service, so that even a write may be sent again. */
export const neverSent = (error: LibraryError): boolean =>
	error.kind !== 'aborted' && error.status === undefined && UNSENT.has(error.code);

function codeOf(cause: unknown): string | undefined {
	for (const error of causesOf(cause)) if ('code' in error && typeof error.code === 'string') return error.code;
	return undefined;
}

/**
 * A failed transfer as LibraryError: `aborted` when the signal was, else `network` or `timeout` by the error's code.
 * The message holds the origin only. A LibraryError passes through unchanged.
 */
export function transportError(
	cause: unknown,
	{ url, signal, operation }: { url: string; signal?: AbortSignal; operation?: string },
): LibraryError {
	if (signal?.aborted) return isLibraryError(signal.reason) ? signal.reason : abortedError(signal.reason);
	if (isLibraryError(cause)) return cause;
	const code = codeOf(cause);
	const known = code === undefined ? undefined : READINGS[code];
	const reading =
		known ??
		(code !== undefined && CERTIFICATE.test(code)
			? network(`the server's certificate is not trusted (${code})`, TLS_HINT, false)
			: network(`the transfer failed${code ? ` (${code})` : ''}`, REACH_HINT));
	return new LibraryError(reading.kind, `${place(url)}: ${reading.what}`, {
		retryable: reading.retryable,
		hint: reading.hint,
		cause,
		...(code ? { code } : {}),
		...(operation ? { operation } : {}),
	});
}
