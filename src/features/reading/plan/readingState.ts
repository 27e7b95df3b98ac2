import { timeInWords } from '../../../protocol/text/inWords';
import { isJsonObject, type JsonObject } from '../../../protocol/wire/json';
import type { ReadingRequest } from './readingLink';
import type { FileContent, PagesRead, ReadingAsk } from './readingPage';

/* What is known of each person while an execution waits: the items that come out when the wait ends. */

const OUTCOMES = ['read', 'approved', 'declined', 'closed', 'timed_out', 'pending'] as const;
/** What became of a request; `pending` while the wait goes on, and when it ended before this person answered. */
type ReadingOutcome = (typeof OUTCOMES)[number];
/** Whether a value says what became of a request. */
export const isOutcome = (value: unknown): value is ReadingOutcome => OUTCOMES.some((outcome) => outcome === value);

/** The item of one person. Times are ISO texts. */
export type ReadingItem = {
	viewer: string;
	outcome: ReadingOutcome;
	answered_at: string | null;
	/** What the person wrote beside the decision; left out where that is nothing. */
	comment?: string;
	filename: string;
	fullpath: string;
	/** Whether the answer is about another content than that of the link; without one, whether another was seen. */
	changed: boolean;
	pages_read: number[];
	/** Number of pages of the file; null as long as it is not known, and for video and audio. */
	pages: number | null;
	/** When the page first reported that it showed the file; null as long as it did not. */
	opened_at: string | null;
	/** When the time is over; null without a limit. */
	due_at: string | null;
	/** `read`: to read the file to its end; `approve`: to approve or decline it. */
	ask: ReadingAsk;
	hash: string;
	/** SHA1 and version of the content that the link was made for; null where the service did not say them. */
	filehash: string | null;
	version_number: number | null;
	/** SHA1 of the content whose pages were read; null as long as none was shown. */
	seen_filehash: string | null;
	/** SHA1 and version of the content that the answer is about; null without an answer. */
	answered_filehash: string | null;
	answered_version_number: number | null;
	/** The item of Get Reading Link has the same. */
	reading_id: string;
};

/** An answer, and what the person had read when it was given. */
export interface ReadingAnswered extends PagesRead {
	readonly outcome: 'read' | 'approved' | 'declined';
	readonly comment: string;
	readonly content: FileContent;
}

/** The item of a person of whom nothing is known yet. */
export const newReadingItem = (request: ReadingRequest, due: Date | undefined): ReadingItem => ({
	viewer: request.viewer,
	outcome: 'pending',
	answered_at: null,
	filename: request.filename,
	fullpath: request.fullpath,
	changed: false,
	pages_read: [],
	pages: null,
	opened_at: null,
	due_at: due?.toISOString() ?? null,
	ask: request.ask,
	hash: request.file,
	...request.content,
	seen_filehash: null,
	answered_filehash: null,
	answered_version_number: null,
	reading_id: request.id,
});

/** Whether nothing more is expected of a person: they have answered, or their link was closed. */
export const isAnswered = ({ outcome }: ReadingItem): boolean => outcome !== 'pending' && outcome !== 'timed_out';

/** Whether nothing more is waited for; `isOneEnough`: the wait ends with the first answer. */
export const isComplete = (items: readonly ReadingItem[], isOneEnough: boolean): boolean =>
	items.every(isAnswered) || (isOneEnough && items.some((item) => isAnswered(item) && item.outcome !== 'closed'));

/** The item while the wait goes on, when its time is over, or when its link was closed; an answer stays. */
export const unlessAnswered = (item: ReadingItem, outcome: 'pending' | 'timed_out' | 'closed'): ReadingItem =>
	isAnswered(item) ? item : { ...item, outcome };

/** How many answers are missing, e.g. `Waiting for 1 of 3 until 1 Dec 2026, 15:22`. */
export function waitingInWords(items: readonly ReadingItem[], timeZone: string): string {
	const missing = items.filter((item) => !isAnswered(item)).length;
	const due = items[0]?.due_at ?? null;
	return `Waiting for ${missing} of ${items.length}${due === null ? '' : ` until ${timeInWords(due, timeZone)}`}`;
}

