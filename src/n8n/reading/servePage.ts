import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../client/service/randomText';
import { viewerEventType } from '../../protocol/preview/viewerEvent';
import { defined } from '../../protocol/wire/json';
import { freshPreview, isMedia, PREVIEW_VALID_MS } from '../previewPage/preview';
import { pageHeaders } from '../previewPage/pageHeaders';
import type { ReadingPageData, ReadingState } from '../previewPage/readingContract';
import { READING_STATES } from '../previewPage/readingMessages';
import { readingPage, readingStatePage } from '../previewPage/readingPage';
import { REFUSED } from '../previewPage/refusal';
import { isSandboxed, newNonce, ownOrigin, respond, respondRefusal } from '../previewPage/respond';
import { nodeKey, visits } from '../previewPage/visitorLimits';
import { issueToken } from './loadToken';
import { readVisit, type Visit } from './visit';

/** Answers with a page that says why there is nothing to read. */
function respondState(context: IWebhookFunctions, state: ReadingState): IWebhookResponseData {
	const nonce = newNonce();
	const headers = pageHeaders(nonce, isSandboxed(context), defined({ own: ownOrigin(context) }));
	return respond(context, READING_STATES[state].status, headers, readingStatePage(state, nonce));
}

function dataOf(visit: Visit, preview: URL): ReadingPageData {
	const { caller, claims, item } = visit;
	const { filename, pages, pages_read: pagesRead, due_at: due } = item;
	return {
		title: filename,
		filename,
		viewer: claims.viewer,
		url: preview.href,
		origin: preview.origin,
		eventType: viewerEventType(caller.account.vendorPrefix),
		token: issueToken(visit, randomText(16)),
		ask: claims.ask,
		comment: claims.comment,
		media: isMedia(filename),
		validMs: PREVIEW_VALID_MS,
		...defined({ until: due === null ? undefined : Date.parse(due) }),
		...defined({ read: pages === null ? undefined : { pages: pagesRead, total: pages } }),
	};
}

/** GET: the reading page, or a page that says why there is none. Opening it changes nothing. Throws LibraryError. */
export async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const visit = await readVisit(context);
	if (typeof visit === 'string') return respondState(context, visit);
	if (visit.closed) return respondState(context, visit.closed);
	const { caller, claims, execution } = visit;
	const waitMs = visits.page({ visitor: JSON.stringify([execution, claims.id]), node: nodeKey(context) });
	if (waitMs > 0) return respondRefusal(context, REFUSED.busy, waitMs);
	const preview = await freshPreview(caller, {}, claims.file, claims.viewer);
	const nonce = newNonce();
	const surroundings = { frame: preview.origin, ...defined({ own: ownOrigin(context) }) };
	const headers = pageHeaders(nonce, isSandboxed(context), surroundings);
	return respond(context, 200, headers, readingPage(dataOf(visit, preview), nonce));
}
