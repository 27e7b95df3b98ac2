import { type Change, readChanges } from './changes';
import type { FeedPort } from './feed';
import type { Entry } from './page';

/** The latest changes that are accepted, oldest first, and how many were looked at. */
export interface RecentChanges { readonly changes: readonly Change[]; readonly looked: number }

interface RecentOptions { readonly limit: number; readonly accept: (entry: Entry) => boolean; readonly expired: () => boolean }

/** Pages of the feed to go back, one step after the other, until something matches. */
const STEPS = [1, 3, 6];

/**
 * The latest changes for a test of the trigger, read the way the trigger reads them, at most `limit`: about the last 100 entries
 * of the feed, and up to the last 1,000 when none of these is accepted. Throws what the port throws.
 */
export async function recentChanges(port: FeedPort, options: RecentOptions): Promise<RecentChanges> {
	let [before, ended, read]: [number | undefined, boolean, RecentChanges] = [undefined, false, { changes: [], looked: 0 }];
	for (const pages of STEPS) {
		for (let page = 0; page < pages && !ended; page++) {
			const found = await port.newest(before);
			ended = found.entries.length === 0;
			if (!ended) before = found.until;
		}
		read = await since(port, ended || before === undefined ? 0 : before - 1, options);
		if (read.changes.length > 0 || ended || options.expired()) break;
	}
	return read;
}

async function since(port: FeedPort, cursor: number, { limit, accept, expired }: RecentOptions): Promise<RecentChanges> {
	const looked = new Set<Entry>();
	const state = { cursor, floor: cursor, seen: [], pending: [] };
	const { changes } = await readChanges(port, state, {
		overlapMs: 1, limit: Infinity, burst: 'continue', expired, accept: (entry) => looked.add(entry) && accept(entry),
	});
	return { changes: changes.slice(-limit), looked: looked.size };
}
