import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../client/service/randomText';
import { viewerEventType } from '../../protocol/preview/viewerEvent';
import { readViewerLink, type ViewerLinkResult } from '../../protocol/preview/viewerLink';
import { defined } from '../../protocol/wire/json';
import { previewPage, type PageData } from '../previewPage/page';
import { REFUSED } from '../previewPage/refusal';
import { isSandboxed, newNonce, respond, respondRefusal } from '../previewPage/respond';
import { readSettings, type Settings } from './settings';
import { fileOf, freshPreview, isMedia, PREVIEW_VALID_MS } from '../previewPage/preview';
import { issueToken, nowSeconds } from './pageClaims';
import { pageHeaders } from '../previewPage/pageHeaders';
import { visits } from '../previewPage/visitorLimits';

const dataOf = (settings: Settings, preview: URL, filename: string, token: string): PageData => ({
	type: viewerEventType(settings.caller.account.vendorPrefix),
	origin: preview.origin,
	token,
	events: settings.events,
	onlyFinished: settings.onlyFinished,
	throttleMs: settings.throttleMs,
	validMs: PREVIEW_VALID_MS,
	media: isMedia(filename),
});

/** Who asks for a page, by a personal link; nothing without one. */
const visitorOf = (link: ViewerLinkResult, { path }: Settings): { visitor?: string } =>
	link.is === 'viewer' ? { visitor: JSON.stringify([path, link.claims.viewer]) } : {};

/** GET: the page, with a preview link and a token of its own; or a refusal. Throws LibraryError. */
export async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = await readSettings(context);
	const { caller, path, address, ancestors } = settings;
	const link = readViewerLink(context.getQueryData() as IDataObject, path, caller.account.secret, nowSeconds());
	if (link.is === 'refused') return respondRefusal(context, REFUSED[link.reason]);
	if (link.is === 'anonymous' && settings.requireViewer) return respondRefusal(context, REFUSED.anonymous);
	const waitMs = visits.page({ ...visitorOf(link, settings), node: settings.node });
	if (waitMs > 0) return respondRefusal(context, REFUSED.busy, waitMs);
	const { viewer = null, expires: until, file: linked } = link.is === 'viewer' ? link.claims : {};
	const file = await fileOf(caller, linked === undefined ? settings.file : { hash: linked });
	const preview = await freshPreview(caller, settings.preview, file.hash, viewer);
	const token = issueToken(settings, { file, viewer, loadId: randomText(16), ...defined({ until }) });
	const { filename } = file;
	const nonce = newNonce();
	const page = previewPage(
		{
			title: settings.pageTitle || filename,
			filename,
			viewer,
			url: preview.href,
			data: dataOf(settings, preview, filename, token),
		},
		nonce,
	);
	const origins = { frame: preview.origin, own: new URL(address).origin, ancestors };
	return respond(context, 200, pageHeaders(nonce, isSandboxed(context), origins), page);
}
