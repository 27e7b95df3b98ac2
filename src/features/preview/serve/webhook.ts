import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../../client/async/clock';
import { randomText } from '../../../client/service/singleSignOn';
import { type PageStatement, pageTokens } from '../plan/pageToken';
import { readPost, type ViewerEvent } from '../plan/viewerEvent';
import { nowSeconds, freshPreview, fileOf, pageSettings } from './preview';
import { answeredByN8n, refuse, refusePost, respondEmpty, respondJson, respondPage, answerVisitor } from './respond';
import { visits, nodeKey, pageCaller } from './visitorLimits';
import { makeEventGate } from './eventGate';
import { readViewerLink, pagePath } from '../plan/viewerLink';
import { defined } from '../../../protocol/wire/json';
import { previewPage } from './page';
import { previewTrigger } from '../entries';
import { encodeChecked } from '../../../protocol/operation/encode';
import { frameOrigins } from '../plan/frameOrigins';
import { readForm } from '../../../n8n/form/readForm';

type Settings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the form of the trigger and its credential. Throws inputError, and what `pageCaller` throws. */
async function readSettings(context: IWebhookFunctions) {
	const checked = readForm(context, previewTrigger);
	const { hash, fullpath, ...preview } = encodeChecked(previewTrigger, checked);
	const caller = await pageCaller(context);
	const path = pagePath(context.getNodeWebhookUrl('default') ?? '');
	const node = nodeKey(context);
	return {
		caller,
		tokens: pageTokens(caller.account().secret, ['page', path, node], nowSeconds),
		path,
		node,
		file: hash === undefined ? { fullpath: fullpath ?? '' } : { hash },
		preview,
		requireViewer: checked.requireViewer === true,
		events: checked.events,
		onlyFinished: checked.onlyFinished === true,
		throttleMs: (checked.throttle ?? 0) * 1000,
		// A document of hundreds of pages, or hours of playback.
		maxEvents: checked.maxEvents ?? 1000,
		pageTitle: checked.pageTitle ?? '',
		ancestors: frameOrigins(checked.embedOrigins ?? []),
	};
}

/* What a preview page posts: viewer events, and requests for a new preview link. */

const gate = makeEventGate(systemClock);

/** A fresh preview link and a fresh token for an open page. A load that may have been forgotten is a new one. */
async function renew(context: IWebhookFunctions, { caller, preview, node, tokens }: Settings, stated: PageStatement) {
	const waitMs = visits.page({ who: stated.loadId, node });
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const url = await freshPreview(caller, preview, stated.file.hash, stated.viewer);
	const loadId = gate.isForgotten(stated) ? randomText(16) : stated.loadId;
	return respondJson(context, 200, { url: url.href, token: tokens.issue({ ...stated, loadId }) });
}

const itemOf = (
	{ file, viewer, loadId }: PageStatement,
	{ event, finished, extent, time }: ViewerEvent,
): IDataObject => ({
	event,
	viewer,
	filename: file.filename,
	date: new Date(time).toISOString(),
	fullpath: file.fullpath,
	[event]: { ...extent },
	finished,
	received_at: new Date(systemClock.now()).toISOString(),
	hash: file.hash,
	load_id: loadId,
});

function takeEvents(
	context: IWebhookFunctions,
	settings: Settings,
	stated: PageStatement,
	posted: readonly ViewerEvent[],
): IWebhookResponseData {
	const { path, node, events: wanted } = settings;
	const waitMs = visits.post({ who: stated.loadId, node });
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const key = JSON.stringify([path, stated.viewer ?? stated.loadId, stated.file.hash]);
	const chosen = posted.filter(({ event }) => wanted.includes(event));
	const passed = gate.pass({ ...stated, key }, chosen, settings);
	if (!passed) return refusePost(context, 403, 'token');
	const { events, isFull } = passed;
	if (events.length === 0) return isFull ? refusePost(context, 409, 'full') : respondEmpty(context);
	// If n8n could not start the workflow, it answers with an error and the page repeats the post: it must count then.
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode >= 500) passed.undo();
	});
	const items = events.map((event) => itemOf(stated, event));
	return answeredByN8n(context, items, { accepted: events.length });
}

/**
 * POST: events of a page, one item for each that the trigger accepts; or a request for a new preview link, all that a
 * token obtains that has expired. A post that is not valid is answered with its reason, the same whatever a token would
 * have been for. Throws LibraryError.
 */
async function take(context: IWebhookFunctions, body: unknown): Promise<IWebhookResponseData> {
	const post = readPost(body);
	if (!post) return refusePost(context, 400, 'events');
	const settings = await readSettings(context);
	const renews = post.events.length === 0;
	const stated = settings.tokens.open(post.token, renews);
	// A page without a viewer that was loaded before the trigger required one.
	const isUnsigned = stated?.viewer === null && settings.requireViewer;
	if (!stated || isUnsigned) return refusePost(context, 403, 'token');
	// The viewer link was valid until now at most.
	if (stated.until !== undefined && stated.until <= nowSeconds()) return refuse(context, 'expired');
	return renews ? await renew(context, settings, stated) : takeEvents(context, settings, stated, post.events);
}

/* The webhook that serves the preview page and takes its posts. */

/** GET: the page, with a preview link and a token of its own; or a refusal. Throws LibraryError. */
async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = await readSettings(context);
	const { caller, path, ancestors, events, onlyFinished, throttleMs } = settings;
	const link = readViewerLink(context.getQueryData() as IDataObject, path, caller.account().secret, nowSeconds());
	if (typeof link === 'string') return refuse(context, link);
	if (!link && settings.requireViewer) return refuse(context, 'anonymous');
	const who = link && JSON.stringify([path, link.viewer]);
	const waitMs = visits.page({ who, node: settings.node });
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const { viewer = null, expires: until, file: linked } = link ?? {};
	const file = await fileOf(caller, linked === undefined ? settings.file : { hash: linked });
	const { filename } = file;
	const preview = await freshPreview(caller, settings.preview, file.hash, viewer);
	const token = settings.tokens.issue({ file, viewer, loadId: randomText(16), ...defined({ until }) });
	const view = {
		title: settings.pageTitle || filename,
		filename,
		viewer,
		url: preview.href,
		settings: { ...pageSettings(caller, preview, filename, token), events, onlyFinished, throttleMs },
	};
	return respondPage(context, 200, (frame) => previewPage(frame, view), { frame: preview.origin, ancestors });
}

/** Serves the page of the trigger, and receives what it posts. Never throws. */
export const previewWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await answerVisitor(context, { servePage, maxBytes: 65_536, take });
