import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import { randomText } from '../../client/service/randomText';
import type { PageClaims } from '../../protocol/preview/pageToken';
import { MAX_POST_LENGTH, readPost, type ViewerEvent } from '../../protocol/preview/viewerEvent';
import { readBody } from '../previewPage/postBody';
import { freshPreview } from '../previewPage/preview';
import { REFUSED } from '../previewPage/refusal';
import { answeredByN8n, refusalMessage, respondBusy, respondEmpty, respondJson } from '../previewPage/respond';
import { visits } from '../previewPage/visitorLimits';
import { makeEventGate, type Passed } from './eventGate';
import { claimsOf, issueToken, nowSeconds } from './pageClaims';
import { readSettings, type Settings } from './settings';

const gate = makeEventGate(systemClock);

/** Why a post is refused whose token or link is not valid (any more). A page renews its token once. */
const MESSAGES = {
	token: 'This page has expired. Reload it.',
	link: refusalMessage(REFUSED.expired),
	full: 'This page has reported as many events as it may. Reload it to report more.',
	post: 'This is not an event of the page.',
} as const;
const refuse = (
	context: IWebhookFunctions,
	status: number,
	message: (typeof MESSAGES)[keyof typeof MESSAGES],
): IWebhookResponseData => respondJson(context, status, { message });

/** Whether the viewer link was valid until now at most. */
const isOver = ({ until }: PageClaims): boolean => until !== undefined && until <= nowSeconds();

/** A fresh preview link and a fresh token for an open page. A load that may have been forgotten is a new one. */
async function renew(context: IWebhookFunctions, settings: Settings, token: unknown): Promise<IWebhookResponseData> {
	const claims = claimsOf(settings, token, { forRenewal: true });
	if (!claims) return refuse(context, 403, MESSAGES.token);
	if (isOver(claims)) return refuse(context, 403, MESSAGES.link);
	const { caller, preview, node } = settings;
	const waitMs = visits.page({ visitor: claims.loadId, node });
	if (waitMs > 0) return respondBusy(context, waitMs);
	const url = await freshPreview(caller, preview, claims.file.hash, claims.viewer);
	const loadId = gate.isForgotten(claims) ? randomText(16) : claims.loadId;
	return respondJson(context, 200, { url: url.href, token: issueToken(settings, { ...claims, loadId }) });
}

const itemOf = ({ file, viewer, loadId }: PageClaims, { event, finished, extent, time }: ViewerEvent): IDataObject => ({
	event,
	finished,
	filename: file.filename,
	fullpath: file.fullpath,
	hash: file.hash,
	viewer,
	[event]: { ...extent },
	time: new Date(time).toISOString(),
	received_at: new Date(systemClock.now()).toISOString(),
	load_id: loadId,
});

/** If n8n could not start the workflow, it answers with an error and the page repeats the post: it must count then. */
function undoIfNotStarted(context: IWebhookFunctions, passed: Passed): void {
	const response: Partial<Pick<ReturnType<typeof context.getResponseObject>, 'once' | 'statusCode'>> =
		context.getResponseObject();
	response.once?.('finish', () => {
		if ((response.statusCode ?? 0) >= 500) passed.undo();
	});
}

function takeEvents(
	context: IWebhookFunctions,
	settings: Settings,
	claims: PageClaims,
	posted: readonly ViewerEvent[],
): IWebhookResponseData {
	const { path, events: wanted } = settings;
	const key = JSON.stringify([path, claims.viewer ?? claims.loadId, claims.file.hash]);
	const chosen = posted.filter(({ event }) => wanted.includes(event));
	const passed = gate.pass({ ...claims, key }, chosen, settings);
	if (!passed) return refuse(context, 403, MESSAGES.token);
	const { events, isFull } = passed;
	if (events.length === 0) return isFull ? refuse(context, 409, MESSAGES.full) : respondEmpty(context);
	answeredByN8n(context);
	undoIfNotStarted(context, passed);
	return {
		workflowData: [events.map((event) => ({ json: itemOf(claims, event) }))],
		webhookResponse: { accepted: events.length },
	};
}

/**
 * POST: events of a page, one item for each that the trigger accepts; or a request for a new preview link. A post that
 * is not valid is answered with its reason, the same whatever a token would have been for. Throws LibraryError.
 */
export async function receivePost(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const read = readBody(context, MAX_POST_LENGTH);
	if ('status' in read) return respondJson(context, read.status, { message: read.message });
	const post = readPost(read.body);
	if (!post) return refuse(context, 400, MESSAGES.post);
	const settings = await readSettings(context);
	if (post.renew) return await renew(context, settings, post.token);
	const claims = claimsOf(settings, post.token);
	if (!claims) return refuse(context, 403, MESSAGES.token);
	if (isOver(claims)) return refuse(context, 403, MESSAGES.link);
	const waitMs = visits.post({ load: claims.loadId, node: settings.node });
	return waitMs > 0 ? respondBusy(context, waitMs) : takeEvents(context, settings, claims, post.events);
}