/** Whether the time of an item is over; `now` is Unix milliseconds. */
export const isPastDue = ({ due_at: due }: ReadingItem, now: number): boolean => due !== null && Date.parse(due) <= now;

const union = (a: readonly number[], b: readonly number[]): number[] =>
	[...new Set([...a, ...b])].sort((one, other) => one - other);

/**
 * The item after more was read of a content; `at` is Unix milliseconds. What was known before stays known, except of
 * another content and of another number of pages: as the page does, that begins anew.
 */
export function withProgress(
	item: ReadingItem,
	{ pages, total }: PagesRead,
	filehash: string | null,
	at: number,
): ReadingItem {
	const isOther = item.seen_filehash !== filehash || (total > 0 && item.pages !== total);
	const before = item.seen_filehash === filehash ? item.pages : null;
	return {
		...item,
		pages_read: isOther ? [...pages] : union(item.pages_read, pages),
		pages: total > 0 ? total : before,
		opened_at: item.opened_at ?? new Date(at).toISOString(),
		seen_filehash: filehash,
		changed: item.changed || filehash !== item.filehash,
	};
}

/** The item after the answer, in place of one that n8n did not save. */
export function withAnswer({ comment: _, ...item }: ReadingItem, answer: ReadingAnswered, at: number): ReadingItem {
	const { filehash, version_number: version } = answer.content;
	return {
		...withProgress(item, answer, filehash, at),
		outcome: answer.outcome,
		answered_at: new Date(at).toISOString(),
		...(answer.comment === '' ? {} : { comment: answer.comment }),
		changed: filehash !== item.filehash,
		answered_filehash: filehash,
		answered_version_number: version,
	};
}

/** The item after the file was seen with another content: an answer is about the one that it was given for. */
export const withChange = (item: ReadingItem): ReadingItem => (isAnswered(item) ? item : { ...item, changed: true });

/** What two views of the same item know together; an answer in `known` comes first. */
export function merged(known: ReadingItem, other: ReadingItem): ReadingItem {
	const [first, second] = isAnswered(known) ? [known, other] : [other, known];
	const opened = [first.opened_at, second.opened_at].filter((time) => time !== null).sort();
	// Of two contents, the one that was answered or learned last.
	const seen = isAnswered(first) || first.seen_filehash !== null ? first : second;
	const isOtherFile = first.pages !== null && second.pages !== null && first.pages !== second.pages;
	const isSame = first.seen_filehash === second.seen_filehash && !isOtherFile;
	return {
		...first,
		changed: isAnswered(first) ? first.changed : first.changed || second.changed,
		pages_read: isSame ? union(first.pages_read, second.pages_read) : seen.pages_read,
		pages: isSame ? (first.pages ?? second.pages) : seen.pages,
		opened_at: opened[0] ?? null,
		seen_filehash: seen.seen_filehash,
	};
}

const isReadingItem = (json: unknown): json is ReadingItem =>
	isJsonObject(json) &&
	typeof json.reading_id === 'string' &&
	isOutcome(json.outcome) &&
	Array.isArray(json.pages_read);

/** The items of a wait among what n8n kept; undefined when these are other items. */
export function readingItemsIn(jsons: readonly unknown[]): ReadingItem[] | undefined {
	return jsons.length > 0 && jsons.every(isReadingItem) ? [...jsons] : undefined;
}

/** Marks the items with which a wait goes on; it never comes out of a node. */
const MARK = 'still_waiting';

/** The items with which a wait goes on after an answer. */
export const resumedWait = (items: readonly ReadingItem[]) =>
	items.map((item) => ({ ...unlessAnswered(item, 'pending'), [MARK]: true }));

/** The items of a wait that goes on; undefined for all other items. */
export function itemsOfResumedWait(jsons: readonly JsonObject[]): ReadingItem[] | undefined {
	// Every run of the node asks this, most of them with other items.
	if (jsons[0]?.[MARK] !== true) return undefined;
	return readingItemsIn(jsons.map(({ [MARK]: _, ...json }) => json));
}
