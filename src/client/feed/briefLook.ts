import { isLibraryError } from '../../protocol/wire/libraryError';
import { fingerprintsOf } from './fingerprint';
import type { FeedPage, FeedPort } from './port';
import { processedAfter } from './processed';
import type { FeedState } from './state';

/*
 * A poll that finds nothing is the usual one, so it must cost little, however many entries the overlap has: one request
 * shows that nothing is new, and one that the processed time is as it was.
 */

/** From so many processed entries on, the overlap is longer than a page, so reading it takes more than two requests. */
const LONG_OVERLAP = 100;

/** What two requests tell. */
export interface BriefLook {
	/** The state after it, where there is nothing to report; the overlap need not be read then. */
	readonly quiet?: FeedState;
	/** How many entries later than `knownAfter` and not later than the cursor the service counts. */
	readonly counted?: number;
}

/**
 * Looks behind the cursor, and by turns asks how many entries the processed time has and looks at a page of it, the
 * next one each time: what becomes visible late changes the number, but not where an entry is changed again late,
 * before the cursor. Once all pages were looked at, it only counts. Where the service does not count, it looks at
 * pages, over and over. Only where all this costs less than reading the overlap. Throws what the port throws.
 */
export async function lookBriefly(port: FeedPort, state: FeedState): Promise<BriefLook> {
	const { processed, undelivered, skippingExisting } = state;
	const expected = processed.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0);
	if (expected < LONG_OVERLAP || undelivered.length > 0 || skippingExisting) return {};
	if (!(await isNothingNew(port, state))) return {};
	const checked = state.cursorUnchecked ? withoutCheck(state) : state;
	return state.nextLook === undefined
		? await countProcessed(port, checked, expected)
		: await lookAtPage(port, checked, state.nextLook);
}

/** Asks how many entries the processed time has. */
async function countProcessed(port: FeedPort, state: FeedState, expected: number): Promise<BriefLook> {
	const { cursor, knownAfter, rereadFrom = knownAfter } = state;
	const counted = await countIn(port, knownAfter + 1, cursor);
	if (counted === undefined) return { quiet: { ...state, rereadFrom: lastPageIn(state), nextLook: 'pages' } };
	if (counted !== (state.counted ?? expected)) return { counted };
	// Unchanged once all pages were looked at, so that nobody has to save it.
	return { counted, quiet: rereadFrom >= cursor ? state : { ...state, rereadFrom, nextLook: 'page' } };
}

const withoutCheck = ({ cursorUnchecked: _, ...checked }: FeedState): FeedState => checked;

/** Whether the millisecond of the cursor is as it was, and the feed shows nothing later. */
async function isNothingNew(port: FeedPort, state: FeedState): Promise<boolean> {
	const { cursor } = state;
	const page = await port.later(cursor - 1);
	// A page that is not full is the last one (FeedPort.pageSize).
	const isLast = page.entries.length < port.pageSize && page.until <= cursor;
	return isLast && isProcessed(page, state, cursor - 1);
}

/** Whether all entries of a page later than `after` were processed as they look. */
function isProcessed(page: FeedPage, state: FeedState, after: number): boolean {
	const known = processedAfter(state, after);
	return fingerprintsOf(page).every((fingerprint) => known.has(fingerprint));
}

/** What the service counts; undefined where it does not, for which every failure counts but the end of the run. */
async function countIn(port: FeedPort, beginMs: number, endMs: number): Promise<number | undefined> {
	try {
		return await port.count(beginMs, endMs);
	} catch (cause) {
		if (isLibraryError(cause) && cause.kind !== 'aborted') return undefined;
		throw cause;
	}
}

/** Where the last page of the processed time begins: what is late is mostly there. */
const lastPageIn = ({ processed, cursor, knownAfter }: FeedState): number =>
	Math.max(knownAfter, ...processed.map(({ until }) => until).filter((until) => until < cursor));

/** Looks at a page of the processed time. */
async function lookAtPage(port: FeedPort, state: FeedState, look: 'page' | 'pages'): Promise<BriefLook> {
	const { cursor, knownAfter, rereadFrom = knownAfter, nextLook: _, ...rest } = state;
	const from = rereadFrom < cursor ? Math.max(rereadFrom, knownAfter) : knownAfter;
	const page = await port.later(from);
	const { entries, until } = page;
	if (until > cursor || !isProcessed(page, state, from)) return {};
	const isLast = entries.length === 0 || until >= cursor;
	// A full page may end inside its last millisecond, unless that is all it has.
	const next = entries.length < port.pageSize || until - 1 === from ? until : until - 1;
	const done = look === 'page' ? { rereadFrom: cursor } : { rereadFrom: knownAfter, nextLook: look };
	const on = look === 'page' ? { rereadFrom: next } : { rereadFrom: next, nextLook: look };
	return { quiet: { ...rest, cursor, knownAfter, ...(isLast ? done : on) } };
}
