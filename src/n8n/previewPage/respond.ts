import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../client/service/randomText';
import { defined, fieldsIn } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { answerHeaders, pageHeaders } from './pageHeaders';
import { REFUSED, refusalOf } from './refusal';
import { refusalPage, type Refusal } from './refusalPage';

/** We have already written the response: no execution starts, and a test listener keeps listening. */
const ANSWERED: IWebhookResponseData = { noWebhookResponse: true };

/** Whether pages run in n8n's sandbox. Read by itself: a refusal needs it even when other settings are wrong. */
export const isSandboxed = (context: IWebhookFunctions): boolean =>
	fieldsIn(context.getNodeParameter('options', {})).sandbox !== false;

/** Origin of this n8n as it knows itself; undefined while the path of the page cannot be read. */
export function ownOrigin(context: IWebhookFunctions): string | undefined {
	try {
		return new URL(context.getNodeWebhookUrl('default') ?? '').origin;
	} catch {
		return undefined;
	}
}

/** The headers of an answer to a post. In the sandbox a page has no origin of its own but "null". */
const postHeaders = (context: IWebhookFunctions): Record<string, string> =>
	answerHeaders(isSandboxed(context) ? 'null' : ownOrigin(context));

/** Writes the response itself instead of n8n. */
export function respond(
	context: IWebhookFunctions,
	status: number,
	headers: Record<string, string>,
	body: string,
): IWebhookResponseData {
	const response = context.getResponseObject();
	response.writeHead(status, headers);
	response.end(body);
	return ANSWERED;
}

/** Answers a post of the page; `more` are further headers. */
export const respondJson = (
	context: IWebhookFunctions,
	status: number,
	body: object,
	more: Record<string, string> = {},
): IWebhookResponseData =>
	respond(
		context,
		status,
		{ 'Content-Type': 'application/json; charset=utf-8', ...postHeaders(context), ...more },
		JSON.stringify(body),
	);

/** Answers a post that changes nothing. */
export const respondEmpty = (context: IWebhookFunctions): IWebhookResponseData =>
	respond(context, 204, postHeaders(context), '');

/** Answers a post that came too early. `waitMs` is when the next one may come, in milliseconds. */
export const respondBusy = (context: IWebhookFunctions, waitMs: number): IWebhookResponseData =>
	respondJson(context, 429, { message: refusalMessage(REFUSED.busy) }, retryAfter(waitMs));

/** Lets n8n answer a post, after it has started the execution; the headers are ours. */
export function answeredByN8n(context: IWebhookFunctions): void {
	const response: Partial<Pick<ReturnType<typeof context.getResponseObject>, 'setHeader'>> =
		context.getResponseObject();
	for (const [name, value] of Object.entries(postHeaders(context))) response.setHeader?.(name, value);
}

const retryAfter = (waitMs: number): Record<string, string> => ({ 'Retry-After': String(Math.ceil(waitMs / 1000)) });

/** A nonce for the script and style of one page. */
export const newNonce = (): string => randomText(24);

/**
 * Answers with a page that says why there is no preview. `waitMs` is when trying again may help, in milliseconds, where
 * that is known.
 */
export function respondRefusal(context: IWebhookFunctions, refusal: Refusal, waitMs?: number): IWebhookResponseData {
	const nonce = newNonce();
	const headers = pageHeaders(nonce, isSandboxed(context), defined({ own: ownOrigin(context) }));
	const more = waitMs === undefined ? {} : retryAfter(waitMs);
	return respond(context, refusal.status, { ...headers, ...more }, refusalPage(refusal, nonce));
}

/** A refusal in one text, for the page to show. */
export const refusalMessage = ({ title, text }: Refusal): string => `${title}. ${text}`;

/**
 * Logs a failure for the owner of the workflow, and returns what the visitor may read about it. Our own messages
 * contain no secrets.
 */
export function logFailure(context: IWebhookFunctions, failure: unknown): Refusal {
	const error = toNodeError(context, failure);
	context.logger.warn(`The preview page of "${context.getNode().name}" could not be shown: ${error.message}`, {
		description: error.description ?? '',
	});
	return refusalOf(failure);
}
