import { defined } from '../../protocol/wire/json';
import { CODING_HINT } from '../../protocol/wire/errorBody';
import { causesOf, isLibraryError, LibraryError } from '../../protocol/wire/libraryError';

/** The part of an address that errors may show: path, query and user info of a signed link may contain keys. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'an invalid address');

interface FailureMeaning {
	readonly kind: 'network' | 'timeout' | 'protocol';
	readonly what: string;
	readonly hint: string;
	readonly retryable: boolean;
}

const network = (what: string, hint: string, retryable = true): FailureMeaning => ({
	kind: 'network',
	what,
	hint,
	retryable,
});
const timeout = (what: string, hint: string): FailureMeaning => ({ kind: 'timeout', what, hint, retryable: true });

const TLS_HINT =
	'Install a certificate on the server that this machine trusts (NODE_EXTRA_CA_CERTS adds a private authority), ' +
	'or turn on "Ignore SSL Issues" in the credential';
const REACH_HINT =
	'Check the Base URL in the credential, and that this machine can reach it (firewall, proxy). ' +
	'If it worked before, the service may be restarting: try again, or turn on Retry On Fail';
const PROXY_HINT = 'If it keeps happening, check the proxies between this machine and the service';
const PROTOCOL_HINT =
	'Check the protocol and port of the Base URL, and the proxies between this machine and the service';
const PROXY_SETTINGS_HINT =
	"Check n8n's proxy settings: the address, user name and password in HTTP_PROXY and HTTPS_PROXY, and NO_PROXY for " +
	'servers that are reached without it';
const SCHEME_HINT = 'Check whether the Base URL should start with http:// instead of https://';

const LONGER_HINT =
	'Try again later. Where the service needs more time, raise Timeout (Seconds) in the options of the node';
const OPEN_FILES_HINT =
	'Lower Concurrency in the options of the node, or raise the limit of open files for n8n (ulimit -n)';

/** What an error says of a body that cannot be decompressed. */
export const undecodable = (why: string): string => `the answer is compressed and can't be decompressed (${why})`;

const MEANINGS: Readonly<Record<string, FailureMeaning>> = {
	ECONNREFUSED: network('the connection was refused', REACH_HINT),
	EHOSTUNREACH: network('the host cannot be reached', REACH_HINT),
	ENETUNREACH: network('the network cannot be reached', REACH_HINT),
	// A name that does not exist will not exist in a second either.
	ENOTFOUND: network('the host name is unknown', 'Check the spelling of the host in the Base URL', false),
	EAI_AGAIN: network('the host name could not be looked up', 'The name server did not answer; try again later'),
	UND_ERR_CONNECT_TIMEOUT: timeout('no connection within the time limit', REACH_HINT),
	ETIMEDOUT: timeout('no connection within the time limit', REACH_HINT),
	UND_ERR_HEADERS_TIMEOUT: timeout('no answer within the time limit', LONGER_HINT),
	UND_ERR_BODY_TIMEOUT: timeout('no data arrived within the time limit', LONGER_HINT),
	UND_ERR_SOCKET: network('the connection was closed early', PROXY_HINT),
	ECONNRESET: network('the connection was reset', PROXY_HINT),
	EPIPE: network('the connection was closed while sending', PROXY_HINT),
	EMFILE: network('this n8n has too many files and connections open', OPEN_FILES_HINT),
	ENFILE: network('this machine has too many files and connections open', OPEN_FILES_HINT),
	EACCES: network('this machine does not allow the connection', REACH_HINT, false),
	EPERM: network('this machine does not allow the connection', REACH_HINT, false),
	EPROTO: network('the secure connection failed', SCHEME_HINT, false),
	ERR_SSL_WRONG_VERSION_NUMBER: network('the server does not speak HTTPS at this address', SCHEME_HINT, false),
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: network('the answer does not have the length that it announces', PROXY_HINT),
};

/** Of an answer that will be the same the next time. */
const unusable = (what: string, hint: string): FailureMeaning => ({ kind: 'protocol', what, hint, retryable: false });

