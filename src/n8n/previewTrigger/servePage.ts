import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../client/service/randomText';
import { viewerEventType } from '../../protocol/preview/viewerEvent';
import { readViewerLink } from '../../protocol/preview/viewerLink';
import { defined } from '../../protocol/wire/json';
import { previewPage, type PageData } from './page';
import { REFUSED } from './refusal';
import { newNonce, respond, respondRefusal } from './respond';
import { fileOf, freshPreview, isSandboxed, readSettings, type Settings } from './settings';
import { issueToken, nowSeconds } from './pageClaims';
import { pageHeaders } from './pageHeaders';

/** Document: preview links are valid for 10 minutes. */
const LINK_LIFETIME_MS = 600_000;
const MEDIA = /\.(mp3|wav|m4a|aac|flac|ogg|oga|opus|wma|mp4|m4v|mov|avi|mkv|webm|wmv|flv|mpe?g|3gp)$/i;

const dataOf = (settings: Settings, preview: URL, filename: string, token: string): PageData => ({
	type: viewerEventType(settings.caller.account.vendorPrefix),
	origin: preview.origin,
	token,
	events: settings.events,
	onlyFinished: settings.onlyFinished,
	throttleMs: settings.throttleMs,
	validMs: LINK_LIFETIME_MS,
	media: MEDIA.test(filename),
});

/** GET: the page, with a preview link and a token of its own; or a refusal. Throws LibraryError. */
export async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = await readSettings(context);
	const { caller, path, address } = settings;
	const link = readViewerLink(context.getQueryData() as IDataObject, path, caller.account.secret, nowSeconds());
	if (link.is === 'refused') return respondRefusal(context, REFUSED[link.reason]);
	if (link.is === 'anonymous' && settings.requireViewer) return respondRefusal(context, REFUSED.anonymous);
	const { viewer = null, expires: until, file: linked } = link.is === 'viewer' ? link.claims : {};
	const file = await fileOf(settings, linked === undefined ? settings.file : { hash: linked });
	const preview = await freshPreview(settings, file.hash, viewer);
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
	const origins = { frame: preview.origin, own: new URL(address).origin };
	return respond(context, 200, pageHeaders(nonce, isSandboxed(context), origins), page);
}
