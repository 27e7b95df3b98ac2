import { fingerprintOf, type FeedPage, type FeedPort, type ReadOptions, type TimedEntry } from '#changes/work';
import type { FeedEntry } from '#changes/plan';

/* A feed whose entries and operation times (Unix ms) are written down by a test, and the requests to it. */

export type Listed = readonly [ms: number, hash: string];

/** An entry that was created in this second. */
export const entryOf = (hash: string, more: FeedEntry = {}): FeedEntry => ({
	hash,
	filename: `name of ${hash}`,
	filehash: 'f',
	create_dateline: 1,
	last_dateline: 1,
	cmd: 1,
	...more,
});

export const printOf = (hash: string, more: FeedEntry = {}): string => fingerprintOf(entryOf(hash, more));

/** A page of such entries that ends at this time. */
export const page = (until: number, ...hashes: string[]): FeedPage => ({
	until,
	entries: hashes.map((hash) => entryOf(hash)),
});

/** How a reading goes that has time without end and stops at the first hidden changes, unless more is said. */
export const readOptions = (more: Pick<ReadOptions, 'overlapMs' | 'limit'> & Partial<ReadOptions>): ReadOptions => ({
	now: () => 0,
	expired: () => false,
	onHiddenChanges: 'stop',
	...more,
});

/** A port that shows a list in the order of its times, and notes each request as text, e.g. `later 5`. */
export function listedPort(list: readonly Listed[], pageSize = 3): FeedPort & { readonly asked: string[] } {
	const asked: string[] = [];
	return {
		asked,
		pageSize,
		later: async (cursor, kind) => {
			asked.push(['later', cursor, kind].filter((part) => part !== undefined).join(' '));
			const page = list.filter(([ms]) => ms > cursor).slice(0, pageSize);
			return { entries: page.map(([, hash]) => entryOf(hash)), until: page.at(-1)?.[0] ?? cursor };
		},
		newest: async (before = Infinity, kind) => {
			asked.push(['newest', before, kind].filter((part) => part !== undefined).join(' '));
			const page = list.filter(([ms]) => ms < before).slice(-pageSize);
			return { entries: page.map(([, hash]) => entryOf(hash)).reverse(), until: page[0]?.[0] ?? before };
		},
		count: async (begin, end) => {
			asked.push(`count ${begin} ${end}`);
			return list.filter(([ms]) => ms >= begin && ms <= end).length;
		},
	};
}

/** An entry that was read between two times, on a page that ended at `latest`. */
export const timed = (hash: string, [after, until, latest = until]: number[], more: FeedEntry = {}): TimedEntry => ({
	entry: entryOf(hash, more),
	fingerprint: printOf(hash, more),
	after: after ?? 0,
	until: until ?? 0,
	latest: latest ?? 0,
});
