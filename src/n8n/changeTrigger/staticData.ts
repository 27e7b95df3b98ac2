import type { IPollFunctions } from 'n8n-workflow';
import type { FeedState } from '../../client/feed/state';
import { fromStored, isStoredChange, type StoredFeed, toStored } from '../../client/feed/storedState';
import { isJsonObject } from '../../protocol/wire/json';
import { save, savedFor, startsOver } from '../context/staticData';
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

const isClassified = (value: unknown): value is ClassifiedChange =>
	isJsonObject(value) && isStoredChange(value.change) && typeof value.event === 'string';

/**
 * The saved state; undefined when nothing is saved, something that belongs to another source, or something that is no
 * state any more, which n8n's log says then.
 */
export function loadState(context: IPollFunctions, source: string): PollState | undefined {
	const stored = savedFor(context, source);
	if (!stored) return undefined;
	const feed = fromStored(stored.feed);
	if (!feed) return startsOver(context);
	return { source, feed, retryDownloads: Array.isArray(stored.again) ? stored.again.filter(isClassified) : [] };
}

/** Saves a state. */
export function saveState(context: IPollFunctions, { source, feed, retryDownloads }: PollState): void {
	const stored: StoredPollState = { source, feed: toStored(feed), again: retryDownloads };
	save(context, stored);
}
