import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { MarkupTexts } from '../../pages/english';
import { randomText } from '../../client/service/randomText';
import { defined, fieldsIn } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import type { DocumentFrame } from './html';
import { languageOf, markupTextsFor } from './language';
import { answerHeaders, pageHeaders, type Surroundings } from './pageHeaders';
import { REFUSALS, refusalOf, refusalPage, type Refusal } from './refusal';

/** We have already written the response: no execution starts, and a test listener keeps listening. */
const ANSWERED: IWebhookResponseData = { noWebhookResponse: true };

/** Whether pages run in n8n's sandbox. Read by itself: a refusal needs it even when other settings are wrong. */
const isSandboxed = (context: IWebhookFunctions): boolean =>
	fieldsIn(context.getNodeParameter('options', {})).sandbox !== false;

/** Origin of this n8n as it knows itself; undefined while the path of the page cannot be read. */
function ownOrigin(context: IWebhookFunctions): string | undefined {
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
function respond(
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

/** Lets n8n answer a post, after it has started the execution; the headers are ours. */
export function answeredByN8n(context: IWebhookFunctions): void {
	const response: Partial<Pick<ReturnType<typeof context.getResponseObject>, 'setHeader'>> =
		context.getResponseObject();
	for (const [name, value] of Object.entries(postHeaders(context))) response.setHeader?.(name, value);
}

/** When trying again may help, in milliseconds, where that is known. */
const retryAfter = (waitMs: number | undefined): Record<string, string> =>
	waitMs === undefined ? {} : { 'Retry-After': String(Math.ceil(waitMs / 1000)) };

/** Answers with a page; `surroundings` are what it may load and who may show it. */
export function respondPage(
	context: IWebhookFunctions,
	status: number,
	page: (frame: DocumentFrame) => string,
	surroundings: Surroundings = {},
	more: Record<string, string> = {},
): IWebhookResponseData {
	// For the script and style of this page only.
	const nonce = randomText(24);
	const around = { ...defined({ own: ownOrigin(context) }), ...surroundings };
	const headers = { ...pageHeaders(nonce, isSandboxed(context), around), ...more };
	return respond(context, status, headers, page({ nonce, language: languageOf(context) }));
}

/** Answers with a page that says why there is no preview. `waitMs` is when trying again may help. */
export const respondRefusal = (context: IWebhookFunctions, refusal: Refusal, waitMs?: number): IWebhookResponseData =>
	respondPage(context, REFUSALS[refusal].status, (frame) => refusalPage(frame, refusal), {}, retryAfter(waitMs));

/** Answers a post with the same. */
export function refuse(context: IWebhookFunctions, refusal: Refusal, waitMs?: number): IWebhookResponseData {
	const { title, text } = markupTextsFor(context).refusal[refusal];
	return respondJson(context, REFUSALS[refusal].status, { message: `${title}. ${text}` }, retryAfter(waitMs));
}

/** Answers a post that is not taken. */
export const refusePost = (
	context: IWebhookFunctions,
	status: number,
	why: keyof MarkupTexts['refusedPost'],
): IWebhookResponseData => respondJson(context, status, { message: markupTextsFor(context).refusedPost[why] });

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
