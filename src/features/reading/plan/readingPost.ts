import { isWithin, MAX_TIME, objectIn } from '../../preview/plan';
import { defined } from '../../../protocol/wire/json';
import { MAX_PAGES, type ReadingDecision, type ReadingRead } from './readingPage';

/* What the reading page posts. A visitor controls everything in it except what its token states. */

/** A new preview link is asked for. */
interface RenewPost {
	readonly kind: 'renew';
	readonly token: unknown;
}

/** Where a person is: a page or, for media, seconds. */
export interface ProgressPost extends ReadingRead {
	readonly kind: 'progress';
	readonly token: unknown;
	/** Page number, or seconds. */
	readonly current: number;
	/** Unix milliseconds, by the clock of the person's browser. */
	readonly time: number;
}

/** The file was read to its end: every page was shown, or media reached its end. */
export interface FinishedPost extends ReadingRead {
	readonly kind: 'finished';
	readonly token: unknown;
}

/** A decision. */
export interface DecisionPost extends ReadingRead {
	readonly kind: 'decision';
	readonly token: unknown;
	readonly decision: ReadingDecision;
	/** Without spaces around it; '' where there is none. Line breaks are `\n`. */
	readonly comment: string;
}

/** The link is closed; not of the page, but of the operation that does that. */
interface ClosePost {
	readonly kind: 'close';
	readonly command: unknown;
}

/** One post of the reading page, checked. `token` and `command` are not: only its reader can tell. */
export type ReadingPost = RenewPost | ClosePost | ProgressPost | FinishedPost | DecisionPost;

/** Maximum length of a comment in characters (UTF-16 units, as browsers count them). */
export const MAX_COMMENT = 2000;
/** Maximum length of a post in bytes: a token, and the numbers of all pages. */
export const MAX_POST_LENGTH = 1_000_000;
/** Longest mark of a content in characters. */
const MAX_MARK = 64;
/** Longest duration in seconds (115 days). */
const MAX_SECONDS = 10_000_000;

const isCount = (value: unknown, limit: number): value is number => isWithin(value, limit) && Number.isInteger(value);

/** What a post says was read; undefined unless all pages are between 1 and `total`. */
function readIn({ pages, total, content }: Record<string, unknown>): ReadingRead | undefined {
	if (content !== undefined && (typeof content !== 'string' || content.length > MAX_MARK)) return undefined;
	if (!Array.isArray(pages) || !isCount(total, MAX_PAGES) || pages.length > total) return undefined;
	if (!pages.every((page): page is number => isCount(page, total) && page >= 1)) return undefined;
	return { pages: [...new Set(pages)].sort((a, b) => a - b), total, ...defined({ content }) };
}

/** A comment as people typed it, without what no text contains: control characters and halves of characters. */
function commentOf(value: unknown): string | undefined {
	if (value === undefined) return '';
	if (typeof value !== 'string' || value.length > MAX_COMMENT) return undefined;
	return value
		.toWellFormed()
		.replace(/\r\n?/g, '\n')
		.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
		.trim();
}

function readProgress(post: Record<string, unknown>, read: ReadingRead): ProgressPost | undefined {
	const { token, current, time } = post;
	if (!isWithin(current, MAX_SECONDS) || !isWithin(time, MAX_TIME)) return undefined;
	// With pages, `current` is one of them.
	if (read.total > 0 && (!Number.isInteger(current) || current < 1 || current > read.total)) return undefined;
	return { kind: 'progress', token, ...read, current, time };
}

/** Finished means every page, or media, which has none. */
const readFinished = ({ token }: Record<string, unknown>, read: ReadingRead): FinishedPost | undefined =>
	read.pages.length === read.total ? { kind: 'finished', token, ...read } : undefined;

function readDecision(post: Record<string, unknown>, read: ReadingRead): DecisionPost | undefined {
	const { token, decision } = post;
	const comment = commentOf(post.comment);
	if (comment === undefined || (decision !== 'approve' && decision !== 'decline')) return undefined;
	return { kind: 'decision', token, ...read, decision, comment };
}

/** Reads a posted body; undefined for anything that the page does not post. */
export function readReadingPost(body: unknown): ReadingPost | undefined {
	const post = objectIn(body, MAX_POST_LENGTH);
	if (!post) return undefined;
	if (post.kind === 'renew') return { kind: 'renew', token: post.token };
	if (post.kind === 'close') return { kind: 'close', command: post.command };
	const read = readIn(post);
	if (!read) return undefined;
	switch (post.kind) {
		case 'progress':
			return readProgress(post, read);
		case 'finished':
			return readFinished(post, read);
		case 'decision':
			return readDecision(post, read);
		default:
			return undefined;
	}
}
