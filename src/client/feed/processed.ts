import { entryIdIn, type TimedEntry } from './fingerprint';
import type { FeedState, ProcessedGroup } from './state';

/** The processed entries of a state, for lookup. */
export interface ProcessedIndex {
	/** How each entry looked last, by fingerprint, with the time (Unix ms) its operation was not later than. */
	readonly fingerprints: ReadonlyMap<string, number>;
	readonly ids: ReadonlySet<string>;
}

/** Indexes the processed entries of a state. */
export function indexProcessed({ processed }: FeedState): ProcessedIndex {
	const fingerprints = new Map<string, number>();
	const ids = new Set<string>();
	for (const { until, fingerprints: keys } of processed)
		for (const key of keys) {
			fingerprints.set(key, until);
			ids.add(entryIdIn(key));
		}
	return { fingerprints, ids };
}

/** Whether an entry was processed as it looks now, and its operation is not later than it can have been then. */
export const wasProcessed =
	({ fingerprints }: ProcessedIndex) =>
	({ fingerprint, after }: TimedEntry): boolean =>
		(fingerprints.get(fingerprint) ?? -1) > after;

/** The fingerprints of entries with an operation that may be later than `ms` (Unix time). */
export const processedAfter = ({ processed }: FeedState, ms: number): ReadonlySet<string> =>
	new Set(processed.filter(({ until }) => until > ms).flatMap(({ fingerprints }) => fingerprints));

/** Adds processed entries, each as it looked last: one that returns to an earlier look has changed. */
export function addProcessed(state: FeedState, groups: readonly ProcessedGroup[]): FeedState {
	const ids = new Set(groups.flatMap((group) => group.fingerprints.map(entryIdIn)));
	if (ids.size === 0) return state;
	const others = state.processed.map(({ until, fingerprints }) => ({
		until,
		fingerprints: fingerprints.filter((fingerprint) => !ids.has(entryIdIn(fingerprint))),
	}));
	return { ...state, processed: [...others, ...groups] };
}

/** Most fingerprints that are kept. */
const MAX_FINGERPRINTS = 1_000;
/** Processed entries are known for at least this long (ms): creation times have full seconds only. */
const MIN_KNOWN_MS = 1_000;

/**
 * Drops the groups before the overlap (ms), which no read looks at again, and the oldest ones when there are too many;
 * `knownAfter` follows.
 */
export function pruneProcessed(state: FeedState, overlapMs: number): FeedState {
	const horizon = state.overlapEnd - Math.max(MIN_KNOWN_MS, overlapMs);
	const kept = state.processed.filter(({ fingerprints }) => fingerprints.length > 0);
	kept.sort((a, b) => a.until - b.until);
	let { knownAfter } = state;
	let count = kept.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0);
	for (let oldest = kept[0]; oldest && oldest.until < state.cursor; oldest = kept[0]) {
		if (oldest.until > horizon && count <= MAX_FINGERPRINTS) break;
		knownAfter = Math.max(knownAfter, oldest.until);
		count -= oldest.fingerprints.length;
		kept.shift();
	}
	return { ...state, knownAfter, processed: kept };
}
