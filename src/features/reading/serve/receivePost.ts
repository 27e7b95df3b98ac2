import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../../client/async/clock';
import type { PageStatement } from '../../preview/plan';
import { contentMark } from '../plan/readingPage';
import { MAX_POST_LENGTH, readReadingPost, type ProgressPost, type ReadingPost } from '../plan/readingPost';
import { resumedWait, withProgress } from '../plan/readingState';
import { runAgain } from './waitingEntry';
import { takePost, refuse, refusePost, respondEmpty, respondJson, freshPreview, visits } from '../../preview';
import { asItems, replaced, resume } from './resume';
import { changed, isShown, late, takeAnswer } from './takeAnswer';
import { takeClose } from './takeClose';
import { readerMemory, askingFor, lookAtFile, newToken, readVisit, type Visit } from './visit';

/* What a reading page posts: progress and answers, which resume the execution. */

/** How often the progress of one reader is saved at most, in milliseconds: saving it resumes the execution. */
const SAVE_EVERY_MS = 20_000;
/** A fresh preview link and a fresh token for an open page, also for one whose token has expired. */
async function renew(context: IWebhookFunctions, visit: Visit, token: unknown): Promise<IWebhookResponseData> {
	const { caller, stated, tokens } = visit;
	const waitMs = visits.page(askingFor(context, visit));
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const look = await lookAtFile(visit);
	if (look.outdated) return late(context, 'outdated');
	const url = await freshPreview(caller, {}, stated.file, stated.viewer);
	const renewed = newToken(visit, look, tokens.open(token, true)?.loadId);
	const content = contentMark(look.filehash);
	return respondJson(context, 200, { url: url.href, token: renewed, content, changed: look.changed });
}

/** Keeps what was read. n8n saves it now and then; the answer brings all of it again. */
function takeProgress(
	context: IWebhookFunctions,
	visit: Visit,
	post: ProgressPost,
	{ shown = null }: PageStatement,
): IWebhookResponseData {
	if (!isShown(post, shown)) return changed(context);
	const { execution, items, saved } = visit;
	const now = systemClock.now();
	const item = withProgress(visit.item, post, shown, now);
	const { savedAt = -Infinity } = readerMemory.of(execution, item.reading_id) ?? {};
	const isNews = saved.opened_at === null || item.pages_read.length !== saved.pages_read.length;
	const saves = isNews && now - savedAt >= SAVE_EVERY_MS && runAgain(context);
	readerMemory.remember(execution, { item, ...(saves ? { savedAt: now } : {}) });
	if (!saves) return respondEmpty(context);
	return resume(context, asItems(resumedWait(replaced(items, item))), {});
}

async function take(context: IWebhookFunctions, post: ReadingPost): Promise<IWebhookResponseData> {
	const visit = await readVisit(context);
	if (visit === 'over') return late(context, 'over');
	if (visit === 'notBegun') return refusePost(context, 503, 'notBegun');
	if (visit === 'signature') return refusePost(context, 403, 'link');
	if (post.kind === 'close') return takeClose(context, visit, post.command);
	const { closed } = visit;
	if (post.kind === 'renew' && (closed === 'over' || closed === 'closed')) return late(context, closed);
	if (post.kind === 'renew') return await renew(context, visit, post.token);
	const load = visit.tokens.open(post.token);
	if (!load) return refusePost(context, 403, 'token');
	const waitMs = visits.post(askingFor(context, visit));
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	if (post.kind !== 'progress') return await takeAnswer(context, visit, post, load);
	return closed ? late(context, closed) : takeProgress(context, visit, post, load);
}

/** POST: what the page reports, an answer, or a request for a new preview link. Throws LibraryError. */
export const receivePost = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await takePost(
		context,
		{ maxBytes: MAX_POST_LENGTH, read: readReadingPost, unknown: 'reading' },
		async (post) => await take(context, post),
	);
