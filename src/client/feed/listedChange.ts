import type { FeedEntry } from '../../protocol/feed/change';
import type { FeedCursor } from '../../protocol/wire/feedCursor';
import type { Burst } from './burst';

/** One change of a list, or what a burst hides, and the cursor from which the list continues after it. */
export type ListedChange = { readonly cursor: FeedCursor } & (
	{ readonly entry: FeedEntry } | { readonly hidden: Burst }
);
