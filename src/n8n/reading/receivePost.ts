import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../client/async/clock';
import type { AnswerReply, Late } from '../../protocol/reading/readingPage';
import {
	MAX_POST_LENGTH,
	readReadingPost,
	type DecisionPost,
	type FinishedPost,
	type ProgressPost,
	type ReadingPost,
} from '../../protocol/reading/readingPost';
import {
	isAnswered,
	isComplete,
	resumedWait,
	withAnswer,
	withProgress,
	type ReadingAnswered,
	type ReadingItem,
} from '../../protocol/reading/readingState';
import { runAgain } from '../context/waitingEntry';
import { textsFor } from '../previewPage/html';
import { takePost, answeredByN8n, refuse, refusePost, respondEmpty, respondJson } from '../previewPage/respond';
import { freshPreview } from '../previewPage/preview';
import { visits } from '../previewPage/visitorLimits';
import { readerMemory, askingFor, newToken, readVisit, type Visit } from './visit';

/* What a reading page posts: progress and answers, which resume the execution. */

/** How often the progress of one reader is saved at most, in milliseconds: saving it resumes the execution. */
const SAVE_EVERY_MS = 20_000;
/** How long an answer that n8n has not saved yet keeps others out, in milliseconds. */
const PENDING_MS = 30_000;
/** Names of files that surely have pages. A player of another kind than `isMedia` knows must be able to finish. */
const PAGED = /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|md|csv|html?|png|jpe?g|gif|tiff?)$/i;

const late = (context: IWebhookFunctions, state: Late): IWebhookResponseData => {
	const reply: AnswerReply = { state, message: textsFor(context).late[state] };
	return respondJson(context, 200, reply);
};

const asItems = (jsons: readonly object[]): INodeExecutionData[] =>
	jsons.map((json) => ({ json: json as IDataObject }));
const replaced = (items: readonly ReadingItem[], changed: ReadingItem): ReadingItem[] =>
	items.map((item) => (item.reading_id === changed.reading_id ? changed : item));

/** What n8n answers after it has resumed the execution, so that nothing is confirmed that n8n did not take. */
function resume(
	context: IWebhookFunctions,
	items: INodeExecutionData[],
	webhookResponse: object,
): IWebhookResponseData {
	answeredByN8n(context);
	return { workflowData: [items], webhookResponse };
}

/** A fresh preview link and a fresh token for an open page, also for one whose token has expired. */
async function renew(context: IWebhookFunctions, visit: Visit, token: unknown): Promise<IWebhookResponseData> {
	const { caller, claims, tokens } = visit;
	const waitMs = visits.page(askingFor(context, visit));
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const url = await freshPreview(caller, {}, claims.file, claims.viewer);
	const renewed = newToken(visit, tokens.open(token, true)?.loadId);
	return respondJson(context, 200, { url: url.href, token: renewed });
}

/** Keeps what was read. n8n saves it now and then; the answer brings all of it again. */
function takeProgress(context: IWebhookFunctions, visit: Visit, post: ProgressPost): IWebhookResponseData {
	const { execution, items, saved } = visit;
	const now = systemClock.now();
	const item = withProgress(visit.item, post, now);
	const { savedAt = -Infinity } = readerMemory.of(execution, item.reading_id) ?? {};
	const isNews = saved.opened_at === null || item.pages_read.length > saved.pages_read.length;
	const saves = isNews && now - savedAt >= SAVE_EVERY_MS && runAgain(context);
	readerMemory.learn(execution, { item, ...(saves ? { savedAt: now } : {}) });
	if (!saves) return respondEmpty(context);
	return resume(context, asItems(resumedWait(replaced(items, item))), {});
}

/** Whether a file has pages, so that none shown is no reading: those of media are seconds. */
const hasPages = ({ filename, pages }: ReadingItem): boolean => pages !== null || PAGED.test(filename);

const answerOf = (visit: Visit, post: FinishedPost | DecisionPost): ReadingAnswered | undefined => {
	const { pages, total } = post;
	const { ask, comment } = visit.claims;
	if (post.kind === 'finished') {
		if (ask !== 'read' || (total === 0 && hasPages(visit.item))) return undefined;
		return { outcome: 'read', comment: '', pages, total };
	}
	if (ask !== 'approve') return undefined;
	const outcome = post.decision === 'approve' ? 'approved' : 'declined';
	return { outcome, comment: comment ? post.comment : '', pages, total };
};

/** Whether an answer that n8n has not saved may be given (again): by the same load, or when that was long ago. */
function mayAnswer({ execution, item, saved }: Visit, loadId: string): boolean {
	if (isAnswered(saved)) return false;
	const { answeredBy } = readerMemory.of(execution, item.reading_id) ?? {};
	return answeredBy === loadId || systemClock.now() - Date.parse(item.answered_at ?? '') > PENDING_MS;
}

/** Records the answer and resumes the execution: for good where nothing more is waited for. */
function takeAnswer(
	context: IWebhookFunctions,
	visit: Visit,
	post: FinishedPost | DecisionPost,
	loadId: string,
): IWebhookResponseData {
	const { execution, closed, saved, item } = visit;
	const answer = answerOf(visit, post);
	if (!answer) return refusePost(context, 400, 'answer');
	const given = post.kind === 'finished' ? 'finished' : post.decision;
	const accepted: AnswerReply = { state: 'accepted', message: textsFor(context).recorded[given] };
	const isOwn = readerMemory.of(execution, item.reading_id)?.answeredBy === loadId && item.outcome === answer.outcome;
	// The page did not hear that its answer was taken, and sends it again.
	if (isAnswered(saved) && isOwn) return respondJson(context, 200, accepted);
	if (closed && !(closed === 'answered' && mayAnswer(visit, loadId))) return late(context, closed);
	const answered = withAnswer(isAnswered(item) ? { ...item, outcome: 'pending' } : item, answer, systemClock.now());
	readerMemory.learn(execution, { item: answered, answeredBy: loadId });
	const items = replaced(visit.items, answered);
	const waitFor = context.getNodeParameter('waitFor', 'all') === 'one' ? 'one' : 'all';
	if (isComplete(items, waitFor)) return resume(context, asItems(items), accepted);
	if (!runAgain(context)) return refusePost(context, 501, 'several');
	return resume(context, asItems(resumedWait(items)), accepted);
}

async function take(context: IWebhookFunctions, post: ReadingPost): Promise<IWebhookResponseData> {
	const visit = await readVisit(context);
	if (visit === 'over') return late(context, 'over');
	if (visit === 'notBegun') return refusePost(context, 503, 'notBegun');
	if (visit === 'signature') return refusePost(context, 403, 'link');
	if (post.kind === 'renew' && visit.closed !== 'over') return await renew(context, visit, post.token);
	if (post.kind === 'renew') return late(context, 'over');
	const { loadId } = visit.tokens.open(post.token) ?? {};
	if (loadId === undefined) return refusePost(context, 403, 'token');
	const waitMs = visits.post(askingFor(context, visit));
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	if (post.kind !== 'progress') return takeAnswer(context, visit, post, loadId);
	return visit.closed ? late(context, visit.closed) : takeProgress(context, visit, post);
}

/** POST: what the page reports, an answer, or a request for a new preview link. Throws LibraryError. */
export const receivePost = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await takePost(
		context,
		{ maxBytes: MAX_POST_LENGTH, read: readReadingPost, unknown: 'reading' },
		async (post) => await take(context, post),
	);
