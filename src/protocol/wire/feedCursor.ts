/** In which direction changes are listed: as in the field Order of Change: Get Many. */
export type FeedOrder = 'oldest' | 'newest';

/** Where a list of changes continues: a page of the feed, and what of it was returned. Times in Unix ms. */
export interface FeedCursor {
	readonly order: FeedOrder;
	/** The page lies strictly later than this; with Newest First strictly earlier, where 0 is now. */
	readonly start: number;
	/** The last operation of the page, seen in the direction of the list. */
	readonly end: number;
	/** What was returned of it, in the form that `entryMark` of src/features/changes/work/listChanges.ts gives. */
	readonly returned: readonly string[];
	/** What was returned of the entries that are dated ahead, likewise. */
	readonly ahead?: readonly string[];
}

/** Characters of an entry in `returned`. */
export const MARK_LENGTH = 8;
const CURSOR = /^(oldest|newest)1\.(\d{1,16})\.(\d{1,16})\.((?:[\w-]{8})*)(?:\.((?:[\w-]{8})+))?$/;

/**
 * A cursor as the text that items carry. At most about 3,300 characters; it names no file and contains no secret. Saved
 * cursors outlive an upgrade: the number after the order is the version of the format.
 */
export const cursorText = ({ order, start, end, returned, ahead = [] }: FeedCursor): string =>
	`${order}1.${start}.${end}.${returned.join('')}${ahead.length > 0 ? `.${ahead.join('')}` : ''}`;

/** Whether a value is meant as a cursor, whole or not. */
export const isCursorText = (value: unknown): value is string =>
	typeof value === 'string' && /^(oldest|newest)\d*\./.test(value.trim());

/** Reads the text of a cursor; undefined for any other text, also for one that was cut off inside an entry. */
export function parseCursor(text: string): FeedCursor | undefined {
	const [found, order, start, end, marks = '', ahead] = CURSOR.exec(text.trim()) ?? [];
	if (found === undefined) return undefined;
	const cursor = { order: order === 'newest' ? 'newest' : 'oldest', start: Number(start), end: Number(end) } as const;
	return { ...cursor, returned: marksIn(marks), ...(ahead === undefined ? {} : { ahead: marksIn(ahead) }) };
}

const marksIn = (text: string): string[] => text.match(/.{8}/g) ?? [];
