import { defined } from '../../../protocol/wire/json';
import { type Burst, readBurst } from './burst';
import { entryIdIn, fingerprintsOf, pageEntries, type TimedEntry } from './fingerprint';
import type { FeedPage, FeedPort } from './port';
import type { FeedState } from './state';

/** The time before the cursor, read again. */
export interface Overlap {
	/** In the order in which they were read; an entry that was read again appears again. */
	readonly entries: readonly TimedEntry[];
	/** Bursts of which the feed doesn't show all entries. */
	readonly incompleteBursts: readonly Burst[];
	/** The page later than the cursor, where reading the overlap fetched it anyway. */
	readonly nextPage?: FeedPage;
	/** Bursts were read after that page, which does not show what moved there in the meantime. */
	readonly hasBursts: boolean;
	/** Up to which time it was read (Unix ms), where it was ended before the cursor. */
	readonly readTo?: number;
}

/**
 * Reads again what lies later than `from` and not later than `end`, which is the cursor or before it, until `ends`; and
 * the millisecond of the cursor. Throws what the port throws.
 */
export async function rereadOverlap(
	port: FeedPort,
	{ cursor, cursorUnchecked }: Pick<FeedState, 'cursor' | 'cursorUnchecked'>,
	{ from, end }: { readonly from: number; readonly end: number },
	ends?: () => boolean,
): Promise<Overlap> {
	// A read of the whole overlap tells only that its entries are later than `from`. An entry that looks the same
	// shows that it was changed again by being in the cursor's own millisecond, so that one is read separately.
	const isReadApart = cursorUnchecked && from < cursor - 1;
	const atCursor = isReadApart ? pageEntries(await port.later(cursor - 1), cursor - 1, cursor) : [];
	const { readTo, ...range } = await readRange(port, { from, to: end, cursor }, ends);
	const isCut = readTo !== undefined || end < cursor;
	const last = isCut ? await readRange(port, { from: Math.max(from, cursor - 1), to: cursor, cursor }) : undefined;
	const bursts: Burst[] = [];
	for (const ms of [...range.burstMs, ...(last?.burstMs ?? [])]) bursts.push(await readBurst(port, ms));
	const { nextPage } = last ?? range;
	return {
		...defined({ nextPage, readTo }),
		hasBursts: bursts.length > 0,
		entries: [...atCursor, ...range.entries, ...(last?.entries ?? []), ...bursts.flatMap(({ seen }) => seen)],
		incompleteBursts: bursts.filter(({ complete }) => !complete),
	};
}

/**
 * Reads all entries later than `from` and not later than `to` (Unix ms); the last page may add some that are later.
 * `burstMs` are milliseconds that fill a page by themselves, `nextPage` follows the range, where it was fetched anyway.
 */
async function readRange(
	port: FeedPort,
	{ from, to, cursor }: Readonly<Record<'from' | 'to' | 'cursor', number>>,
	ends?: () => boolean,
): Promise<{ entries: TimedEntry[]; burstMs: number[] } & Pick<Overlap, 'nextPage' | 'readTo'>> {
	if (from >= to) return { entries: [], burstMs: [] };
	const entries: TimedEntry[] = [];
	const burstMs: number[] = [];
	for (let after = from, page = await port.later(from); ;) {
		const { until } = page;
		if (page.entries.length === 0) return { entries, burstMs, nextPage: { entries: [], until: to } };
		for (const one of pageEntries(page, after, cursor)) entries.push(one);
		if (until > to) return { entries, burstMs };
		const next = page.entries.length < port.pageSize ? await port.later(until) : undefined;
		if (next?.entries.length === 0) return { entries, burstMs, nextPage: next };
		// More follows, so the page may end inside its last millisecond: that one is read again, from its beginning.
		const isBurst = until - 1 === after;
		if (isBurst) burstMs.push(until);
		after = isBurst ? until : until - 1;
		if (ends?.()) return { entries, burstMs, readTo: after };
		page = await port.later(after);
	}
}

/**
 * The late entries of the overlap: not processed before, because they became visible late or were cut off at the end
 * of a page, and not on the next page either. Throws what the port throws.
 */
export async function findLateEntries(
	port: FeedPort,
	overlap: readonly TimedEntry[],
	nextPage: FeedPage,
	isProcessed: (one: TimedEntry) => boolean,
): Promise<readonly TimedEntry[]> {
	let late = without(nextPage, lastLooks(overlap, isProcessed));
	// An entry later than the cursor may have been pushed off the full next page, by operations that became visible
	// between the two requests: then it isn't late, but on one of the pages after that.
	let page = nextPage;
	for (let after = 0; page.entries.length >= port.pageSize && late.some((one) => mayFollow(one, page));) {
		const isBurst = page.until - 1 === after;
		// Of a millisecond that fills a page, the page may have cut off some: that one is read by kinds.
		if (isBurst) late = without(await readBurst(port, page.until), late);
		after = isBurst ? page.until : page.until - 1;
		page = await port.later(after);
		late = without(page, late);
	}
	return late;
}

/** Whether an entry may be later than the range it was read in, and than a page that follows that range. */
const mayFollow = ({ until, latest }: TimedEntry, page: FeedPage): boolean => latest > until && latest >= page.until;

/**
 * The entries that weren't processed as they look, each once, as it looked last: the same entry is read several times,
 * and operations between two of the requests change it. One that has returned to the look in which it was processed
 * has changed nevertheless, if another look was seen in between.
 */
function lastLooks(entries: readonly TimedEntry[], isProcessed: (one: TimedEntry) => boolean): readonly TimedEntry[] {
	const changed = new Map<string, TimedEntry>();
	for (const one of entries) {
		const id = entryIdIn(one.fingerprint);
		if (changed.has(id) || !isProcessed(one)) changed.set(id, one);
	}
	return [...changed.values()];
}

/** The entries that aren't on a page as they look. */
function without(page: Pick<FeedPage, 'entries'>, entries: readonly TimedEntry[]): readonly TimedEntry[] {
	const onPage = new Set(fingerprintsOf(page));
	return entries.filter(({ fingerprint }) => !onPage.has(fingerprint));
}
