import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import type { PageClaims } from '../../protocol/preview/pageToken';
import { readPost, type ViewerEvent } from '../../protocol/preview/viewerEvent';
import { REFUSED } from '../previewPage/refusal';
import { refusalMessage, respond, respondJson } from '../previewPage/respond';
import { freshPreview } from '../previewPage/preview';
import { readSettings, type Settings } from './settings';
import { makeEventThrottle } from './throttle';
import { claimsOf, issueToken, nowSeconds } from './pageClaims';

const passes = makeEventThrottle(systemClock);

const respondExpired = (context: IWebhookFunctions): IWebhookResponseData =>
	respondJson(context, 403, { message: 'This page has expired. Reload it.' });

/** A fresh preview link and a fresh token for an open page. */
async function renew(context: IWebhookFunctions, settings: Settings, token: unknown): Promise<IWebhookResponseData> {
	const claims = claimsOf(settings, token, { forRenewal: true });
	if (!claims) return respondExpired(context);
	if (claims.until !== undefined && claims.until <= nowSeconds())
		return respondJson(context, 403, { message: refusalMessage(REFUSED.expired) });
	const url = await freshPreview(settings.caller, settings.preview, claims.file.hash, claims.viewer);
	return respondJson(context, 200, { url: url.href, token: issueToken(settings, claims) });
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

/**
 * POST: events of a page, one item for each that the trigger accepts; or a request for a new preview link. A post that
 * is not valid is answered with its reason. Throws LibraryError.
 */
export async function receivePost(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const post = readPost(context.getBodyData());
	if (!post) return respondJson(context, 400, { message: 'This is not an event of the page.' });
	const settings = await readSettings(context);
	if (post.renew) return await renew(context, settings, post.token);
	const { path, events, onlyFinished, throttleMs } = settings;
	const claims = claimsOf(settings, post.token);
	if (!claims) return respondExpired(context);
	const { loadId, viewer, file } = claims;
	const key = JSON.stringify([path, viewer ?? loadId, file.hash]);
	const accepted = post.events.filter(
		({ event, finished }) => events.includes(event) && passes({ key, loadId, finished, onlyFinished, throttleMs }),
	);
	if (accepted.length === 0) return respond(context, 204, { 'Cache-Control': 'no-store' }, '');
	return {
		workflowData: [accepted.map((event) => ({ json: itemOf(claims, event) }))],
		webhookResponse: { accepted: accepted.length },
	};
}
