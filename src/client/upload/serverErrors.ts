import type { Answer } from '../../protocol/wire/answer';
import { retryAfter } from '../../protocol/wire/decode';
import { errorIn, errorNumbers, parseBody } from '../../protocol/wire/errorBody';
import { statusOf } from '../../protocol/wire/errorCodes';
import { defined, fieldsIn, numberOf } from '../../protocol/wire/json';
import { LibraryError, type ErrorKind } from '../../protocol/wire/libraryError';
import { scrubber } from '../../protocol/wire/scrub';
import type { HttpRequest } from '../http/types';

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
export function serverError({ text }: Answer): { code?: number; message?: string } {
	const body = parseBody(text);
	const { code, message } = errorIn(body.json ? body.value : undefined);
	return defined({ code: typeof code === 'number' ? code : undefined, message });
}

/** The offset from which the server wants the content, as its answer 409 says. */
function expectedOffset({ text }: Answer): number | undefined {
	const body = parseBody(text);
	const offset = body.json ? numberOf(fieldsIn(body.value).expect) : undefined;
	return Number.isSafeInteger(offset) ? offset : undefined;
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
			expectedOffset: status === 409 ? expectedOffset(answer) : undefined,
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
export const webPageInstead = ({ operation }: HttpRequest, { status }: Answer): LibraryError =>
	new LibraryError('protocol', `A web page was returned in place of the upload server's answer (HTTP ${status})`, {
		retryable: true,
		hint: 'Check the proxies between this machine and the upload server',
		...defined({ operation }),
	});
