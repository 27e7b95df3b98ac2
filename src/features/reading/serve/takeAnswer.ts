import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { systemClock } from '../../../client/async/clock';
import { currentContent } from '../work/currentContent';
import type { PageStatement } from '../../preview/plan';
import { type AnswerReply, contentMark, type FileContent, type Late, type ReadingRead } from '../plan/readingPage';
import type { DecisionPost, FinishedPost } from '../plan/readingPost';
import { isAnswered, resumedWait, withAnswer, type ReadingAnswered, type ReadingItem } from '../plan/readingState';
import { runAgain } from './waitingEntry';
import { textsFor, refusePost, respondJson } from '../../preview';
import { asItems, goOn, replaced, resume } from './resume';
import { lookAtFile, readerMemory, upToDate, type Visit } from './visit';

/* An answer is about a content: it is taken for the one that the page has shown, if the file still has it. */

type AnswerPost = FinishedPost | DecisionPost;

/** How long an answer that n8n has not saved yet keeps others out, in milliseconds. */
const PENDING_MS = 30_000;
/** Names of files that surely have pages. A player of another kind than `isMedia` knows must be able to finish. */
const PAGED = /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|md|csv|html?|png|jpe?g|gif|tiff?)$/i;

/** Answers that no answer counts any more. */
export const late = (context: IWebhookFunctions, state: Late): IWebhookResponseData => {
	const reply: AnswerReply = { state, message: textsFor(context).late[state] };
	return respondJson(context, 200, reply);
};

/** Answers that the file has another content than the page shows, which shows it then. */
export const changed = (context: IWebhookFunctions): IWebhookResponseData => {
	const reply: AnswerReply = { state: 'changed', message: textsFor(context).changedSince };
	return respondJson(context, 200, reply);
};

/** Whether a page shows the content that its token is for. */
export const isShown = ({ content }: ReadingRead, shown: string | null): boolean =>
	content === undefined || content === contentMark(shown);

/** Whether a file has pages, so that none shown is no reading: those of media are seconds. */
const hasPages = ({ filename, pages }: ReadingItem): boolean => pages !== null || PAGED.test(filename);

/** Why the page does not ask for this; undefined for an answer that it may take. */
function reasonAgainst({ stated, item }: Visit, post: AnswerPost): 'answer' | 'pages' | undefined {
	const { pages, total } = post;
	const isUnread = total === 0 && hasPages(item);
	if (post.kind === 'finished') return stated.ask !== 'read' || isUnread ? 'answer' : undefined;
	if (stated.ask !== 'approve') return 'answer';
	const mustRead = stated.allPages && post.decision === 'approve';
	return mustRead && (isUnread || pages.length < total) ? 'pages' : undefined;
}

function answerOf({ stated }: Visit, post: AnswerPost, content: FileContent): ReadingAnswered {
	const { pages, total } = post;
	if (post.kind === 'finished') return { outcome: 'read', comment: '', pages, total, content };
	const outcome = post.decision === 'approve' ? 'approved' : 'declined';
	return { outcome, comment: stated.comment ? post.comment : '', pages, total, content };
}

/** Whether an answer that n8n has not saved may be given (again): by the same load, or when that was long ago. */
function mayAnswer({ execution, item, saved }: Visit, loadId: string): boolean {
	if (isAnswered(saved)) return false;
	const { answeredBy } = readerMemory.of(execution, item.reading_id) ?? {};
	return answeredBy === loadId || systemClock.now() - Date.parse(item.answered_at ?? '') > PENDING_MS;
}

const isClosed = (visit: Visit, loadId: string): boolean =>
	visit.closed !== undefined && !(visit.closed === 'answered' && mayAnswer(visit, loadId));

/** Saves that a file has changed that nobody may answer any more: the items tell it when the time is over. */
function refuseOutdated(context: IWebhookFunctions, { items, saved, item }: Visit): IWebhookResponseData {
	if (saved.changed || !runAgain(context)) return late(context, 'outdated');
	const reply: AnswerReply = { state: 'outdated', message: textsFor(context).late.outdated };
	return resume(context, asItems(resumedWait(replaced(items, item))), reply);
}

/** Records the answer and resumes the execution: for good where nothing more is waited for. Throws LibraryError. */
export async function takeAnswer(
	context: IWebhookFunctions,
	begun: Visit,
	post: AnswerPost,
	{ loadId, shown = null }: PageStatement,
): Promise<IWebhookResponseData> {
	const reason = reasonAgainst(begun, post);
	if (reason) return refusePost(context, 400, reason);
	const given = post.kind === 'finished' ? 'finished' : post.decision;
	const accepted: AnswerReply = { state: 'accepted', message: textsFor(context).recorded[given] };
	const { execution, saved, item } = begun;
	const outcome = answerOf(begun, post, saved).outcome;
	const isOwn = readerMemory.of(execution, item.reading_id)?.answeredBy === loadId && item.outcome === outcome;
	// The page did not hear that its answer was taken, and sends it again.
	if (isAnswered(saved) && isOwn) return respondJson(context, 200, accepted);
	if (isClosed(begun, loadId)) return late(context, begun.closed ?? 'answered');
	const look = await lookAtFile(begun);
	const content = await currentContent(begun.caller, look.info);
	// Other answers may have been taken meanwhile. From here on nothing is waited for.
	const visit = upToDate(begun);
	if (isClosed(visit, loadId)) return late(context, visit.closed ?? 'answered');
	if (look.outdated) return refuseOutdated(context, visit);
	// A token that was renewed alone is for a content that the page has not shown.
	if (look.filehash !== shown || !isShown(post, shown)) return changed(context);
	return record(context, visit, answerOf(visit, post, content), { loadId, accepted });
}

function record(
	context: IWebhookFunctions,
	{ execution, items: all, item }: Visit,
	answer: ReadingAnswered,
	{ loadId, accepted }: { readonly loadId: string; readonly accepted: AnswerReply },
): IWebhookResponseData {
	const answered = withAnswer(isAnswered(item) ? { ...item, outcome: 'pending' } : item, answer, systemClock.now());
	readerMemory.remember(execution, { item: answered, answeredBy: loadId });
	return goOn(context, replaced(all, answered), accepted);
}
