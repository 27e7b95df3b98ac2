import { countChanges } from '../../../protocol/catalogue/libraryHistory';
import { listChanges } from '../entries';
import type { FeedEntry } from '../plan/change';
import { amountOf, defined, fieldsIn } from '../../../protocol/wire/json';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { call, callDated, type Caller } from '../../../client/service/call';
import { listIn } from '../../../client/paging/offsetPages';

/** A page of the feed, in the order of the operations, and the answered `fetch_dateline` in Unix ms. */
export interface FeedPage {
	readonly entries: readonly FeedEntry[];
	readonly until: number;
	/** What the clock of the service showed at least, Unix ms in full seconds; absent where it does not say. */
	readonly clock?: number;
}

/** What a page can be limited to. */
export type FeedKind = 'files' | 'folders';

/** The updates feed, as its readers need it. Times are Unix milliseconds. Every method throws LibraryError. */
export interface FeedPort {
	/** Most entries of a page: a page that has fewer is the last one. */
	readonly pageSize: number;
	/** The kind of entries that a request without `kind` answers; both when absent. */
	readonly kind?: FeedKind;
	/**
	 * The first entries with an operation strictly later than `cursor`, oldest first; deleted ones have `cmd` 0.
	 * `until` is the latest operation time of the page, or the cursor again.
	 */
	later(cursor: number, kind?: FeedKind): Promise<FeedPage>;
	/**
	 * The last entries with an operation strictly earlier than `before`, newest first; without `before` from now on
	 * back, deleted ones excluded. `until` is the earliest operation time of the page.
	 */
	newest(before?: number, kind?: FeedKind): Promise<FeedPage>;
	/** How many entries, deleted ones too, have an operation between two times. With or without the bounds (G27). */
	count(beginMs: number, endMs: number): Promise<number>;
}

/** Most entries of a page (document, limits). */
const PAGE_SIZE = 100;

/** The updates feed of the caller's library, or one kind of its entries (document, updates feed rules). */
export const feedPort = (caller: Caller, only?: FeedKind): FeedPort => ({
	pageSize: PAGE_SIZE,
	...defined({ kind: only }),
	later: async (cursor, kind = only) => {
		const page = await fetchPage(caller, { mode: 'compare', ...kindParam(kind) }, cursor);
		if (page.entries.length === 0 || page.until > cursor) return page;
		throw notAdvancing('later', cursor, page);
	},
	newest: async (before = 0, kind = only) => {
		const page = await fetchPage(caller, kindParam(kind), before);
		if (page.entries.length === 0 || before === 0 || page.until < before) return page;
		throw notAdvancing('earlier', before, page);
	},
	count: async (beginMs, endMs) => {
		const range = { begin_dateline: String(beginMs), end_dateline: String(endMs) };
		const count = amountOf(fieldsIn(await call(caller, countChanges, { ...range, showdel: '1' })).count);
		if (count !== undefined) return count;
		throw new LibraryError('protocol', 'The service did not answer how many changes there are', {
			operation: countChanges.id,
		});
	},
});

const kindParam = (kind?: FeedKind): Record<string, string> => (kind ? { dir: kind === 'files' ? '0' : '1' } : {});

async function fetchPage(caller: Caller, params: Record<string, string>, cursor: number): Promise<FeedPage> {
	const { answer, at } = await callDated(caller, listChanges, { fetch_dateline: String(cursor), ...params });
	const { entries } = listIn(listChanges, answer);
	const until = amountOf(fieldsIn(answer).fetch_dateline) ?? (entries.length === 0 ? cursor : undefined);
	if (until === undefined)
		throw new LibraryError('protocol', 'The updates feed answered without a fetch_dateline', {
			operation: listChanges.id,
		});
	return { entries, until, ...(at === Infinity ? {} : { clock: at * 1000 }) };
}

const notAdvancing = (direction: 'later' | 'earlier', cursor: number, { until }: FeedPage): LibraryError =>
	new LibraryError(
		'protocol',
		`The updates feed returned entries ${direction} than ${cursor}, but its fetch_dateline is ${until}`,
		{
			operation: listChanges.id,
			hint: 'Report this to the operator of the service: its updates feed does not advance.',
		},
	);
