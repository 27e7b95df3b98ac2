import type { ReadingDecision } from '../../protocol/reading/readingPost';

/* What the reading page is made of, and what n8n answers to its posts (protocol/reading/readingPost.ts). */

/** What the page shows and needs. Times in milliseconds. */
export interface ReadingPageData {
	readonly title: string;
	readonly filename: string;
	/** Whom the link was made for. */
	readonly viewer: string;
	/** The preview, and its origin: messages count from this origin only. */
	readonly url: string;
	readonly origin: string;
	/** Event type of the deployment, e.g. `SVC_VIEWER_EVENT`. */
	readonly eventType: string;
	/** Goes back with every post. */
	readonly token: string;
	/** What is asked of the person: to read to the end, or to approve or decline. */
	readonly ask: 'read' | 'approve';
	/** Whether the page takes a comment with the decision. */
	readonly comment: boolean;
	/** Video or audio: its player sends no event before playback starts (`isMedia`). */
	readonly media: boolean;
	/** Lifetime of a preview link (`PREVIEW_VALID_MS`). */
	readonly validMs: number;
	/** Unix milliseconds at which the wait ends, if it does; the page says so. */
	readonly until?: number;
	/**
	 * What of the file n8n knows to be read: pages, and their number. The page starts with them, so that a person who
	 * opens the link again does not begin anew.
	 */
	readonly read?: { readonly pages: readonly number[]; readonly total: number };
}

/** Answer to `renew`: the new preview link and a new token. */
export interface RenewReply {
	readonly url: string;
	readonly token: string;
}

/**
 * Answer to `progress`: the token for what the page posts next; status 204 without a body changes nothing. An
 * AnswerReply that is late ends the page here too.
 */
export interface ProgressReply {
	readonly token?: string;
}

/**
 * Answer to `finished` and `decision`, status 200. `accepted`: this answer is recorded; `answered`: another one was
 * before; `over`: nobody waits any more. The page ends with it and shows the message (`acceptedReply`, `lateReply`).
 * The page repeats a post whose answer was lost: the same answer of the same page load is `accepted` again.
 */
export interface AnswerReply {
	readonly state: 'accepted' | 'answered' | 'over';
	readonly message: string;
}

/**
 * Answer to every other outcome, with a status of its own: 400 for a post that is not valid, 403 for a token that is
 * not valid (the page renews it once), 429 and 5xx for what may work later (the page tries again). n8n's own 409 while
 * the execution runs is tried again too; its 404 and 409 for an execution that has ended close the page.
 */
export interface FailedReply {
	readonly message: string;
}

/** Why there is no reading page; each state has a page of its own. */
export type ReadingState = 'answered' | 'over' | 'notBegun' | 'refused';

/** What a person answered. */
export type ReadingAnswer = 'finished' | ReadingDecision;
