import type { FeedPort } from './port';
import { type FeedState, stateAfter } from './state';

/** Where to start reading; `ms` (Unix time) is the first moment that counts. */
export type FeedStart =
	{ readonly from: 'now' } | { readonly from: 'beginning' } | { readonly from: 'date'; readonly ms: number };

/**
 * The state before the first read. For "now" it lies before the newest page, and reading continues to the end of the
 * feed without reporting anything, so that no clock has to agree with the service's. Throws what the port throws.
 */
export async function startFeed(port: FeedPort, start: FeedStart): Promise<FeedState> {
	if (start.from === 'beginning') return stateAfter(0);
	if (start.from === 'date') return stateAfter(Math.max(0, start.ms - 1));
	const { entries, until } = await port.newest();
	return { ...stateAfter(entries.length === 0 ? 0 : Math.max(0, until - 1)), skippingExisting: true };
}
