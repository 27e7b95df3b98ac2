import { countChanges } from '../../../protocol/catalogue/libraryHistory';
import { listChanges } from '../entries';
import type { FeedChange, FeedEntry } from '../plan/change';
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
	/**
	 * How many entries, deleted ones too, have an operation between two times, with or without the bounds (G27);
	 * undefined where the service does not say.
	 */
	count(beginMs: number, endMs: number): Promise<number | undefined>;
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
		return amountOf(fieldsIn(await call(caller, countChanges, { ...range, showdel: '1' })).count);
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

/* How far it has been read, and how it is to be read. */

/**
 * Entries that were processed: none of their operations is later than `until` (Unix ms). Their fingerprints stand one
 * after the other. A group later than the cursor has entries that are dated ahead.
 */
export interface ProcessedGroup {
	readonly until: number;
	readonly fingerprints: string;
}

/**
 * How far the feed has been read. An entry is processed when it was read and became a change or was filtered out. Plain
 * JSON, saved between polls: at most 21,000 fingerprints of 11 bytes and 100 undelivered changes, less than 300 kB.
 */
export interface FeedState {
	/** Every operation that the feed showed up to this time (Unix ms) has been processed. */
	readonly cursor: number;
	/**
	 * The overlap reaches back from here (Unix ms): when the last read began, the service's clock showed at least
	 * this, so what becomes visible behind that read is no older than the overlap before this.
	 */
	readonly overlapEnd: number;
	/** `processed` lists all entries with an operation later than this (Unix ms) and not later than the cursor. */
	readonly knownAfter: number;
	readonly processed: readonly ProcessedGroup[];
	/**
	 * The `Date` of the answer that moved the cursor (Unix ms), so that another one tells how long ago that was. Absent
	 * where the service tells none, and once the overlap is closed.
	 */
	readonly seenAt?: number;
	/** How far the overlap was read when the time for it was used up, where it ends, and when that began by `Date`. */
	readonly overlapRead?: { readonly readTo: number; readonly end: number; readonly begunAt?: number };
	/** Changes that were found, but not returned yet because of the limit. */
	readonly undelivered: readonly FeedChange[];
	/** Start From Now: until the end of the feed is reached, entries are processed, but not reported. */
	readonly skippingExisting?: true;
	/** The last page ended at the cursor, and whether more entries share its millisecond hasn't been checked yet. */
	readonly cursorUnchecked?: true;
}

/** The state for which every operation later than `cursor` (Unix ms) is new. */
export const stateAfter = (cursor: number): FeedState => ({
	cursor,
	overlapEnd: cursor,
	knownAfter: cursor,
	processed: [],
	undelivered: [],
});

/** How to read the feed. */
export interface ReadOptions {
	/** The overlap: how long (ms) after its time an operation may become visible; so much is read again. 0 is 1. */
	readonly overlapMs: number;
	/** A clock in ms, of which only the time that passes matters. */
	readonly now: () => number;
	readonly limit: number;
	/** Whether the time for reading, or this part of it, is used up; asked before each further page. */
	readonly expired: (part?: number) => boolean;
	/** When a burst hides entries: throw `burstError`, or return a change with `hidden` and continue. */
	readonly onHiddenChanges: 'stop' | 'continue';
	/** Which entries are wanted; all when absent. Asked by no read that finds nothing. What it throws is thrown. */
	readonly wanted?: () => Promise<(entry: FeedEntry) => boolean>;
}

/** What was found, and the state after it. */
export interface ReadResult {
	readonly state: FeedState;
	readonly changes: readonly FeedChange[];
	readonly more: boolean;
}

/** Where to start reading; `ms` (Unix time) is the first moment that counts. */
export type FeedStart =
	{ readonly from: 'now' } | { readonly from: 'beginning' } | { readonly from: 'date'; readonly ms: number };

/**
 * The state before the first read. For "now" it lies before the newest page, and reading goes to the end of the feed
 * without reporting, so that no clock has to agree with the service's. Throws what the port throws.
 */
export async function startFeed(port: FeedPort, start: FeedStart): Promise<FeedState> {
	if (start.from === 'beginning') return stateAfter(0);
	if (start.from === 'date') return stateAfter(Math.max(0, start.ms - 1));
	const { entries, until, clock = Infinity } = await port.newest();
	// Creation times have full seconds: what was created in this one is known then, or new.
	const newest = Math.floor(Math.min(until, clock) / 1000) * 1000 - 1;
	return { ...stateAfter(entries.length === 0 ? 0 : Math.max(0, newest)), skippingExisting: true };
}
