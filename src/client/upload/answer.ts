import type { HttpRequest } from '../http/types';
import { retryAfter } from '../../protocol/wire/decode';
import { LibraryError, type ErrorKind } from '../../protocol/wire/libraryError';
import type { Caller } from '../service/call';

/**
 * Sends one request to an upload server and answers status and text of a 2xx.
 * Throws LibraryError with status and code for everything else; for a web page without status, since the upload server did not answer. Upload servers number their errors apart from the service,
 * and bodies are optional, so the status decides (ambiguities E12). The message never holds the session.
 */
export async function uploadAnswer(caller: Caller, request: HttpRequest): Promise<{ status: number; text: string }> {
	const answer = await caller.http.request(request);
	const text = await answer.text(64 * 1024);
	const { code, message } = errorIn(text);
	// A proxy's page (sign-in, maintenance) with status 200 does not mean that anything was stored.
	if (answer.status < 300 && isPage(answer.headers, text)) throw strangePage(request, answer.status);
	if (answer.status < 300 && code === undefined) return { status: answer.status, text };
	const wait = retryAfter(answer.headers, caller.clock.now());
	const said = message && !holdsKey(message, request) ? `: ${message.slice(0, 300)}` : '';
	const numbers = [...(code === undefined ? [] : [`error ${code}`]), `HTTP ${answer.status}`].join(', ');
	throw new LibraryError(
		kindOf(answer.status),
		`${MEANING[answer.status] ?? 'The upload server refused the request'}${said} (${numbers})`,
		{
			status: answer.status,
			retryable: answer.status >= 500 || answer.status === 429,
			...(request.operation ? { operation: request.operation } : {}),
			...(code === undefined ? {} : { code }),
			...(wait === undefined ? {} : { retryAfter: wait }),
			...(answer.status === 413
				? { hint: 'Choose a smaller chunk size: a proxy before the upload server may allow less than 10 MB' }
				: {}),
		},
	);
}

const MEANING: Readonly<Record<number, string>> = {
	401: 'The upload server does not know the upload session',
	404: 'The upload server was not found at the address the service gave',
	409: 'The upload server expects other bytes than were sent',
	410: 'The upload server takes no more bytes for now',
	413: 'A chunk is too large for the upload server',
	416: 'The upload server refused the range of a chunk',
	429: 'The upload server gets too many requests',
	500: 'The upload server failed',
	503: 'The upload server is not available',
};

const kindOf = (status: number): ErrorKind =>
	status >= 500 || status === 429 ? 'busy' : status === 403 ? 'auth' : 'upload';

function errorIn(text: string): { code?: number; message?: string } {
	try {
		const body: unknown = JSON.parse(text);
		if (typeof body !== 'object' || body === null) return {};
		const code = 'error_code' in body ? Number(body.error_code) : 0;
		const message = 'error_msg' in body && typeof body.error_msg === 'string' ? body.error_msg : '';
		return { ...(code === 0 || Number.isNaN(code) ? {} : { code }), ...(message ? { message } : {}) };
	} catch {
		return {};
	}
}

/** A server that repeats what it was sent could show the session or the token. */
const holdsKey = (message: string, { headers = {} }: HttpRequest): boolean =>
	Object.entries(headers).some(([name, value]) => /-(upload-session|token)$/.test(name) && message.includes(value));

/** Without status: it is no answer of the upload server. The page may not come again, so the next step is to ask. */
const strangePage = ({ operation }: HttpRequest, status: number): LibraryError =>
	new LibraryError('protocol', `A web page answered in place of the upload server (HTTP ${status})`, {
		retryable: true,
		hint: 'Look at proxies between this machine and the upload server',
		...(operation ? { operation } : {}),
	});

const isPage = (headers: Readonly<Record<string, string>>, text: string): boolean =>
	(/html/i.test(headers['content-type'] ?? '') && /^\s*</.test(text)) || /^\s*<(!doctype|html|head|body)/i.test(text);
