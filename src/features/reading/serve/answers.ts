import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import {
	isComplete,
	type ReadingItem,
	resumedWait,
	isAnswered,
	withAnswer,
	unlessAnswered,
	withProgress,
} from '../plan/readingState';
import { keepWaiting } from './waitingEntry';
import { answeredByN8n, refusePost, respondJson, refuse, respondEmpty, freshPreview, visits } from '../../preview';
import { systemClock } from '../../../client/async/clock';
import { randomText } from '../../../client/service/singleSignOn';
import { currentContent } from '../../versions/work';
import { type AnswerState, contentMark, type Late, type ReadingRead } from '../plan/readingPage';
import { type DecisionPost, type FinishedPost, type ProgressPost, readReadingPost } from '../plan/readingPost';
import { lookAtFile, readerMemory, upToDate, type ReadingLoad, type Visit, readVisit } from './visit';
import { closeCommands, closedReadingOf, type CloseReply } from '../plan/closeCommand';

/* A post that changes what is known of a wait resumes its execution: that is how n8n saves it. */

const replaced = (items: readonly ReadingItem[], changed: ReadingItem): ReadingItem[] =>
	items.map((item) => (item.reading_id === changed.reading_id ? changed : item));

/** Resumes the execution to wait on with these items; undefined where this n8n does not let it. */
const save = (context: IWebhookFunctions, items: readonly ReadingItem[], webhookResponse: object) =>
	keepWaiting(context) ? answeredByN8n(context, resumedWait(items), webhookResponse) : undefined;

/** Resumes the execution after somebody has answered: for good where nothing more is waited for. */
function resumeWorkflow(context: IWebhookFunctions, items: readonly ReadingItem[], webhookResponse: object) {
	const isOneEnough = context.getNodeParameter('waitFor', 'all') === 'one';
	if (isComplete(items, isOneEnough)) return answeredByN8n(context, items, webhookResponse);
	return save(context, items, webhookResponse) ?? refusePost(context, 501, 'several');
}

/* An answer is about a content: it is taken for the one that the page has shown, if the file still has it. */

type AnswerPost = FinishedPost | DecisionPost;

/** What the answers of a page are in the items. */
const OUTCOMES = { finished: 'read', approve: 'approved', decline: 'declined' } as const;

/** How long an answer that n8n has not saved yet keeps others out, in milliseconds. */
const PENDING_MS = 30_000;
/** Names of files that surely have pages. A player of another kind than pages are told of must be able to finish. */
const PAGED = /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|md|csv|html?|png|jpe?g|gif|tiff?)$/i;

/** Says that an answer is recorded, or why it does not count or does not yet. */
const reply = (context: IWebhookFunctions, state: AnswerState): IWebhookResponseData =>
	respondJson(context, 200, { state });

const isShown = ({ content }: ReadingRead, shown: string | null): boolean =>
	content === undefined || content === contentMark(shown);

/** Why the page does not ask for this; undefined for an answer that it may take. */
function reasonAgainst({ stated, item }: Visit, post: AnswerPost): 'answer' | 'pages' | 'reason' | undefined {
	const { pages, total } = post;
	// Where a file has pages, none shown is no reading: those of media are seconds.
	const isUnread = total === 0 && (item.pages !== null || PAGED.test(item.filename));
	if (post.kind === 'finished') return stated.ask !== 'read' || isUnread ? 'answer' : undefined;
	if (stated.ask !== 'approve') return 'answer';
	if (stated.reason && post.decision === 'decline' && post.comment.trim() === '') return 'reason';
	const mustRead = stated.allPages && post.decision === 'approve';
	return mustRead && (isUnread || pages.length < total) ? 'pages' : undefined;
}

/**
 * What keeps the answer of a load from counting; undefined for nothing. One that n8n has not saved may be given again:
 * by the same load, or when that was long ago.
 */
function whyClosed({ execution, item, saved, closed }: Visit, loadId: string): Late | undefined {
	if (closed !== 'answered' || isAnswered(saved)) return closed;
	const { answeredBy } = readerMemory.of(execution, item.reading_id) ?? {};
	const mayAnswer = answeredBy === loadId || systemClock.now() - Date.parse(item.answered_at ?? '') > PENDING_MS;
	return mayAnswer ? undefined : closed;
}

