import type { FeedCursor, FeedOrder } from '../../protocol/wire/feedCursor';
import { burstError } from './burst';
import type { ListedChange } from './listedChange';
import { newestFirst } from './newestFirst';
import { oldestFirst } from './oldestFirst';
import type { FeedPort } from './port';
import type { ReadOptions } from './readOptions';

/** The cursor of a list that begins at a time (Unix ms): strictly later, or strictly earlier; 0 is the beginning or now. */
export const cursorAt = (order: FeedOrder, ms: number): FeedCursor => ({ order, start: ms, end: ms, returned: [] });

/**
 * Lists changes from a cursor on. A page is requested only when the reader reaches it, so a list may be ended after any
 * change and continued from its cursor later: each entry comes once, and again only when it was changed in between.
 * Throws what the port throws, and `burstError`.
 */
export async function* listChanges(
	port: FeedPort,
	cursor: FeedCursor,
	{ onHiddenChanges }: Pick<ReadOptions, 'onHiddenChanges'>,
): AsyncGenerator<ListedChange> {
	const changes = cursor.order === 'oldest' ? oldestFirst(port, cursor) : newestFirst(port, cursor);
	for await (const change of changes) {
		if ('hidden' in change && onHiddenChanges === 'stop') throw burstError(change.hidden);
		yield change;
	}
}
