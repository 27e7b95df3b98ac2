import { defined } from '../../../protocol/wire/json';
import { ifCounted } from './burst';
import { fingerprintsOf } from './fingerprint';
import { isDatedAhead } from './datedAhead';
import type { FeedPage, FeedPort } from './port';
import { countProcessed as processedUntil, indexProcessed, wasProcessed } from './processed';
import type { FeedState, QuietPoll } from './state';

/*
 * A poll that finds nothing is the usual one, so it must cost little, however many entries the overlap has: one request
 * shows that nothing is new, and one that the processed time is as it was.
 */

/** From so many processed entries on, the overlap is longer than a page, so reading it takes more than two requests. */
const LONG_OVERLAP = 100;

/** What two requests tell. */
export interface QuietResult {
	/** The state after the poll, where there is nothing to report; the overlap need not be read then. */
	readonly state?: FeedState;
	/** How many entries later than `knownAfter` and not later than the cursor the service counts. */
	readonly counted?: number;
}

/**
 * Looks behind the cursor, and by turns asks how many entries the processed time has and looks at a page of it, the
 * next one each time: what becomes visible late changes the number, but not where an entry is changed again late,
 * before the cursor. Once all pages were looked at, each when its overlap was over, it only counts. Where the service
 * does not count, it looks at pages, over and over. Only where all this costs less than reading the overlap. Throws
 * what the port throws.
 */
export async function pollQuietly(port: FeedPort, state: FeedState, overlapMs: number): Promise<QuietResult> {
	const { undelivered, skippingExisting, overlapRead, quietPoll } = state;
	const expected = processedUntil(state, state.cursor);
	if (expected < LONG_OVERLAP || undelivered.length > 0 || skippingExisting || overlapRead !== undefined) return {};
	if (!(await isNothingNew(port, state))) return {};
	const checked = state.cursorUnchecked ? withoutCheck(state) : state;
	return quietPoll?.next === undefined
		? await countProcessed(port, checked, expected)
		: await lookAtPage(port, checked, { next: quietPoll.next, overlapMs });
}

const withoutCheck = ({ cursorUnchecked: _, ...checked }: FeedState): FeedState => checked;

/** The state after a poll that found nothing: what the service counts stays, as long as nothing is processed. */
const afterQuiet = (state: FeedState, { from, next }: QuietPoll): FeedState => ({
	...state,
	quietPoll: defined({ counted: state.quietPoll?.counted, from, next }),
});

/** Asks how many entries the processed time has. */
async function countProcessed(port: FeedPort, state: FeedState, expected: number): Promise<QuietResult> {
	const { cursor, knownAfter, quietPoll = {} } = state;
	const { from = knownAfter } = quietPoll;
	const counted = await ifCounted(async () => await port.count(knownAfter + 1, cursor), true);
	if (counted === undefined) return { state: afterQuiet(state, { from: lastPageIn(state), next: 'pages' }) };
	if (counted !== (quietPoll.counted ?? expected)) return { counted };
	// Unchanged once all pages were looked at, so that nobody has to save it.
	return { counted, state: from >= cursor ? state : afterQuiet(state, { from, next: 'page' }) };
}

/**
 * Whether the millisecond of the cursor is as it was, and the feed shows nothing later but what is dated ahead and
 * known.
 */
async function isNothingNew(port: FeedPort, state: FeedState): Promise<boolean> {
	const { cursor } = state;
	const page = await port.later(cursor - 1);
	// A page that is not full is the last one (FeedPort.pageSize).
	if (page.entries.length >= port.pageSize || !isProcessed(page, state, cursor - 1)) return false;
	if (page.until <= cursor) return true;
	// An entry of that millisecond that looks the same may be later now.
	return isDatedAhead(page) && isProcessed(await port.later(cursor), state, cursor);
}

/** Whether all entries of a page later than `after` were processed as they look. */
function isProcessed(page: FeedPage, state: FeedState, after: number): boolean {
	const isKnown = wasProcessed(indexProcessed(state));
	return fingerprintsOf(page).every((fingerprint) => isKnown({ fingerprint, after }));
}

/** Where the last page of the processed time begins: what is late is mostly there. */
const lastPageIn = ({ processed, cursor, knownAfter }: FeedState): number =>
	Math.max(knownAfter, ...processed.map(({ until }) => until).filter((until) => until < cursor));

/** Looks at a page of the processed time. */
async function lookAtPage(
	port: FeedPort,
	state: FeedState,
	{ next, overlapMs }: { readonly next: 'page' | 'pages'; readonly overlapMs: number },
): Promise<QuietResult> {
	const { cursor, knownAfter, quietPoll } = state;
	const planned = quietPoll?.from ?? knownAfter;
	const from = planned < cursor ? Math.max(planned, knownAfter) : knownAfter;
	const page = await port.later(from);
	const { entries, until, clock = Infinity } = page;
	if (until > cursor || !isProcessed(page, state, from)) return {};
	// Of the time of this page something may still become visible: the next look is at the same one.
	if (next === 'page' && clock < until + overlapMs) return { state: afterQuiet(state, { from }) };
	const isLast = entries.length === 0 || until >= cursor;
	// Where the service counts, all pages are looked at once, a count between two of them.
	if (next === 'page' && isLast) return { state: afterQuiet(state, { from: cursor }) };
	// A full page may end inside its last millisecond, unless that is all it has.
	const behind = entries.length < port.pageSize || until - 1 === from ? until : until - 1;
	const following = { from: isLast ? knownAfter : behind };
	return { state: afterQuiet(state, next === 'page' ? following : { ...following, next }) };
}
