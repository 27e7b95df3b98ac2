import { type Burst, readBurst } from './burst';
import { fingerprintOf } from './fingerprint';
import type { FeedPage, FeedPort } from './port';
import type { ProcessedIndex } from './processed';
import { readRange, timed, type TimedEntry } from './range';
import type { FeedState } from './state';

/** The time before the cursor, read again. */
export interface Overlap {
	readonly entries: readonly TimedEntry[];
	/** Bursts of which the feed doesn't show all entries. */
	readonly incompleteBursts: readonly Burst[];
	/** The page later than the cursor, where reading the overlap fetched it anyway. */
	readonly nextPage?: FeedPage;
}

/** Reads again what lies later than `from` and not later than the cursor. Throws what the port throws. */
export async function rereadOverlap(port: FeedPort, state: FeedState, from: number): Promise<Overlap> {
	const { cursor, cursorUnchecked } = state;
	// A read of the whole overlap tells only that its entries are later than `from`. An entry that looks the same
	// shows that it was changed again by being in the cursor's own millisecond, so that one is read separately.
	const atCursor = cursorUnchecked && from < cursor - 1 ? await port.later(cursor - 1) : undefined;
	const fingerprintsAtCursor = new Set(atCursor?.entries.map(fingerprintOf));
	const { entries, burstMs, ...rest } = await readRange(port, from, cursor);
	const bursts: Burst[] = [];
	for (const ms of burstMs) bursts.push(await readBurst(port, ms));
	const inRange = entries.map((one) =>
		fingerprintsAtCursor.has(fingerprintOf(one.entry)) ? { ...one, after: cursor - 1 } : one,
	);
	const inBursts = bursts.flatMap((burst) => timed(burst.entries, burst.ms - 1, burst.ms));
	return {
		...rest,
		entries: [...inRange, ...inBursts],
		incompleteBursts: bursts.filter(({ complete }) => !complete),
	};
}

/**
 * The late entries of the overlap: not processed before, because they became visible late or were cut off at the end
 * of a page, and not on the next page either. Throws what the port throws.
 */
export async function findLateEntries(
	port: FeedPort,
	overlap: readonly TimedEntry[],
	nextPage: FeedPage,
	processed: ProcessedIndex,
): Promise<readonly TimedEntry[]> {
	const late = lateEntries(overlap, nextPage, processed);
	if (nextPage.entries.length < port.pageSize || !late.some(({ mayBeLater }) => mayBeLater)) return late;
	// An entry later than the cursor may have been pushed off the full next page, by an operation that became visible
	// between the two requests: then it isn't late, but on the page after that.
	return lateEntries(late, await port.later(nextPage.until - 1), processed);
}

/** An entry that looks the same as before is a repeat, unless its operation is later now than it can have been then. */
function lateEntries(
	entries: readonly TimedEntry[],
	nextPage: FeedPage,
	{ fingerprints }: ProcessedIndex,
): readonly TimedEntry[] {
	const onNextPage = new Set(nextPage.entries.map(fingerprintOf));
	const late = new Map<string, TimedEntry>();
	for (const one of entries) {
		const fingerprint = fingerprintOf(one.entry);
		const processedUntil = fingerprints.get(fingerprint) ?? -1;
		if (!onNextPage.has(fingerprint) && processedUntil <= one.after) late.set(fingerprint, one);
	}
	return [...late.values()];
}