const HEADER_HINT =
	'Report this to the operator of the service, or of the proxies between this machine and the service';
/** Header fields beyond what Node.js takes. */
const HEADER_CODES = /^(?:UND_ERR_HEADERS|HPE_HEADER)_OVERFLOW$/;
/** What the parsers of undici and Node.js cannot read; undici 7.30 gives it a name and no code. */
const NOT_HTTP = 'HPE_INVALID';

const CERTIFICATE_CODES = new RegExp(
	'^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CRL_|' +
		'HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE)',
);

/** Codes with which not one byte of the request can have reached the service. */
const UNSENT_CODES: ReadonlySet<unknown> = new Set([
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EAI_AGAIN',
	'ENOTFOUND',
	'UND_ERR_CONNECT_TIMEOUT',
	'EMFILE',
	'ENFILE',
]);

/** Whether the request provably did not reach the service, so that even a write may be sent again. */
export const neverSent = (error: LibraryError): boolean =>
	error.kind !== 'aborted' && error.status === undefined && UNSENT_CODES.has(error.code);

/** Whether an answer was given up because nothing came for too long: the request may still be worked on. */
export const stayedSilent = ({ code }: LibraryError): boolean =>
	code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';

/** Whether the request may have reached the service, and its answer did not come whole; it then has no status. */
export const wasLost = (error: LibraryError): boolean =>
	error.status === undefined &&
	!neverSent(error) &&
	(error.kind === 'timeout' || error.kind === 'protocol' || (error.kind === 'network' && error.retryable));

/** Codes for a body that an edition's own connections could not decompress. */
const DECODER_CODES = /^(?:Z_|ERR__ERROR_|ERR_BROTLI|ZSTD_)/;

function codeOf(cause: unknown): string | undefined {
	for (const error of causesOf(cause)) {
		if ('code' in error && typeof error.code === 'string') return error.code;
		if ('name' in error && error.name === 'HTTPParserError') return NOT_HTTP;
	}
	return undefined;
}

/** undici gives the status of a proxy that opens no tunnel in a text only. */
const REFUSED_TUNNEL = /^Proxy response \((\d{3})\)/;

function refusedTunnel(cause: unknown): FailureMeaning | undefined {
	for (const error of causesOf(cause)) {
		const status = error instanceof Error ? REFUSED_TUNNEL.exec(error.message)?.[1] : undefined;
		if (status) return network(`the proxy refused the connection (HTTP ${status})`, PROXY_SETTINGS_HINT, false);
	}
	return undefined;
}

function meaningOf(code: string | undefined): FailureMeaning {
	const known = code === undefined ? undefined : MEANINGS[code];
	if (known) return known;
	if (code === undefined) return network('the transfer failed', REACH_HINT);
	if (HEADER_CODES.test(code)) return unusable('the header fields of the answer are too long', HEADER_HINT);
	if (code.startsWith('HPE_')) return network('the answer is not HTTP', PROTOCOL_HINT);
	if (CERTIFICATE_CODES.test(code))
		return network(`the server's certificate is not trusted (${code})`, TLS_HINT, false);
	if (DECODER_CODES.test(code)) return unusable(undecodable(code), CODING_HINT);
	return network(`the transfer failed (${code})`, REACH_HINT);
}

/**
 * A failed transfer as LibraryError: `network`, `timeout` or `protocol` by the code of the error or of a cause. The
 * message contains the origin only. A LibraryError passes through unchanged.
 */
export function transportError(
	cause: unknown,
	{ url, operation }: { readonly url: string; readonly operation?: string },
): LibraryError {
	if (isLibraryError(cause)) return cause;
	const code = codeOf(cause);
	const { kind, what, hint, retryable } = refusedTunnel(cause) ?? meaningOf(code);
	return new LibraryError(kind, `${originOf(url)}: ${what}`, {
		...defined({ code, operation }),
		retryable,
		hint,
		cause,
	});
}
