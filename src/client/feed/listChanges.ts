import type { FeedCursor, FeedOrder } from '../../protocol/wire/feedCursor';
import { burstError } from './burst';
import { entryMark } from './entryMark';
import type { ListedChange } from './listedChange';
import { newestFirst } from './newestFirst';
import { oldestFirst } from './oldestFirst';
import type { FeedPort } from './port';
import type { ReadOptions } from './readOptions';
import { MAX_REPEATED_PAGES, repeatingFeed } from './repeatingFeed';

/**
 * The cursor of a list that begins at a time (Unix ms): strictly later, or with newest first strictly earlier. 0 is the
 * beginning, or now.
 */
export const cursorAt = (order: FeedOrder, ms: number): FeedCursor => ({ order, start: ms, end: ms, returned: [] });

/**
 * Lists changes from a cursor on. A page is requested only when the reader reaches it, so a list may be ended after any
 * change and continued from its cursor later: each entry comes once, and again only when it was changed in between.
 * Throws what the port throws, `burstError`, and `repeatingFeed`.
 */
export async function* listChanges(
	port: FeedPort,
	cursor: FeedCursor,
	{ onHiddenChanges }: Pick<ReadOptions, 'onHiddenChanges'>,
): AsyncGenerator<ListedChange> {
	const changes = cursor.order === 'oldest' ? oldestFirst(port, cursor) : newestFirst(port, cursor);
	const marks = new Set<string>();
	let repeats = 0;
	for await (const change of changes) {
		if ('hidden' in change) {
			if (onHiddenChanges === 'stop') throw burstError(change.hidden);
		} else {
			const mark = entryMark(change.entry);
			repeats = marks.has(mark) ? repeats + 1 : 0;
			if (repeats >= MAX_REPEATED_PAGES * port.pageSize) throw repeatingFeed();
			marks.add(mark);
		}
		yield change;
	}
}