/** Records the answer and resumes the execution: for good where nothing more is waited for. Throws LibraryError. */
async function takeAnswer(
	context: IWebhookFunctions,
	begun: Visit,
	post: AnswerPost,
	{ loadId, shown }: ReadingLoad,
): Promise<IWebhookResponseData> {
	const reason = reasonAgainst(begun, post);
	if (reason) return refusePost(context, 400, reason);
	const { execution, stated, saved } = begun;
	const outcome = OUTCOMES[post.kind === 'finished' ? post.kind : post.decision];
	const isOwn = readerMemory.of(execution, stated.id)?.answeredBy === loadId && begun.item.outcome === outcome;
	// The page did not hear that its answer was taken, and sends it again.
	if (isAnswered(saved) && isOwn) return reply(context, 'accepted');
	const closed = whyClosed(begun, loadId);
	if (closed) return reply(context, closed);
	const look = await lookAtFile(begun);
	const content = await currentContent(begun.caller, look.info);
	// Other answers may have been taken meanwhile. From here on nothing is waited for.
	const visit = upToDate(begun);
	const closedMeanwhile = whyClosed(visit, loadId);
	if (closedMeanwhile) return reply(context, closedMeanwhile);
	const { items, item } = visit;
	if (look.outdated) {
		// The items tell it when the time is over.
		const told = saved.changed ? undefined : save(context, replaced(items, item), { state: 'outdated' });
		return told ?? reply(context, 'outdated');
	}
	// A token that was renewed alone is for a content that the page has not shown.
	if (look.filehash !== shown || !isShown(post, shown)) return reply(context, 'changed');
	const comment = post.kind === 'decision' && stated.comment ? post.comment : '';
	const { pages, total } = post;
	const answered = withAnswer(item, { outcome, comment, pages, total, content }, systemClock.now());
	readerMemory.remember(execution, { item: answered, answeredBy: loadId });
	return resumeWorkflow(context, replaced(items, answered), { state: 'accepted' });
}

/**
 * Closes the links that a command is about, and resumes the execution: for good where nothing more is waited for. Links
 * that were answered stay so. A command that was changed, or is for another link, is refused.
 */
function takeClose(
	context: IWebhookFunctions,
	{ execution, stated, caller, savedItems, items }: Visit,
	command: unknown,
): IWebhookResponseData {
	const close = closeCommands(execution, caller.account().secret).open(command);
	if (close?.id !== stated.id) return refusePost(context, 403, 'link');
	const isMeant = (item: ReadingItem): boolean => close.all || item.reading_id === stated.id;
	const closed = items.map((item) => (isMeant(item) ? unlessAnswered(item, 'closed') : item));
	const readers = closed.filter(isMeant).map(closedReadingOf);
	const told: CloseReply = { state: 'closed', readers };
	// Repeated, because its reply was lost. What only this process knows may not be saved.
	if (savedItems.every((item) => !isMeant(item) || isAnswered(item))) return respondJson(context, 200, told);
	for (const item of closed.filter(isMeant)) readerMemory.remember(execution, { item });
	return resumeWorkflow(context, closed, told);
}

/* What a reading page posts: progress and answers, which resume the execution. */

/** How often the progress of one reader is saved at most, in milliseconds: saving it resumes the execution. */
const SAVE_EVERY_MS = 20_000;
/** A fresh preview link and a fresh token for an open page, also for one whose token has expired. */
async function renew(context: IWebhookFunctions, visit: Visit, token: unknown): Promise<IWebhookResponseData> {
	const { caller, stated, tokens } = visit;
	const waitMs = visits.page(visit.asking);
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const look = await lookAtFile(visit);
	if (look.outdated) return reply(context, 'outdated');
	const url = await freshPreview(caller, {}, stated.file, stated.viewer);
	const loadId = tokens.open(token, true)?.loadId ?? randomText(16);
	const renewed = tokens.issue({ loadId, shown: look.filehash });
	const content = contentMark(look.filehash);
	return respondJson(context, 200, { url: url.href, token: renewed, content, changed: look.changed });
}

/** Keeps what was read. n8n saves it now and then; the answer brings all of it again. */
function takeProgress(context: IWebhookFunctions, visit: Visit, post: ProgressPost, { shown }: ReadingLoad) {
	if (!isShown(post, shown)) return reply(context, 'changed');
	const { execution, items, saved } = visit;
	const now = systemClock.now();
	const item = withProgress(visit.item, post, shown, now);
	const { savedAt = -Infinity } = readerMemory.of(execution, item.reading_id) ?? {};
	const isNews = saved.opened_at === null || item.pages_read.length !== saved.pages_read.length;
	const isDue = isNews && now - savedAt >= SAVE_EVERY_MS;
	const resumed = isDue ? save(context, replaced(items, item), {}) : undefined;
	readerMemory.remember(execution, { item, ...(resumed ? { savedAt: now } : {}) });
	return resumed ?? respondEmpty(context);
}

/** POST: what the page reports, an answer, or a request for a new preview link. Throws LibraryError. */
export async function take(context: IWebhookFunctions, body: unknown): Promise<IWebhookResponseData> {
	const post = readReadingPost(body);
	if (!post) return refusePost(context, 400, 'reading');
	const visit = await readVisit(context);
	if (visit === 'over') return reply(context, 'over');
	if (visit === 'notBegun') return refusePost(context, 503, 'notBegun');
	if (visit === 'signature') return refusePost(context, 403, 'link');
	if (post.kind === 'close') return takeClose(context, visit, post.command);
	const { closed } = visit;
	if (post.kind === 'renew' && (closed === 'over' || closed === 'closed')) return reply(context, closed);
	if (post.kind === 'renew') return await renew(context, visit, post.token);
	const load = visit.tokens.open(post.token);
	if (!load) return refusePost(context, 403, 'token');
	const waitMs = visits.post(visit.asking);
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	if (post.kind !== 'progress') return await takeAnswer(context, visit, post, load);
	return closed ? reply(context, closed) : takeProgress(context, visit, post, load);
}
