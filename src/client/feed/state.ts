import type { FeedChange } from '../../protocol/feed/change';

/** Fingerprints of entries that were processed together: none of their operations is later than `until` (Unix ms). */
export interface ProcessedGroup {
	readonly until: number;
	readonly fingerprints: readonly string[];
}

/**
 * How far the feed has been read. An entry is processed when it was read and either became a change or was filtered
 * out. Plain JSON, which is saved between polls as it is: at most 1,000 fingerprints of 20 bytes and 200 undelivered
 * changes, about 130 kB.
 */
export interface FeedState {
	/** Every operation that the feed showed up to this time (Unix ms) has been processed. */
	readonly cursor: number;
	/**
	 * The overlap reaches back from here. When the last read began, the clock of the service showed at least this (Unix
	 * ms), so what becomes visible behind that read, however long it took, is no older than the overlap before this.
	 */
	readonly overlapEnd: number;
	/** `processed` lists all entries with an operation later than this (Unix ms) and not later than the cursor. */
	readonly knownAfter: number;
	readonly processed: readonly ProcessedGroup[];
	/** Changes that were found, but not returned yet because of the limit. */
	readonly undelivered: readonly FeedChange[];
	/**
	 * Start From Now: the end of the feed hasn't been reached yet; until then entries are processed, but not
	 * reported.
	 */
	readonly skippingExisting?: true;
	/** The last page ended at the cursor, and whether more entries share its millisecond hasn't been checked yet. */
	readonly cursorUnchecked?: true;
	/** What the polls that found nothing since the last change looked at. */
	readonly quietPoll?: QuietPoll;
}

/** What a poll that finds nothing looks at next (see quietPoll.ts). */
export interface QuietPoll {
	/** What the service counts in the processed time, where it is not the number of processed entries. */
	readonly counted?: number;
	/** Where the next page of the processed time begins (Unix ms); the cursor when all were looked at. */
	readonly from?: number;
	/** That it looks at a page, or always at pages where the service does not count; when absent it counts. */
	readonly next?: 'page' | 'pages';
}

/** The state for which every operation later than `cursor` (Unix ms) is new. */
export const stateAfter = (cursor: number): FeedState => ({
	cursor,
	overlapEnd: cursor,
	knownAfter: cursor,
	processed: [],
	undelivered: [],
});
