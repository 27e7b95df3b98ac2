import { defined } from '../../../protocol/wire/json';
import {
	type Burst,
	burstError,
	cutAtClock,
	divided,
	laterPage,
	type LaterPage,
	mayStayBehind,
	readBurst,
	wholePage,
} from './pages';
import type { FeedPage, FeedPort, FeedState, ReadResult } from './feed';
import { closeOverlap, differsFrom, entryIdIn, fingerprintsOf, pageEntries, type TimedEntry } from './processed';
import { type FoundEntries, type StepOptions, takeEntries } from './takeEntries';

/* One step of reading: the overlap, as far as the time allows, and then a page later than the cursor. */

/** The page that follows, where it is known, or later than which time (Unix ms) it is, where that is not the cursor. */
export type NextPage = LaterPage | number;

type Step = ReadResult & { readonly next?: NextPage };

/** Share of the time for reading after which the rest of the overlap is left to the next poll. */
const OVERLAP_SHARE = 0.5;

/**
 * Reads the overlap again, or what the last poll left of it, then one page later than the cursor. What becomes visible
 * behind a reading of several polls is no older than the overlap before the cursor at which it began: there the next
 * one begins.
 */
export async function readOverlapAndPage(
	port: FeedPort,
	{ overlapRead, ...state }: FeedState,
	options: StepOptions,
): Promise<Step> {
	const { cursor, overlapEnd } = state;
	const overlapMs = Math.max(1, options.overlapMs);
	// The millisecond of the cursor, of which the last page may have cut off some, is read in any case.
	const { readTo: from = Math.min(overlapEnd - overlapMs, cursor - 1), end = cursor } = overlapRead ?? {};
	const { readTo, ...found } = await findAgain(port, state, { from, end }, options, () =>
		options.expired(OVERLAP_SHARE),
	);
	const { clock } = found.nextPage;
	const began = clock === undefined ? undefined : clock - (options.now() - options.begun);
	const begunAt = overlapRead ? overlapRead.begunAt : began;
	const read = readTo === undefined ? undefined : defined({ readTo, end, begunAt });
	const seenUpTo = overlapRead && !read ? Math.max(overlapEnd, end) : overlapEnd;
	const after = defined({ ...state, overlapEnd: seenUpTo, overlapRead: read });
	const step = await takePage(port, after, found, options);
	// What the limit cut off is found again.
	const isCutOff = step.more && step.state.cursor === cursor;
	if (read && isCutOff) return { ...step, state: { ...step.state, overlapRead: { ...read, readTo: from } } };
	if (read || step.more || end < cursor || step.state.cursor > cursor) return step;
	return { ...step, state: closeOverlap(step.state, begunAt ?? -Infinity, overlapMs) };
}

/** Reads the page that follows; where that is not known, the cursor's millisecond, too, which may have been cut off. */
export async function readNextPage(
	port: FeedPort,
	state: FeedState,
	next: NextPage | undefined,
	options: StepOptions,
): Promise<Step> {
	const { cursor } = state;
	const nextPage = typeof next === 'number' ? await laterPage(port, next) : next;
	const found = nextPage
		? { late: [], nextPage }
		: await findAgain(port, state, { from: cursor - 1, end: cursor }, options);
	return await takePage(port, state, found, options);
}

/**
 * What is found in a range that is read again, as far as it is known, and on the page that follows the cursor; `readTo`
 * as in `rereadOverlap`. Throws what the port throws, and `burstError`.
 */
async function findAgain(
	port: FeedPort,
	state: FeedState,
	{ from, end }: Range,
	options: StepOptions,
	ends?: () => boolean,
) {
	const range = { from: Math.max(from, state.knownAfter), end };
	const overlap = await rereadOverlap(port, state, range, options.known.wasProcessed, ends);
	const { bursts, readTo } = overlap;
	const hidden = bursts.filter(({ complete }) => !complete);
	if (hidden[0] && options.onHiddenChanges === 'stop') throw burstError(hidden[0]);
	// Bursts were read after the page that follows, which does not show what moved there in the meantime.
	const nextPage = await laterPage(port, state.cursor, bursts.length > 0 ? undefined : overlap.nextPage);
	return { hidden, late: await findLateEntries(port, overlap.changed, nextPage), nextPage, readTo };
}

/**
 * Takes late entries and the page that follows. A full page may end inside its last millisecond, so where another page
 * is wanted, that one begins with this millisecond, and takes it: then nothing of it has to be read again.
 */
async function takePage(port: FeedPort, state: FeedState, found: FoundEntries, options: StepOptions): Promise<Step> {
	const { late, nextPage } = found;
	const isNew = (page: LaterPage): boolean => !pageEntries(page).every(options.known.wasProcessed);
	const isCut = mayStayBehind(state);
	const { page, ahead, next } = isCut ? await cutAtClock(port, nextPage, state.cursor, isNew) : { page: nextPage };
	const count = late.length + page.entries.length;
	const accept = count > 0 || ahead?.length ? await options.wanted?.() : undefined;
	const take = (more: Partial<FoundEntries>): ReadResult =>
		takeEntries(state, { ...found, nextPage: page, ...more }, { ...options, accept });
	if (ahead) {
		const taken = take({ ahead });
		return { ...taken, more: next !== undefined || (taken.more && late.length > 0), ...defined({ next }) };
	}
	const goesOn = options.limit > count && !options.expired();
	if (!goesOn || !page.isFull || page.isBurst) return take({});
	const following = await laterPage(port, page.next);
	const [before = page] = divided([page, following]);
	// Where the last millisecond fills that page, some of its entries may have been pushed off.
	if (before.until === page.until || before.entries.length === 0) return take({});
	return { ...take({ nextPage: before, following }), next: following };
}

