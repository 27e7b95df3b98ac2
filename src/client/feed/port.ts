import { countChanges, listChanges } from '../../protocol/catalogue/libraryHistory';
import type { FeedEntry } from '../../protocol/feed/entry';
import { isJsonObject, numberOf } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { call, type Caller } from '../service/call';
import { listIn } from '../service/listAnswer';
import { cursorIn } from '../service/paging';

/** A page of the feed: entries in the order of their operations, and the answered `fetch_dateline` in Unix ms. */
export interface FeedPage {
	readonly entries: readonly FeedEntry[];
	readonly until: number;
}

/** The updates feed, as its readers need it. Times are Unix milliseconds. Every method throws LibraryError. */
export interface FeedPort {
	/** Most entries of a page: a page that has fewer is the last one. */
	readonly pageSize: number;
	/**
	 * The first entries with an operation strictly later than `cursor`, oldest first; deleted ones have `cmd` 0.
	 * `until` is the latest operation time of the page, or the cursor again.
	 */
	later(cursor: number, kind?: 'files' | 'folders'): Promise<FeedPage>;
	/**
	 * The last entries with an operation strictly earlier than `before`, newest first; without `before` from now on
	 * back, deleted ones excluded. `until` is the earliest operation time of the page.
	 */
	newest(before?: number): Promise<FeedPage>;
	/**
	 * How many entries, deleted ones included, have an operation between two times. Whether the bounds belong to the
	 * range isn't documented (G27).
	 */
	count(beginMs: number, endMs: number): Promise<number>;
}

/** Most entries of a page (document, limits). */
const PAGE_SIZE = 100;

/** The updates feed of the caller's library (document, updates feed rules). */
export const feedPort = (caller: Caller): FeedPort => ({
	pageSize: PAGE_SIZE,
	later: async (cursor, kind) => await pageLater(caller, cursor, kind),
	newest: async (before = 0) => await fetchPage(caller, {}, before),
	count: async (beginMs, endMs) => await countBetween(caller, beginMs, endMs),
});

async function fetchPage(caller: Caller, params: Record<string, string>, cursor: number): Promise<FeedPage> {
	const answer = await call(caller, listChanges, { fetch_dateline: String(cursor), ...params });
	const { entries } = listIn(listChanges, answer);
	const until = cursorIn(answer) ?? (entries.length === 0 ? cursor : undefined);
	if (until === undefined)
		throw new LibraryError('protocol', 'The updates feed answered without a fetch_dateline', {
			operation: listChanges.id,
		});
	return { entries, until };
}

async function pageLater(caller: Caller, cursor: number, kind?: 'files' | 'folders'): Promise<FeedPage> {
	const params = { mode: 'compare', ...(kind ? { dir: kind === 'files' ? '0' : '1' } : {}) };
	const page = await fetchPage(caller, params, cursor);
	if (page.entries.length === 0 || page.until > cursor) return page;
	throw new LibraryError(
		'protocol',
		`The updates feed returned entries later than ${cursor}, but its fetch_dateline stays at ${page.until}`,
		{
			operation: listChanges.id,
			hint: 'Report this to the operator of the service: its updates feed does not advance.',
		},
	);
}

async function countBetween(caller: Caller, beginMs: number, endMs: number): Promise<number> {
	const answer = await call(caller, countChanges, {
		begin_dateline: String(beginMs),
		end_dateline: String(endMs),
		showdel: '1',
	});
	const count = isJsonObject(answer) ? numberOf(answer.count) : undefined;
	if (count === undefined)
		throw new LibraryError('protocol', 'The service did not answer how many changes there are', {
			operation: countChanges.id,
		});
	return count;
}
