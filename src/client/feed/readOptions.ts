import type { FeedChange, FeedEntry } from '../../protocol/feed/change';
import type { FeedState } from './state';

/** How to read the feed. */
export interface ReadOptions {
	/**
	 * The overlap: how long (ms) after its time an operation may become visible. So much of the time before the last
	 * call is read again, to find what became visible during or after it. At least 1.
	 */
	readonly overlapMs: number;
	/** A clock in ms; only how much time passes matters, so it need not agree with that of the service. */
	readonly now: () => number;
	/** Most changes to return. */
	readonly limit: number;
	/** Whether the time for reading is used up; asked before each further page. */
	readonly expired: () => boolean;
	/** When a burst hides entries: throw `burstError`, or return a change with `hidden` and continue. */
	readonly onHiddenChanges: 'stop' | 'continue';
	/** Which entries are wanted; all when absent. */
	readonly accept?: (entry: FeedEntry) => boolean;
	/** Awaited before `accept` is asked, so in no read that finds nothing. What it throws is thrown. */
	readonly prepare?: () => Promise<unknown>;
}

/** Changes, the state after them, and whether more are waiting. */
export interface ReadResult {
	readonly state: FeedState;
	readonly changes: readonly FeedChange[];
	readonly more: boolean;
}
