import type { FeedChange } from '../../protocol/feed/change';
import type { FeedEntry } from '../../protocol/feed/entry';
import { defined, plainNumber } from '../../protocol/wire/json';
import { entryIdIn, fingerprintsOf, pageEntries, type TimedEntry } from './fingerprint';
import type { FeedPage } from './port';
import { addProcessed, type ProcessedIndex, pruneProcessed } from './processed';
import type { ReadOptions, ReadResult, FeedState } from './state';

/** What one step of reading found. */
export interface FoundEntries {
	/** Late entries, see `findLateEntries`. */
	readonly late: readonly TimedEntry[];
	/** The page later than the cursor; empty at the end of the feed. */
	readonly nextPage: FeedPage;
	/** Whether nothing is missing up to the time of that page; otherwise it may end inside its last millisecond. */
	readonly isWhole?: boolean;
	/** How long this read has taken so far, in ms. */
	readonly elapsedMs: number;
	/** What was processed before. */
	readonly processed: ProcessedIndex;
}

/** Most late entries that are taken beyond the limit and wait in the state; the others are found again. */
const MAX_LATE_UNDELIVERED = 100;

/** Turns entries into at most `limit` changes and moves the state on, in which further ones wait as undelivered. */
export function takeEntries(
	{ cursorUnchecked, quietPoll: _, ...state }: FeedState,
	{ late, nextPage, isWhole = false, elapsedMs, processed }: FoundEntries,
	{ overlapMs, limit, accept = () => true }: ReadOptions,
): ReadResult {
	const changesOf = (entries: readonly TimedEntry[], after: number): readonly FeedChange[] =>
		entries
			.filter(({ entry }) => accept(entry))
			.map((one) => {
				const same = processed.fingerprints.has(one.fingerprint) ? true : undefined;
				return defined({ entry: one.entry, after, isNew: isCreated(one, state.knownAfter, processed), same });
			});
	const taken = late.slice(0, countWithWanted(late, accept, limit + MAX_LATE_UNDELIVERED));
	const lateChanges = changesOf(taken, state.knownAfter);
	const withLate = addProcessed(
		state,
		taken.map(({ fingerprint, until }) => ({ until, fingerprints: [fingerprint] })),
	);
	// The cursor stays where it is until everything before it has been taken.
	if (taken.length < late.length)
		return limited({ state: defined({ ...withLate, cursorUnchecked }), changes: lateChanges, more: true }, limit);
	if (nextPage.entries.length === 0) return limited({ state: withLate, changes: lateChanges, more: false }, limit);
	const { until } = nextPage;
	const page = { until, fingerprints: fingerprintsOf(nextPage) };
	const unchecked = isWhole ? {} : ({ cursorUnchecked: true } as const);
	// The service has shown this page by now, so its clock had come to `until`.
	const overlapEnd = Math.max(state.overlapEnd, until - elapsedMs);
	const advanced: FeedState = { ...addProcessed(withLate, [page]), cursor: until, overlapEnd, ...unchecked };
	const changes = [...lateChanges, ...changesOf(pageEntries(nextPage, state.cursor, until), state.cursor)];
	return limited({ state: pruneProcessed(advanced, overlapMs), changes, more: true }, limit);
}

function limited({ state, changes, more }: ReadResult, limit: number): ReadResult {
	const undelivered = [...state.undelivered, ...changes.slice(limit)];
	return { state: { ...state, undelivered }, changes: changes.slice(0, limit), more };
}

/** How many of the first entries contain at most `limit` wanted ones. */
function countWithWanted(entries: readonly TimedEntry[], wanted: (entry: FeedEntry) => boolean, limit: number): number {
	let left = limit;
	const firstTooMany = entries.findIndex(({ entry }) => wanted(entry) && left-- === 0);
	return firstTooMany < 0 ? entries.length : firstTooMany;
}

/**
 * All entries with an operation after `knownAfter` are in `processed`, so one that was created after it and isn't
 * there is new. Creation times are full seconds (document): undefined when `knownAfter` lies within the second of its
 * creation.
 */
function isCreated(
	{ entry, fingerprint }: TimedEntry,
	knownAfter: number,
	{ ids }: ProcessedIndex,
): boolean | undefined {
	const created = plainNumber(entry.create_dateline) * 1000;
	if (ids.has(entryIdIn(fingerprint)) || created + 999 <= knownAfter) return false;
	return created > knownAfter ? true : undefined;
}
