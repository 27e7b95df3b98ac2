import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../../client/service/singleSignOn';
import type { MarkupTexts } from '../../../pages/english';
import { MARKUP_TEXTS } from '../../../pages/texts';
import { toNodeError } from '../../../n8n/context/errors';
import { type DocumentFrame, languageOf, answerHeaders, pageHeaders, type Surroundings } from './html';
import { REFUSALS, refusalOf, refusalPage, type Refusal } from './page';
import { arrive, nodeKey } from './visitorLimits';

/** Whether a page has sent the request; otherwise a visitor opens the page. */
const isPost = (context: IWebhookFunctions): boolean => context.getWebhookName() === 'default';

/** Whether pages run in n8n's sandbox. A refusal needs it whatever is wrong with the settings, this one too. */
function isSandboxed(context: IWebhookFunctions): boolean {
	try {
		// By itself: an expression in another option may have no value for a visitor.
		return context.getNodeParameter('options.sandbox', true) !== false;
	} catch {
		return true;
	}
}

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

function respond(context: IWebhookFunctions, status: number, headers: Record<string, string>, body: string) {
	const response = context.getResponseObject();
	response.writeHead(status, headers);
	response.end(body);
	// No execution starts, and a test listener keeps listening.
	return { noWebhookResponse: true };
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

/**
 * Lets n8n start or resume the execution with items, and answer the post after that, so that nothing is confirmed that
 * it did not take; the headers are ours.
 */
export function answeredByN8n(
	context: IWebhookFunctions,
	items: readonly IDataObject[],
	webhookResponse: object,
): IWebhookResponseData {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(postHeaders(context))) response.setHeader(name, value);
	return { workflowData: [items.map((json) => ({ json }))], webhookResponse };
}

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
	const headers = { ...pageHeaders(nonce, isSandboxed(context), ownOrigin(context), surroundings), ...more };
	return respond(context, status, headers, page({ nonce, language: languageOf(context) }));
}

/** Says why there is no preview: in a page, or to a post in JSON. After `waitMs`, trying again may help. */
export function refuse(context: IWebhookFunctions, refusal: Refusal, waitMs?: number): IWebhookResponseData {
	const { status } = REFUSALS[refusal];
	const later: Record<string, string> =
		waitMs === undefined ? {} : { 'Retry-After': String(Math.ceil(waitMs / 1000)) };
	if (!isPost(context)) return respondPage(context, status, (frame) => refusalPage(frame, refusal), {}, later);
	const { title, text } = MARKUP_TEXTS[languageOf(context)].refusal[refusal];
	return respondJson(context, status, { message: `${title}. ${text}` }, later);
}

/** Answers a post that is not taken. */
export const refusePost = (
	context: IWebhookFunctions,
	status: number,
	why: keyof MarkupTexts['refusedPost'],
): IWebhookResponseData =>
	respondJson(context, status, { message: MARKUP_TEXTS[languageOf(context)].refusedPost[why] });

/** What the pages send, and what programs may send. n8n reads forms and XML too, whose values have no types. */
const TYPES = ['text/plain', 'application/json'];

/** A page with webhooks: how it is served, and how its posts are taken. */
interface VisitedPage {
	servePage(context: IWebhookFunctions): Promise<IWebhookResponseData>;
	/** Maximum length of a post in bytes. */
	readonly maxBytes: number;
	/** Takes the body of a post: text or, where n8n parsed it, a value. */
	take(context: IWebhookFunctions, body: unknown): Promise<IWebhookResponseData>;
}

/** Takes a post, which n8n has read up to N8N_PAYLOAD_SIZE_MAX (16 MB), or refuses its type or length. */
async function takePost(context: IWebhookFunctions, page: VisitedPage): Promise<IWebhookResponseData> {
	const { headers, rawBody } = context.getRequestObject();
	const [type = ''] = headers['content-type']?.split(';') ?? [];
	// Without a type n8n hands on no body.
	if (type !== '' && !TYPES.includes(type.trim().toLowerCase())) return refusePost(context, 415, 'type');
	if ((rawBody?.length ?? 0) > page.maxBytes) return refusePost(context, 413, 'long');
	return await page.take(context, context.getBodyData());
}

/** When a request may come again that was one too many, in milliseconds. */
const BUSY_MS = 1000;

/**
 * Serves a page to its visitors (webhook `setup`) and receives what it posts (`default`). Never throws: n8n would start
 * or resume an execution with an error for each visitor.
 */
export async function answerVisitor(context: IWebhookFunctions, page: VisitedPage): Promise<IWebhookResponseData> {
	const end = arrive(nodeKey(context));
	if (!end) return refuse(context, 'busy', BUSY_MS);
	try {
		return await (isPost(context) ? takePost(context, page) : page.servePage(context));
	} catch (failure) {
		// For the owner of the workflow; the visitor reads less.
		const { message, description } = toNodeError(context, failure);
		context.logger.warn(`The preview page of "${context.getNode().name}" could not be shown: ${message}`, {
			description: description ?? '',
		});
		return refuse(context, refusalOf(failure));
	} finally {
		end();
	}
}
