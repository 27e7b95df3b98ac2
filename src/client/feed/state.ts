import type { FeedChange } from '../../protocol/feed/change';

/** Fingerprints of entries that were processed together: none of their operations is later than `until` (Unix ms). */
export interface ProcessedGroup {
	readonly until: number;
	readonly fingerprints: readonly string[];
}

/**
 * How far the feed has been read. An entry is processed when it was read and either became a change or was filtered
 * out. At most 1,000 fingerprints of 20 bytes and 200 undelivered changes: about 130 kB when saved (see
 * storedState.ts).
 */
export interface FeedState {
	/** Every operation that the feed showed up to this time (Unix ms) has been processed. */
	readonly cursor: number;
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
	/** What the service counts in the processed time, where it is not the number of processed entries. */
	readonly counted?: number;
	/** Where a quiet read looks at the next page of the processed time (Unix ms); the cursor when done. */
	readonly rereadFrom?: number;
	/** What the next quiet read looks at: a page, or always pages where the service does not count. Else it counts. */
	readonly nextLook?: 'page' | 'pages';
}

/** The state for which every operation later than `cursor` (Unix ms) is new. */
export const stateAfter = (cursor: number): FeedState => ({
	cursor,
	knownAfter: cursor,
	processed: [],
	undelivered: [],
});
