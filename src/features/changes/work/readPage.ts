import type { FeedChange } from '../plan/change';
import { defined } from '../../../protocol/wire/json';
import { type Burst, burstError } from './burst';
import { divideByClock, isDatedAhead, mayStayBehind } from './datedAhead';
import { fingerprintOf, fingerprintsOf } from './fingerprint';
import { findLateEntries, type Overlap, rereadOverlap } from './overlap';
import type { FeedPage, FeedPort } from './port';
import { indexProcessed, wasProcessed } from './processed';
import type { FeedState, ReadOptions, ReadResult } from './state';
import { type FoundEntries, takeEntries } from './takeEntries';

/* One step of reading: the overlap, as far as the time allows, and then a page later than the cursor. */

/** Where reading goes on. */
export interface ReadFrom {
	/** When this reading of the overlap began, by the clock of the options; long ago where it takes several polls. */
	readonly begun: number;
	/** The page later than the cursor, where it is known and nothing before it is missing: nothing is read again. */
	readonly nextPage?: FeedPage | undefined;
}

type Step = ReadResult & Pick<ReadFrom, 'nextPage'>;

/** Share of the time for reading after which the rest of the overlap is left to the next poll. */
const OVERLAP_SHARE = 0.5;

/**
 * Reads the overlap again, or what the last poll left of it, then one page later than the cursor. What is left is read
 * at the next poll. What becomes visible meanwhile, behind that reading, is no older than the overlap before the cursor
 * at which it began; so that is where the one after it begins.
 */
export async function readOverlapAndPage(
	port: FeedPort,
	{ overlapRead, ...state }: FeedState,
	begun: number,
	options: ReadOptions,
): Promise<Step> {
	const { cursor, overlapEnd } = state;
	const { readTo = overlapEnd - Math.max(1, options.overlapMs), end = cursor } = overlapRead ?? {};
	const range = { from: Math.max(readTo, state.knownAfter), end };
	const overlap = await rereadOverlap(port, state, range, () => options.expired(OVERLAP_SHARE));
	const isLeft = overlap.readTo !== undefined;
	const isLong = isLeft || overlapRead !== undefined;
	const after = isLong && !isLeft ? { ...state, overlapEnd: Math.max(overlapEnd, end) } : state;
	const step = await takeFound(port, after, { overlap, begun: isLong ? -Infinity : begun }, options);
	if (!isLeft) return step;
	// What the limit cut off is found again.
	const isCutOff = step.more && step.state.cursor === cursor;
	return {
		...step,
		state: { ...step.state, overlapRead: { readTo: isCutOff ? readTo : (overlap.readTo ?? readTo), end } },
	};
}

/** Reads the page later than the cursor, and the millisecond before it, which the last page may have cut off. */
export async function readNextPage(
	port: FeedPort,
	state: FeedState,
	from: ReadFrom,
	options: ReadOptions,
): Promise<Step> {
	const { begun, nextPage } = from;
	if (nextPage) return await takePage(port, state, { late: [], nextPage }, begun, options);
	const range = { from: Math.max(state.cursor - 1, state.knownAfter), end: state.cursor };
	return await takeFound(port, state, { overlap: await rereadOverlap(port, state, range), begun }, options);
}

/** Takes what was found in the overlap, and the page that follows. */
async function takeFound(
	port: FeedPort,
	state: FeedState,
	{ overlap, begun }: { readonly overlap: Overlap } & Pick<ReadFrom, 'begun'>,
	options: ReadOptions,
): Promise<Step> {
	const [incomplete] = overlap.incompleteBursts;
	if (incomplete && options.onHiddenChanges === 'stop') throw burstError(incomplete);
	const nextPage = (overlap.hasBursts ? undefined : overlap.nextPage) ?? (await port.later(state.cursor));
	const late = await findLateEntries(port, overlap.entries, nextPage, wasProcessed(indexProcessed(state)));
	// An incomplete burst, and what lies before it, is never read again: it would be reported each time.
	const knownAfter = Math.max(state.knownAfter, ...overlap.incompleteBursts.map(({ ms }) => ms));
	const hidden = overlap.incompleteBursts.map(hiddenChange);
	return await takePage(port, { ...state, knownAfter }, { hidden, late, nextPage }, begun, options);
}

/**
 * Takes late entries and the page later than the cursor. A full page may end inside its last millisecond, so where
 * another page is wanted, that one begins with this millisecond, and takes it: then nothing of it has to be read again.
 */
async function takePage(
	port: FeedPort,
	state: FeedState,
	shown: Pick<FoundEntries, 'hidden' | 'late' | 'nextPage'>,
	begun: number,
	options: ReadOptions,
): Promise<Step> {
	const { late, nextPage } = shown;
	const { entries, until } = nextPage;
	if (late.length + entries.length > 0) await options.prepare?.();
	const found = { ...shown, elapsedMs: Math.max(0, options.now() - begun) };
	if (isDatedAhead(nextPage) && mayStayBehind(state)) {
		const reader = { ...options, cursor: state.cursor, isKnown: wasProcessed(indexProcessed(state)) };
		const { page, ahead, isNew } = await divideByClock(port, nextPage, reader);
		const taken = takeEntries(state, { ...found, nextPage: page, ahead, isWhole: true }, options);
		return { ...taken, more: isNew || (taken.more && late.length > 0) };
	}
	const goesOn =
		entries.length >= port.pageSize && options.limit > late.length + entries.length && !options.expired();
	if (!goesOn || until - 1 === state.cursor) return takeEntries(state, found, options);
	const following = await port.later(until - 1);
	// Where that millisecond fills it, some of its entries may have been pushed off.
	const isFilled = following.entries.length >= port.pageSize && following.until <= until;
	const isFollowing = new Set(fingerprintsOf(following));
	const before = entries.filter((entry) => !isFollowing.has(fingerprintOf(entry)));
	if (isFilled || before.length === 0) return takeEntries(state, found, options);
	const page = { entries: before, until: until - 1, ...defined({ clock: nextPage.clock }) };
	return { ...takeEntries(state, { ...found, nextPage: page, isWhole: true }, options), nextPage: following };
}

const hiddenChange = ({ ms, shown, counted }: Burst): FeedChange => ({
	entry: {},
	after: ms - 1,
	hidden: { ms, shown, counted },
});
