import { isJsonObject, type JsonObject } from '../wire/json';
import type { ReadingRequest } from './readingLink';
import type { PagesRead, ReadingAsk } from './readingPage';

/* What is known of each person while an execution waits: the items that come out when the wait ends. */

/** What became of a request; `pending` while the wait goes on, and when it ended before this person answered. */
type ReadingOutcome = 'read' | 'approved' | 'declined' | 'timed_out' | 'pending';

/** The item of one person. Times are ISO texts. */
export type ReadingItem = {
	/** The item of Get Reading Link has the same. */
	reading_id: string;
	viewer: string;
	/** `read`: to read the file to its end; `approve`: to approve or decline it. */
	ask: ReadingAsk;
	outcome: ReadingOutcome;
	hash: string;
	fullpath: string;
	filename: string;
	/** Numbers of the pages that were shown. */
	pages_read: number[];
	/** Number of pages of the file; null as long as it is not known, and for video and audio. */
	pages: number | null;
	/** When the page first reported that it showed the file; null as long as it did not. */
	opened_at: string | null;
	answered_at: string | null;
	comment: string;
	/** When the time is over; null without a limit. */
	due_at: string | null;
};

/** The item of a wait that has nobody to wait for. */
export type NobodyItem = { viewer: null; outcome: 'none' };

/** What comes out where no link was made: nobody has approved anything, and the workflow can tell. */
export const NOBODY: NobodyItem = { viewer: null, outcome: 'none' };

/** Whether the wait ends with the first answer, or goes on until all have answered. */
type WaitFor = 'one' | 'all';

/** An answer, and what the person had read when it was given. */
export interface ReadingAnswered extends PagesRead {
	readonly outcome: 'read' | 'approved' | 'declined';
	readonly comment: string;
}

/** The item of a person of whom nothing is known yet. */
export const newReadingItem = (request: ReadingRequest, due: Date | undefined): ReadingItem => ({
	reading_id: request.id,
	viewer: request.viewer,
	ask: request.ask,
	outcome: 'pending',
	hash: request.file,
	fullpath: request.fullpath,
	filename: request.filename,
	pages_read: [],
	pages: null,
	opened_at: null,
	answered_at: null,
	comment: '',
	due_at: due?.toISOString() ?? null,
});

/** Whether a person has answered. */
export const isAnswered = ({ outcome }: ReadingItem): boolean => outcome !== 'pending' && outcome !== 'timed_out';

/** Whether nothing more is waited for. */
export const isComplete = (items: readonly ReadingItem[], waitFor: WaitFor): boolean =>
	waitFor === 'one' ? items.some(isAnswered) : items.every(isAnswered);

/** The items as they come out if the time ends now. */
export const whenTimeIsOver = (items: readonly ReadingItem[]): ReadingItem[] =>
	items.map((item) => (isAnswered(item) ? item : { ...item, outcome: 'timed_out' }));

/** The items while the wait goes on. */
export const whileWaiting = (items: readonly ReadingItem[]): ReadingItem[] =>
	items.map((item) => (isAnswered(item) ? item : { ...item, outcome: 'pending' }));

/** Whether the time of an item is over; `now` is Unix milliseconds. */
export const isOver = ({ due_at: due }: ReadingItem, now: number): boolean => due !== null && Date.parse(due) <= now;

const union = (a: readonly number[], b: readonly number[]): number[] =>
	[...new Set([...a, ...b])].sort((one, other) => one - other);

/**
 * The item after more was read; `at` is Unix milliseconds. What was known before stays known, except of a file that has
 * another number of pages by now: as the page does, that begins anew.
 */
export const withProgress = (item: ReadingItem, { pages, total }: PagesRead, at: number): ReadingItem => ({
	...item,
	pages_read: total > 0 && item.pages !== total ? [...pages] : union(item.pages_read, pages),
	pages: total > 0 ? total : item.pages,
	opened_at: item.opened_at ?? new Date(at).toISOString(),
});

/** The item after the answer. The first answer counts: an answered item stays as it is. */
export const withAnswer = (item: ReadingItem, answer: ReadingAnswered, at: number): ReadingItem =>
	isAnswered(item)
		? item
		: {
				...withProgress(item, answer, at),
				outcome: answer.outcome,
				answered_at: new Date(at).toISOString(),
				comment: answer.comment,
			};

/** What two views of the same item know together; an answer in `known` comes first. */
export function merged(known: ReadingItem, other: ReadingItem): ReadingItem {
	const [first, second] = isAnswered(known) ? [known, other] : [other, known];
	const opened = [first.opened_at, second.opened_at].filter((time) => time !== null).sort();
	const isOtherFile = first.pages !== null && second.pages !== null && first.pages !== second.pages;
	return {
		...first,
		pages_read: isOtherFile ? first.pages_read : union(first.pages_read, second.pages_read),
		pages: first.pages ?? second.pages,
		opened_at: opened[0] ?? null,
	};
}

const OUTCOMES: readonly unknown[] = ['read', 'approved', 'declined', 'timed_out', 'pending'];

/** Whether fields are those of an item of a wait. */
const isReadingItem = (json: JsonObject): json is ReadingItem & JsonObject =>
	typeof json.reading_id === 'string' && OUTCOMES.includes(json.outcome) && Array.isArray(json.pages_read);

/** The items of a wait among what n8n kept; undefined when these are other items. */
export function readingItemsIn(jsons: readonly unknown[]): ReadingItem[] | undefined {
	const items = jsons.filter((json) => isJsonObject(json)).filter(isReadingItem);
	return items.length > 0 && items.length === jsons.length ? items : undefined;
}

/** Marks the items with which a wait goes on; it never comes out of a node. */
const MARK = 'still_waiting';

/** The items with which a wait goes on after an answer. */
export const resumedWait = (items: readonly ReadingItem[]): JsonObject[] =>
	whileWaiting(items).map((item) => ({ ...item, [MARK]: true }));

/** The items of a wait that goes on; undefined for all other items. */
export function itemsOfResumedWait(jsons: readonly JsonObject[]): ReadingItem[] | undefined {
	// Every run of the node asks this, most of them with other items.
	if (jsons[0]?.[MARK] !== true) return undefined;
	return readingItemsIn(jsons.map(({ [MARK]: _, ...json }) => json));
}
