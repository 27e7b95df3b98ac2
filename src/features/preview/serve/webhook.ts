import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../../client/service/randomText';
import type { PreviewSettings } from '../../../pages/settings';
import { viewerEventType } from '../plan/viewerEvent';
import { readViewerLink, type ViewerLinkResult } from '../plan/viewerLink';
import { defined } from '../../../protocol/wire/json';
import { previewPage } from './page';
import { nowSeconds, fileOf, freshPreview, isMedia, PREVIEW_VALID_MS } from './preview';
import { respondPage, respondRefusal, answerVisitor } from './respond';
import { visits } from './visitorLimits';
import { receivePost } from './receivePost';
import { readSettings, type Settings } from './settings';

/* The webhook that serves the preview page and takes its posts. */

const settingsFor = (settings: Settings, preview: URL, filename: string, token: string): PreviewSettings => ({
	type: viewerEventType(settings.caller.account().vendorPrefix),
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
	link.is === 'viewer' ? { visitor: JSON.stringify([path, link.stated.viewer]) } : {};

/** GET: the page, with a preview link and a token of its own; or a refusal. Throws LibraryError. */
async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = await readSettings(context);
	const { caller, path, ancestors } = settings;
	const link = readViewerLink(context.getQueryData() as IDataObject, path, caller.account().secret, nowSeconds());
	if (link.is === 'refused') return respondRefusal(context, link.reason);
	if (link.is === 'anonymous' && settings.requireViewer) return respondRefusal(context, 'anonymous');
	const waitMs = visits.page({ ...visitorOf(link, settings), node: settings.node });
	if (waitMs > 0) return respondRefusal(context, 'busy', waitMs);
	const { viewer = null, expires: until, file: linked } = link.is === 'viewer' ? link.stated : {};
	const file = await fileOf(caller, linked === undefined ? settings.file : { hash: linked });
	const { filename } = file;
	const preview = await freshPreview(caller, settings.preview, file.hash, viewer);
	const token = settings.tokens.issue({ file, viewer, loadId: randomText(16), ...defined({ until }) });
	const view = {
		title: settings.pageTitle || filename,
		filename,
		viewer,
		url: preview.href,
		settings: settingsFor(settings, preview, filename, token),
	};
	return respondPage(context, 200, (frame) => previewPage(frame, view), { frame: preview.origin, ancestors });
}

/** Serves the page of the trigger, and receives what it posts. Never throws. */
export const previewWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await answerVisitor(context, { servePage, receivePost });
