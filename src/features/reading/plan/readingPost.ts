import { isWithin, MAX_TIME, objectIn } from '../../preview/plan';
import { defined } from '../../../protocol/wire/json';
import { MAX_PAGES, type ReadingRead } from './readingPage';

/* What the reading page posts. A visitor controls everything in it except what its token states. */

/** One post of the reading page, checked. `token` and `command` are not: only its reader can tell. */
type PostOf<K> = Extract<ReturnType<typeof readReadingPost>, { readonly kind: K }>;
/** Where a person is: `current` is a page or, for media, seconds; `time` is that of the browser, Unix milliseconds. */
export type ProgressPost = PostOf<'progress'>;
/** The file was read to its end: every page was shown, or media reached its end. */
export type FinishedPost = PostOf<'finished'>;
/** A decision, with a comment that has no spaces around it, or ''. */
export type DecisionPost = PostOf<'decision'>;

/** Maximum length of a comment in characters (UTF-16 units, as browsers count them). */
export const MAX_COMMENT = 2000;
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

/** Reads a posted body; undefined for anything that the page does not post, or the operation that closes links. */
export function readReadingPost(body: unknown) {
	const post = objectIn(body);
	if (!post) return undefined;
	const { kind, token, command, current, time, decision } = post;
	if (kind === 'renew') return { kind, token } as const;
	if (kind === 'close') return { kind, command } as const;
	const read = readIn(post);
	if (!read) return undefined;
	if (kind === 'progress') {
		if (!isWithin(current, MAX_SECONDS) || !isWithin(time, MAX_TIME)) return undefined;
		// With pages, `current` is one of them.
		if (read.total > 0 && (!Number.isInteger(current) || current < 1 || current > read.total)) return undefined;
		return { kind, token, ...read, current, time } as const;
	}
	// Finished means every page, or media, which has none.
	if (kind === 'finished') return read.pages.length === read.total ? ({ kind, token, ...read } as const) : undefined;
	const comment = commentOf(post.comment);
	if (kind !== 'decision' || comment === undefined || (decision !== 'approve' && decision !== 'decline'))
		return undefined;
	return { kind, token, ...read, decision, comment } as const;
}
