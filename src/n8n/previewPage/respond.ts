import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../client/service/randomText';
import { fieldsIn } from '../../protocol/wire/json';
import { toNodeError } from '../context/errors';
import { pageHeaders } from './pageHeaders';
import { refusalOf } from './refusal';
import { refusalPage, type Refusal } from './refusalPage';

/** We have already written the response: no execution starts, and a test listener keeps listening. */
const ANSWERED: IWebhookResponseData = { noWebhookResponse: true };
const JSON_HEADERS = {
	'Content-Type': 'application/json; charset=utf-8',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
};

/** Whether pages run in n8n's sandbox. Read by itself: a refusal needs it even when other settings are wrong. */
export const isSandboxed = (context: IWebhookFunctions): boolean =>
	fieldsIn(context.getNodeParameter('options', {})).sandbox !== false;

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

/** Answers a post of the page. */
export const respondJson = (context: IWebhookFunctions, status: number, body: object): IWebhookResponseData =>
	respond(context, status, JSON_HEADERS, JSON.stringify(body));

/** A nonce for the script and style of one page. */
export const newNonce = (): string => randomText(24);

/** Answers with a page that says why there is no preview. */
export function respondRefusal(context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const nonce = newNonce();
	return respond(context, refusal.status, pageHeaders(nonce, isSandboxed(context)), refusalPage(refusal, nonce));
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
