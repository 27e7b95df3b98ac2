/*
 * What n8n and the reading page agree on, besides the posts (readingPost.ts). For Node.js and for browsers.
 *
 * The reply to `renew` has the new preview link (`url`), a new token and what the file contains now (`content`, a mark
 * to compare, and `changed`: whether it is another content than that of the link), the reply to progress nothing, and
 * the reply to an answer its `state`, which any reply has where no answer counts any more; all with status 200. Every
 * other outcome has a status of its own, and a message: 400 for a post that is not valid, 403 for a token that is not
 * valid (the page renews it once), 429 and 5xx for what may work later (the page tries again). n8n's own 409 while the
 * execution runs is tried again too; its 404 and 409 for an execution that has ended close the page.
 */

/** What is asked of a person: to read the file to its end, or to approve or decline it. */
export type ReadingAsk = 'read' | 'approve';

/** What is asked of a person, and what an answer requires. */
export interface ReadingTerms {
	readonly ask: ReadingAsk;
	/** Whether only who has opened all pages may approve. */
	readonly allPages: boolean;
	/** Whether only who says why may decline. */
	readonly reason: boolean;
}

/** What a person decides. */
export type ReadingDecision = 'approve' | 'decline';

/** Why no answer counts any more; `outdated`: the file has another content than the only one that may be answered. */
export type Late = 'answered' | 'over' | 'closed' | 'outdated';

/** The pages that were shown, in ascending order and each once; `total` is their number in the file. */
export interface PagesRead {
	readonly pages: readonly number[];
	/** 0 as long as it is not known, and for media. */
	readonly total: number;
}

/** The same of one content, as the page posts it. */
export interface ReadingRead extends PagesRead {
	/** Mark of the content that the page shows; absent: that of its token. */
	readonly content?: string;
}

/** What a file contained at some time: when a link was made for it, or somebody has answered. */
export interface FileContent {
	/** SHA1; null where the service did not say it. */
	readonly filehash: string | null;
	/** Its number in the history of the file, 1 for the oldest; null where that is not known. */
	readonly version_number: number | null;
}

/** Names a content in a page, which compares such names only; '' where it is not known. */
export const contentMark = (filehash: string | null): string => filehash?.slice(0, 12) ?? '';

/** Largest number of pages that is believed. */
export const MAX_PAGES = 100_000;

/**
 * Before a wait has begun and after it is over n8n answers by itself. To an address that contains this text it answers
 * with a web page, to others with JSON (response-helper.ts of packages/cli); the node has no say in it.
 */
const PAGE_OF_N8N = 'page=form-waiting';
/** Whether n8n answers by itself that an execution has ended, was deleted, or waits for something else. */
export const hasEnded = (status: number, message: unknown): boolean =>
	(status === 409 && /finished/.test(String(message))) ||
	(status === 404 && /does not (exist|contain)/.test(String(message)));

/** What the page leaves out of the address that it posts to: it reads JSON. */
export const NOT_FOR_POSTS = `&${PAGE_OF_N8N}`;

/**
 * What became of an answer. `accepted`: this answer is recorded; the page ends with it, as where it came too late. It
 * repeats a post whose reply was lost: the same answer of the same page load is `accepted` again. `changed`: the file
 * has another content than the one that the page has shown; the page shows that one, and asks again.
 */
export type AnswerState = 'accepted' | 'changed' | Late;
