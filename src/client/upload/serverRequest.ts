import { methodOf, pathOf, type ServiceRequest } from '../../protocol/operation/define';
import type { Answer } from '../../protocol/wire/answer';
import { isWebPage } from '../../protocol/wire/errorBody';
import type { HttpRequest } from '../http/types';
import { hiddenBy, type Caller } from '../service/call';
import { refusal, serverError, webPageInstead } from './serverErrors';

/** Bytes of an answer that are read; answers are short. */
const MAX_TEXT = 64 * 1024;
/** Silence of the server in ms before a request is given up: it may take long to write a chunk down. */
const SILENCE_MS = 120_000;

/** One request to an upload server. */
export interface ServerRequest {
	readonly op: ServiceRequest;
	/** Address of the upload server, without trailing slash. */
	readonly server: string;
	/** Values of the headers `x-<vendor prefix>-upload-<name>`. */
	readonly values: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** Beginning with `?`. */
	readonly query?: string;
	/** Further headers, and the body. */
	readonly more?: Pick<HttpRequest, 'headers' | 'body'>;
}

/**
 * Sends one request to an upload server and answers status and text of a success. Throws LibraryError with status and
 * code for everything else; for a web page, without status. The message never contains the session or the token.
 */
export async function sendToServer(caller: Caller, request: ServerRequest): Promise<Answer> {
	const http = httpRequest(caller, request);
	const response = await caller.http.request(http);
	const { status, headers } = response;
	const answer = { status, headers, text: await response.text(MAX_TEXT) };
	const refuse = () => refusal(http, answer, caller.clock.now(), hiddenBy(caller));
	if (status >= 300) throw refuse();
	// A page with status 200 does not mean that anything was stored. Plain text may be sent with the type of a page.
	if (isWebPage(headers, answer.text) && /^\s*</.test(answer.text)) throw webPageInstead(http, answer);
	if (serverError(answer).code !== undefined) throw refuse();
	return answer;
}

function httpRequest(caller: Caller, { op, server, values, signal, query = '', more = {} }: ServerRequest) {
	const { account, silenceMs = SILENCE_MS } = caller;
	const prefixed = Object.entries(values).map(([name, value]) => [`x-${account.vendorPrefix}-upload-${name}`, value]);
	return {
		...more,
		method: methodOf(op),
		url: `${server}${pathOf(op)}${query}`,
		operation: op.id,
		answerLimit: MAX_TEXT,
		headers: { ...(Object.fromEntries(prefixed) as Record<string, string>), ...more.headers },
		headersTimeout: silenceMs,
		bodyTimeout: silenceMs,
		signal,
	} satisfies HttpRequest;
}
