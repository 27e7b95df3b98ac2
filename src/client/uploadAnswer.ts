import { retryAfter } from '../protocol/decode';
import { LibraryError, type ErrorKind } from '../protocol/errors';
import type { Caller } from './call';
import type { HttpRequest } from './http';

/**
 * Sends one request to an upload server and answers status and text of a 2xx.
 * Throws LibraryError with status and code for everything else. Upload servers number their errors apart from the service,
 * and bodies are optional, so the status decides (ambiguities E12). The message never holds the session.
 */
export async function uploadAnswer(caller: Caller, request: HttpRequest): Promise<{ status: number; text: string }> {
	const answer = await caller.http.request(request);
	const text = await answer.text(64 * 1024);
	const { code, message } = errorIn(text);
	if (answer.status < 300 && code === undefined) return { status: answer.status, text };
	const wait = retryAfter(answer.headers, caller.clock.now());
	const said = message && !holdsKey(message, request) ? `: ${message.slice(0, 300)}` : '';
	const numbers = [...(code === undefined ? [] : [`error ${code}`]), `HTTP ${answer.status}`].join(', ');
	throw new LibraryError(kindOf(answer.status), `${MEANING[answer.status] ?? 'The upload server refused the request'}${said} (${numbers})`, {
		status: answer.status, retryable: answer.status >= 500 || answer.status === 429,
		...(request.operation ? { operation: request.operation } : {}),
		...(code === undefined ? {} : { code }),
		...(wait === undefined ? {} : { retryAfter: wait }),
		...(answer.status === 413 ? { hint: 'Choose a smaller chunk size: a proxy before the upload server may allow less than 10 MB' } : {}),
	});
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

const kindOf = (status: number): ErrorKind => (status >= 500 || status === 429 ? 'busy' : status === 403 ? 'auth' : 'upload');

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

/** A server that repeats what it was sent could show the session. */
const holdsKey = (message: string, { headers = {} }: HttpRequest): boolean =>
	Object.entries(headers).some(([name, value]) => name.endsWith('-upload-session') && message.includes(value));