/* The overlap. */

/** Later than `from` up to `end`, in Unix ms. */
type Range = Readonly<Record<'from' | 'end', number>>;

/** Reads again what is later than `from` up to `end`, until `ends`, and the millisecond of the cursor. */
export async function rereadOverlap(
	port: FeedPort,
	{ cursor, cursorUnchecked }: Pick<FeedState, 'cursor' | 'cursorUnchecked'>,
	{ from, end }: Range,
	isProcessed: (one: TimedEntry) => boolean,
	ends?: () => boolean,
) {
	// What was not processed as it looks, each entry once, as it looked last, in the order in which they were read.
	const changed = new Map<string, TimedEntry>();
	const isChanged = differsFrom(isProcessed);
	const add = (entries: readonly TimedEntry[]): void => {
		for (const one of entries) if (isChanged(one)) changed.set(entryIdIn(one.fingerprint), one);
	};
	// A read of the whole overlap tells only that its entries are later than `from`. An entry that looks the same
	// shows that it was changed again by being in the cursor's own millisecond, so that one is read separately.
	const isReadApart = cursorUnchecked && from < cursor - 1;
	if (isReadApart) add(pageEntries(await laterPage(port, cursor - 1), cursor));
	const { readTo, ...range } = await readRange(port, { from, to: end, cursor }, add, ends);
	const isCut = readTo !== undefined || end < cursor;
	const start = Math.max(from, cursor - 1);
	const last = isCut ? await readRange(port, { from: start, to: cursor, cursor }, add) : undefined;
	const bursts: Burst[] = [];
	for (const ms of [...range.burstMs, ...(last?.burstMs ?? [])]) bursts.push(await readBurst(port, ms));
	for (const { seen } of bursts) add(seen);
	return {
		/** The page later than the cursor, where reading the overlap fetched it anyway. */
		nextPage: (last ?? range).nextPage,
		/** Up to which time it was read (Unix ms), where it was ended before the cursor. */
		readTo,
		bursts,
		changed: [...changed.values()],
	};
}

/**
 * Adds all entries later than `from` up to `to` (Unix ms), and perhaps some that are later. `burstMs` are milliseconds
 * that fill a page by themselves, `nextPage` follows the range, where it was fetched anyway.
 */
async function readRange(
	port: FeedPort,
	{ from, to, cursor }: Readonly<Record<'from' | 'to' | 'cursor', number>>,
	add: (entries: readonly TimedEntry[]) => void,
	ends?: () => boolean,
): Promise<{ burstMs: number[]; nextPage?: FeedPage; readTo?: number }> {
	if (from >= to) return { burstMs: [] };
	const burstMs: number[] = [];
	for (let page = await laterPage(port, from); ; page = await laterPage(port, page.next)) {
		const { until } = page;
		if (page.entries.length === 0) return { burstMs, nextPage: { ...page, until: to } };
		add(pageEntries(page, cursor));
		if (until > to) return { burstMs };
		const following = page.isFull ? undefined : await port.later(until);
		if (following?.entries.length === 0) return { burstMs, nextPage: following };
		// More follows, so the page may end inside its last millisecond: that one is read again, from its beginning.
		if (page.isBurst) burstMs.push(until);
		if (ends?.()) return { burstMs, readTo: page.next };
	}
}

/** What has changed in the overlap and is not on the next page: late or cut off. Throws what the port throws. */
export async function findLateEntries(
	port: FeedPort,
	changed: readonly TimedEntry[],
	nextPage: LaterPage,
): Promise<readonly TimedEntry[]> {
	let [late, page] = [without(nextPage, changed), nextPage];
	// An entry later than the cursor may have been pushed off the full next page, by operations that became visible
	// between the two requests: then it isn't late, but on one of the pages after that.
	while (page.isFull && late.some((one) => mayFollow(one, page))) {
		late = without(await wholePage(port, page), late);
		page = await laterPage(port, page.next);
		late = without(page, late);
	}
	return late;
}

/** Whether an entry may be later than the range it was read in, and than a page that follows that range. */
const mayFollow = ({ until, latest }: TimedEntry, page: FeedPage): boolean => latest > until && latest >= page.until;

/** The entries that are not on a page, or look otherwise there. */
function without(page: Pick<FeedPage, 'entries'>, entries: readonly TimedEntry[]): readonly TimedEntry[] {
	const onPage = new Set(fingerprintsOf(page));
	return entries.filter(({ fingerprint }) => !onPage.has(fingerprint));
}
