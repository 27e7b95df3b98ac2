import { methodOf, pathOf, type ServiceRequest } from '../../protocol/operation/define';
import { type Answer, errorIn, errorNumbers, isWebPage, parseBody } from '../../protocol/wire/errorBody';
import { retryAfter } from '../../protocol/wire/decode';
import { statusOf } from '../../protocol/wire/errorCodes';
import { amountOf, defined, fieldsIn } from '../../protocol/wire/json';
import { type ErrorKind, LibraryError } from '../../protocol/wire/libraryError';
import { withoutEndSlashes } from '../../protocol/wire/paths';
import { scrubber } from '../../protocol/wire/scrub';
import type { Clock } from '../async/clock';
import { oneOf } from '../async/tasks';
import { serviceUrl } from '../http/addresses';
import { SILENCE_MS } from '../http/slowTransfer';
import type { HttpRequest } from '../http/types';
import { answerTo, type Caller, hiddenBy } from '../service/call';

/* Upload servers: their addresses, one request to one of them, and what it means when they refuse it. */

/** Bytes of an answer that are read; answers are short. */
const MAX_TEXT = 64 * 1024;

/** One request to an upload server; its headers follow those of `values`. */
export interface ServerRequest extends Pick<HttpRequest, 'headers' | 'body'> {
	readonly op: ServiceRequest;
	/** Address of the upload server, without trailing slash. */
	readonly server: string;
	/** Values of the headers `x-<vendor prefix>-upload-<name>`. */
	readonly values: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** Begins with `?`. */
	readonly query?: string;
}

/**
 * Sends one request to an upload server and returns status and text of a success. Throws LibraryError with status and
 * code for everything else; for a web page, without status. The message never contains the session or the token.
 */
export async function sendToServer(
	caller: Caller,
	{ op, server, values, signal, query = '', headers, body }: ServerRequest,
): Promise<Answer> {
	const prefix = caller.account().vendorPrefix;
	const named = Object.entries(values).map(([name, value]) => [`x-${prefix}-upload-${name}`, value]);
	const http: HttpRequest = {
		method: methodOf(op),
		url: `${server}${pathOf(op)}${query}`,
		operation: op.id,
		headers: { ...Object.fromEntries(named), ...headers },
		signal,
		...defined({ body }),
	};
	const answer = await oneOf(caller.underWay, async () => await answerTo(caller, http, SILENCE_MS.chunk, MAX_TEXT));
	const refuse = () => refusal(http, answer, caller.clock.now(), hiddenBy(caller));
	if (answer.status >= 300) throw refuse();
	// A page with status 200 does not mean that anything was stored. Plain text may be sent with the type of a page.
	if (isWebPage(answer.headers, answer.text) && /^\s*</.test(answer.text)) throw webPageInstead(http, answer);
	if (serverError(answer).code !== undefined) throw refuse();
	return answer;
}

const MEANING: Readonly<Record<number, string>> = {
	401: "The upload server doesn't recognize the upload session",
	404: "The upload server wasn't found at the address that the service returned",
	409: 'The upload server expected a different part of the file (offset mismatch)',
	410: "The upload server isn't accepting data for this file right now",
	413: 'A chunk is too large for the upload server',
	416: 'The upload server refused the byte range of a chunk',
	429: 'The upload server is receiving too many requests',
	500: 'The upload server failed',
	503: "The upload server isn't available",
};
const SMALLER_CHUNKS = 'Choose a smaller chunk size: a proxy in front of the upload server may allow less than 10 MB';

const kindOf = (status: number): ErrorKind =>
	status >= 500 || status === 429 ? 'busy' : status === 403 ? 'auth' : 'upload';

/** The `error_code` in a body, where there is one: upload servers use numbers of their own, and bodies are optional. */
export function serverError(answer: Answer): { code?: number; message?: string } {
	const { code, message } = errorIn(jsonOf(answer));
	return defined({ code: typeof code === 'number' ? code : undefined, message });
}

/** The body of an answer; undefined where it is no JSON. */
export function jsonOf({ text }: Answer): unknown {
	const body = parseBody(text);
	return body.json ? body.value : undefined;
}

/**
 * A refusal as LibraryError with status and code. The status decides, since bodies are optional (E12); that of an error
 * which is answered with status 200 is in its code. `secrets` are cut out of the server's text.
 */
export function refusal(request: HttpRequest, answer: Answer, nowMs: number, secrets: readonly string[]): LibraryError {
	const { code, message } = serverError(answer);
	const status = statusOf(answer.status, code);
	// A server that repeats what it was sent could reveal the session or the token.
	const scrub = scrubber([...secrets, ...keysOf(request)]);
	const reason = message ? `: ${scrub(message).slice(0, 300)}` : '';
	const what = MEANING[status] ?? 'The upload server refused the request';
	return new LibraryError(kindOf(status), `${what}${reason} (${errorNumbers(code, answer.status)})`, {
		status,
		retryable: status >= 500 || status === 429,
		...defined({
			operation: request.operation,
			code,
			retryAfter: retryAfter(answer.headers, nowMs),
			expectedOffset: status === 409 ? amountOf(fieldsIn(jsonOf(answer)).expect) : undefined,
			hint: status === 413 ? SMALLER_CHUNKS : undefined,
		}),
	});
}

/** The session and the token that a request carries. */
const keysOf = ({ headers = {} }: HttpRequest): string[] =>
	Object.entries(headers).flatMap(([name, value]) => (/-(upload-session|token)$/.test(name) ? [value] : []));

/**
 * A web page (a proxy's sign-in or maintenance page) in place of the upload server's answer. Without status: the upload
 * server said nothing. The page may not come again, so the next step is to ask.
 */
const webPageInstead = ({ operation }: HttpRequest, { status }: Answer): LibraryError =>
	new LibraryError('protocol', `A web page was returned in place of the upload server's answer (HTTP ${status})`, {
		retryable: true,
		hint: 'Check the proxies between this machine and the upload server',
		...defined({ operation }),
	});

const MAX_SERVERS = 100;

/**
 * Addresses of upload servers without trailing slash. The service sends one, several with commas, or a list; host,
 * host:port or URL; without a scheme, that of the Base URL applies (C05, client facts 5.10). Anything that is not an
 * http(s) address is left out.
 */
export function uploadServers(value: unknown, baseUrl: string): string[] {
	const scheme = serviceUrl(baseUrl, '/').protocol;
	return [value]
		.flat()
		.filter((item): item is string => typeof item === 'string')
		.flatMap((item) => item.split(',', MAX_SERVERS))
		.slice(0, MAX_SERVERS)
		.map((item) => withScheme(item.trim(), scheme))
		.filter((item) => /^https?:/i.test(item) && URL.canParse(item))
		.map(withoutEndSlashes);
}

function withScheme(address: string, scheme: string): string {
	if (address.startsWith('//')) return `${scheme}${address}`;
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `${scheme}//${address}`;
}

/** One of several servers at random, so that uploads spread over them (document); undefined when there is none. */
export const anyOf = (servers: readonly string[], clock: Clock): string | undefined =>
	servers[Math.floor(clock.random() * servers.length)];
