import type { FeedEntry } from '../../protocol/feed/entry';
import { fingerprintsOf } from './fingerprint';
import type { FeedPage, FeedPort } from './port';

/** An entry, and what the feed tells about the time of its operation; in Unix milliseconds. */
export interface TimedEntry {
	readonly entry: FeedEntry;
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	/** The operation is later than this. */
	readonly after: number;
	/** The operation is not later than this. */
	readonly until: number;
	/**
	 * The latest time on its page. When it is later than `until`, the page continued beyond the range, and the
	 * operation may be one of those later ones.
	 */
	readonly latest: number;
}

/** The entries of the page later than `after`, in a range up to `to`. The feed dates no single entry. */
export function pageEntries(page: FeedPage, after: number, to: number): readonly TimedEntry[] {
	const { entries, until } = page;
	const times = { after, until: Math.min(until, to), latest: until };
	return fingerprintsOf(page).map((fingerprint, at) => ({ entry: entries[at] ?? {}, fingerprint, ...times }));
}

/** What the feed shows of a range of time. */
export interface FeedRange {
	readonly entries: readonly TimedEntry[];
	/** Milliseconds that fill a page by themselves; the feed may hide further entries of them (see `readBurst`). */
	readonly burstMs: readonly number[];
	/** The page that follows the range, where reading the range fetched it anyway. */
	readonly nextPage?: FeedPage;
}

/**
 * Reads all entries later than `from` and not later than `to` (Unix ms); the last page may add some that are later.
 * Throws what the port throws.
 */
export async function readRange(port: FeedPort, from: number, to: number): Promise<FeedRange> {
	if (from >= to) return { entries: [], burstMs: [] };
	const entries: TimedEntry[] = [];
	const burstMs: number[] = [];
	for (let after = from, page = await port.later(from); ;) {
		const { until } = page;
		if (page.entries.length === 0) return { entries, burstMs, nextPage: { entries: [], until: to } };
		for (const one of pageEntries(page, after, to)) entries.push(one);
		if (until > to) return { entries, burstMs };
		const next = page.entries.length < port.pageSize ? await port.later(until) : undefined;
		if (next?.entries.length === 0) return { entries, burstMs, nextPage: next };
		// More follows, so the page may end inside its last millisecond: that one is read again, from its beginning.
		const isBurst = until - 1 === after;
		if (isBurst) burstMs.push(until);
		after = isBurst ? until : until - 1;
		page = isBurst && next ? next : await port.later(after);
	}
}
