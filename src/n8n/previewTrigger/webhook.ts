import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { randomText } from '../../client/service/randomText';
import { openToken, sealToken, type PageClaims } from '../../protocol/preview/pageToken';
import { readPost, viewerEventType, type ViewerEvent } from '../../protocol/preview/viewerEvent';
import { readViewerLink } from '../../protocol/preview/viewerLink';
import { toNodeError } from '../context/errors';
import { makeEventGate } from './throttle';
import { pageHeaders, previewPage, refusalPage, type Refusal } from './page';
import { REFUSED, refusalOf } from './refusal';
import { fileOf, freshPreview, isSandboxed, readSettings, type Settings } from './settings';

/** Document: preview links are valid for 10 minutes. */
const LINK_MS = 600_000;
const MEDIA = /\.(mp3|wav|m4a|aac|flac|ogg|oga|opus|wma|mp4|m4v|mov|avi|mkv|webm|wmv|flv|mpe?g|3gp)$/i;
/** n8n answered by ourselves: no execution, and a test listener goes on listening. */
const ANSWERED: IWebhookResponseData = { noWebhookResponse: true };

const passes = makeEventGate(systemClock);
const nowSeconds = (): number => Math.floor(systemClock.now() / 1000);

function answer(
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

const JSON_HEADERS = {
	'Content-Type': 'application/json; charset=utf-8',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
};
const answerJson = (context: IWebhookFunctions, status: number, body: object): IWebhookResponseData =>
	answer(context, status, JSON_HEADERS, JSON.stringify(body));
const answerRefusal = (context: IWebhookFunctions, refusal: Refusal): IWebhookResponseData => {
	const nonce = randomText(24);
	return answer(context, refusal.status, pageHeaders(nonce, isSandboxed(context)), refusalPage(refusal, nonce));
};

/** The owner reads in n8n's log what the visitor is not told; messages of ours hold no secret. */
function note(context: IWebhookFunctions, failure: unknown): Refusal {
	const error = toNodeError(context.getNode(), failure);
	context.logger.warn(`The preview page of "${context.getNode().name}" could not be shown: ${error.message}`, {
		description: error.description ?? '',
	});
	return refusalOf(failure);
}

/** GET: the page, with a preview link and a token of its own. */
async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = await readSettings(context);
	const { caller, path, address } = settings;
	const link = readViewerLink(context.getQueryData() as IDataObject, path, caller.account.secret, nowSeconds());
	if (link.is === 'refused') return answerRefusal(context, REFUSED[link.reason]);
	if (link.is === 'anonymous' && settings.requireViewer) return answerRefusal(context, REFUSED.anonymous);
	const { viewer = null, expires, file: pinned } = link.is === 'viewer' ? link.claims : {};
	const file = await fileOf(settings, pinned === undefined ? settings.file : { hash: pinned });
	const url = await freshPreview(settings, file.hash, viewer);
	const claims: PageClaims = {
		file,
		viewer,
		loadId: randomText(16),
		issued: nowSeconds(),
		...(expires === undefined ? {} : { until: expires }),
	};
	const data = {
		type: viewerEventType(caller.account.vendorPrefix),
		origin: url.origin,
		token: sealToken(claims, path, caller.account.secret),
		events: settings.events,
		onlyFinished: settings.onlyFinished,
		throttleMs: settings.throttleMs,
		validMs: LINK_MS,
		media: MEDIA.test(file.filename),
	};
	const nonce = randomText(24);
	const page = previewPage(
		{ title: settings.pageTitle || file.filename, filename: file.filename, viewer, url: url.href, data },
		nonce,
	);
	return answer(
		context,
		200,
		pageHeaders(nonce, isSandboxed(context), { frame: url.origin, own: new URL(address).origin }),
		page,
	);
}

/** What a page says of itself; undefined for a token that is changed or too old, and for a visitor whom the trigger does not let in (any more). */
function claimsOf(
	{ caller, path, requireViewer }: Settings,
	token: unknown,
	forRenewal = false,
): PageClaims | undefined {
	const claims = openToken(token, path, caller.account.secret, nowSeconds(), forRenewal);
	return claims?.viewer === null && requireViewer ? undefined : claims;
}
const answerTooOld = (context: IWebhookFunctions): IWebhookResponseData =>
	answerJson(context, 403, { message: 'This page is too old. Load it again.' });

/** A fresh preview link for a page that is open, and a fresh token. */
async function renew(context: IWebhookFunctions, settings: Settings, token: unknown): Promise<IWebhookResponseData> {
	const { caller, path } = settings;
	const claims = claimsOf(settings, token, true);
	if (!claims) return answerTooOld(context);
	if (claims.until !== undefined && claims.until <= nowSeconds())
		return answerJson(context, 403, { message: `${REFUSED.expired.title}. ${REFUSED.expired.text}` });
	const url = await freshPreview(settings, claims.file.hash, claims.viewer);
	return answerJson(context, 200, {
		url: url.href,
		token: sealToken({ ...claims, issued: nowSeconds() }, path, caller.account.secret),
	});
}

const itemOf = ({ file, viewer, loadId }: PageClaims, { event, finished, extent, time }: ViewerEvent): IDataObject => ({
	event,
	finished,
	file: { ...file },
	viewer,
	[event]: { ...extent },
	time: new Date(time).toISOString(),
	receivedAt: new Date(systemClock.now()).toISOString(),
	loadId,
});

/** POST: events of a page, each of which becomes one item; or the wish for a new preview link. */
async function takeEvents(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const post = readPost(context.getBodyData());
	if (!post) return answerJson(context, 400, { message: 'This is no event of the page.' });
	const settings = await readSettings(context);
	if (post.renew) return await renew(context, settings, post.token);
	const { path, events, onlyFinished, throttleMs } = settings;
	const claims = claimsOf(settings, post.token);
	if (!claims) return answerTooOld(context);
	const { loadId, viewer, file } = claims;
	const key = JSON.stringify([path, viewer ?? loadId, file.hash]);
	const passed = post.events.filter(
		({ event, finished }) => events.includes(event) && passes({ key, loadId, finished, onlyFinished, throttleMs }),
	);
	if (passed.length === 0) return answer(context, 204, { 'Cache-Control': 'no-store' }, '');
	return {
		workflowData: [passed.map((event) => ({ json: itemOf(claims, event) }))],
		webhookResponse: { accepted: passed.length },
	};
}

/** Serves the page (webhook `setup`) and takes its events (`default`). Never throws: n8n would start the workflow with an error for each visitor. */
export async function previewWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const posted = context.getWebhookName() === 'default';
	try {
		return posted ? await takeEvents(context) : await servePage(context);
	} catch (failure) {
		const refusal = note(context, failure);
		return posted
			? answerJson(context, refusal.status, { message: `${refusal.title}. ${refusal.text}` })
			: answerRefusal(context, refusal);
	}
}
