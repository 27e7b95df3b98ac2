import type { IPollFunctions } from 'n8n-workflow';
import type { FeedState } from '../../client/feed/state';
import { fromStored, type StoredFeed, toStored } from '../../client/feed/storedState';
import { save, savedFor } from '../context/staticData';
import type { ClassifiedChange } from './classify';

/** Most changes that are saved of each kind: downloads to try again, and runs to start. */
export const MAX_SAVED_CHANGES = 100;

/** What the trigger remembers between polls. */
export interface PollState {
	/** The library and start that the rest belongs to, see `feedSource`. */
	readonly source: string;
	readonly feed: FeedState;
	/** Changes whose download failed and is to be tried again. */
	readonly retryDownloads: readonly ClassifiedChange[];
}

/** A state as it is saved in n8n's static data of the node. Its names never change, see `StoredFeed`. */
interface StoredPollState {
	readonly source: string;
	readonly feed: StoredFeed;
	/** `retryDownloads` */
	readonly again: readonly ClassifiedChange[];
}

/** The saved state; undefined when nothing is saved, or something that belongs to another source. */
export function loadState(context: IPollFunctions, source: string): PollState | undefined {
	const stored = savedFor(context, source);
	const feed = fromStored(stored?.feed);
	return stored && feed && { source, feed, retryDownloads: Array.isArray(stored.again) ? stored.again : [] };
}

/** Saves a state. */
export function saveState(context: IPollFunctions, { source, feed, retryDownloads }: PollState): void {
	const stored: StoredPollState = { source, feed: toStored(feed), again: retryDownloads };
	save(context, stored);
}
