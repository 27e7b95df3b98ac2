import type { JsonObject } from '../../protocol/wire/json';
import type { FeedPage, FeedPort } from './port';

/** An entry and where its operation stands in the feed: later than `after`, not later than `until`, in ms. */
export interface Placed {
	readonly entry: JsonObject;
	readonly after: number;
	readonly until: number;
	/** It came with entries that are later than the window, and may be one of them: `until` holds only if it is not. */
	readonly crossing: boolean;
}

/** Entries of one answer, which tells no more than the times around all of them. */
export const placed = (entries: readonly JsonObject[], after: number, until: number, crossing = false): Placed[] =>
	entries.map((entry) => ({ entry, after, until, crossing }));

/** A piece of the feed. */
export interface FeedWindow {
	readonly entries: readonly Placed[];
	/** Milliseconds that fill a page by themselves: the feed does not show how much more they hold. */
	readonly bursts: readonly number[];
	/** The page later than the end of the window, where reading it came upon that. */
	readonly tail?: FeedPage;
}

/** All that stands in the feed later than `from` and not later than `to` (ms), perhaps with some that is later. Throws what the port throws. */
export async function readWindow(port: FeedPort, from: number, to: number): Promise<FeedWindow> {
	if (from >= to) return { entries: [], bursts: [] };
	const entries: Placed[] = [];
	const bursts: number[] = [];
	for (let at = from, page = await port.later(from); ;) {
		const { until } = page;
		if (page.entries.length === 0) return { entries, bursts, tail: { entries: [], until: to } };
		entries.push(...placed(page.entries, at, Math.min(until, to), until > to));
		if (until > to) return { entries, bursts };
		const next = page.entries.length < port.pageSize ? await port.later(until) : undefined;
		if (next?.entries.length === 0) return { entries, bursts, tail: next };
		// More follows, so the page may end in the middle of its last millisecond: that is read again, from its beginning.
		const isBurst = until - 1 === at;
		if (isBurst) bursts.push(until);
		at = isBurst ? until : until - 1;
		page = isBurst && next ? next : await port.later(at);
	}
}
