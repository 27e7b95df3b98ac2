import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { viewerEventType } from '../../protocol/preview/viewerEvent';
import { defined } from '../../protocol/wire/json';
import { readingPage, type ReadingView } from '../previewPage/page';
import { freshPreview, isMedia, PREVIEW_VALID_MS } from '../previewPage/preview';
import { respondPage, respondRefusal, answerVisitor } from '../previewPage/respond';
import { visits } from '../previewPage/visitorLimits';
import { receivePost } from './receivePost';
import { askingFor, newToken, readVisit, type Visit } from './visit';

function viewOf(visit: Visit, preview: URL): ReadingView {
	const { caller, claims, item } = visit;
	const { filename, pages, pages_read: pagesRead, due_at: due } = item;
	return {
		title: filename,
		filename,
		viewer: claims.viewer,
		url: preview.href,
		comment: claims.comment,
		settings: {
			type: viewerEventType(caller.account.vendorPrefix),
			origin: preview.origin,
			token: newToken(visit),
			ask: claims.ask,
			media: isMedia(filename),
			validMs: PREVIEW_VALID_MS,
			...defined({ until: due === null ? undefined : Date.parse(due) }),
			...defined({ read: pages === null ? undefined : { pages: pagesRead, total: pages } }),
		},
	};
}

/** GET: the reading page, or a page that says why there is none. Opening it changes nothing. Throws LibraryError. */
async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const visit = await readVisit(context);
	if (typeof visit === 'string') return respondRefusal(context, visit);
	if (visit.closed) return respondRefusal(context, visit.closed);
	const { visitor, node } = askingFor(context, visit);
	const waitMs = visits.page({ visitor, node });
	if (waitMs > 0) return respondRefusal(context, 'busy', waitMs);
	const { caller, claims } = visit;
	const preview = await freshPreview(caller, {}, claims.file, claims.viewer);
	const view = viewOf(visit, preview);
	return respondPage(context, 200, (frame) => readingPage(frame, view), { frame: preview.origin });
}

/** Serves the reading page of an execution that waits, and receives what it posts. Never throws. */
export const readingWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await answerVisitor(context, { servePage, receivePost });
