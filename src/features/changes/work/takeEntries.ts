import type { FeedChange, FeedEntry, HiddenChanges } from '../plan/change';
import { defined, secondsOf } from '../../../protocol/wire/json';
import {
	addProcessed,
	differsFrom,
	endOfSecond,
	type KnownLooks,
	looksLike,
	pageEntries,
	type TimedEntry,
	wasDeletedIn,
} from './processed';
import type { LaterPage } from './pages';
import type { FeedState, ReadOptions, ReadResult } from './feed';

/** How a step of reading takes what it found. */
export interface StepOptions extends ReadOptions {
	readonly known: KnownLooks;
	/** When the reading began, by the clock of the options; long ago where an earlier poll began with the overlap. */
	readonly begun: number;
	/** Which entries are wanted; all when absent. */
	readonly accept?: ((entry: FeedEntry) => boolean) | undefined;
}

/** What one step of reading found. */
export interface FoundEntries {
	/** What bursts hide: changes that come first. */
	readonly hidden?: readonly HiddenChanges[];
	/** Late entries, see `findLateEntries`. */
	readonly late: readonly TimedEntry[];
	/** The page that follows, up to which the cursor goes; empty at the end of the feed. */
	readonly nextPage: LaterPage;
	/** What is dated ahead, where that page was divided from it. */
	readonly ahead?: readonly LaterPage[];
	/** The page after that one, where it was divided from it, and is not taken yet. */
	readonly following?: LaterPage;
}

/**
 * Turns entries into changes and moves the state on. Late entries beyond the limit are found again; of a page all
 * become changes.
 */
export function takeEntries(
	{ cursorUnchecked, ...before }: FeedState,
	{ hidden = [], late, nextPage, ahead, following }: FoundEntries,
	options: StepOptions,
): ReadResult {
	const { limit, accept = () => true, known } = options;
	// An incomplete burst, and what lies before it, is never read again: it would be reported each time.
	const state = { ...before, knownAfter: Math.max(before.knownAfter, ...hidden.map(({ ms }) => ms)) };
	const changesOf = changeMaker(options);
	let left = limit;
	const tooMany = late.findIndex(({ entry }) => accept(entry) && left-- === 0);
	const taken = tooMany < 0 ? late : late.slice(0, tooMany);
	const hiding = hidden.map(({ ms, shown, counted }): FeedChange => ({
		entry: {},
		after: ms - 1,
		hidden: { ms, shown, counted },
	}));
	const changes = [...hiding, ...changesOf(taken, { after: state.knownAfter })];
	// The cursor stays where it is until everything before it has been taken.
	const isCutOff = taken.length < late.length;
	const pages = [nextPage, ...(ahead ?? [])];
	const leftPages = [...(isCutOff ? pages : []), ...(following ? [following] : [])];
	const leftOver = [...late.slice(taken.length), ...leftPages.flatMap((page) => pageEntries(page))];
	if (isCutOff || (nextPage.entries.length === 0 && pages.length === 1)) {
		const same = defined({ ...state, cursorUnchecked: isCutOff ? cursorUnchecked : undefined });
		const processed = addProcessed(same, [...taken, ...known.loseLooks(leftOver)]);
		return { state: processed, changes, more: isCutOff };
	}
	const isChanged = differsFrom(known.wasProcessed, taken);
	const processed = [...taken];
	for (const page of pages) {
		const changed = pageEntries(page).filter(isChanged);
		for (const change of changesOf(changed, page)) changes.push(change);
		for (const one of changed) processed.push(one);
	}
	const { until, clock = Infinity } = nextPage;
	// Of a page that was divided, nothing is missing up to its time; another one may end inside its last millisecond.
	const isWhole = ahead !== undefined || following !== undefined;
	// The service has shown this page by now, so its clock had come to `until`.
	const elapsedMs = state.overlapRead ? Infinity : Math.max(0, options.now() - options.begun);
	const moved = {
		...addProcessed(state, [...processed, ...known.loseLooks(leftOver)]),
		cursor: until,
		overlapEnd: Math.max(state.overlapEnd, Math.min(until, clock) - elapsedMs),
		seenAt: until > state.cursor ? nextPage.clock : state.seenAt,
		cursorUnchecked: isWhole ? undefined : (true as const),
	};
	return { state: defined(moved), changes, more: true };
}

/** What makes changes of the entries that are wanted, by what was read before. */
function changeMaker({ accept = () => true, known }: StepOptions) {
	const { cursor: since, knownAfter } = known.begun;
	return (
		entries: readonly TimedEntry[],
		{ after: pageAfter, isAhead }: Pick<LaterPage, 'after' | 'isAhead'>,
	): readonly FeedChange[] =>
		entries.flatMap((one) => {
			const { entry, latest: until } = one;
			const look = known.replace(one);
			if (!accept(entry)) return [];
			// The operation that is shown hides earlier ones, as far as the entry was not read since. Histories have
			// full seconds: what lies within that of a time is not known to be later.
			const unreadSince = look ? Math.min(pageAfter, since) : Math.min(since, endOfSecond(knownAfter));
			const after = look?.isRead ? pageAfter : unreadSince;
			const same = look && looksLike(one, look.fingerprint) ? true : undefined;
			const isNew = look ? false : isCreated(entry, knownAfter);
			const wasDeleted = look && wasDeletedIn(look.fingerprint);
			return [defined({ entry, after, until, isNew, same, wasDeleted, isAhead: isAhead || undefined })];
		});
}

/**
 * All entries with an operation after `knownAfter` that were read are known, so another one that was created later is
 * new. Creation times are full seconds (document): undefined when `knownAfter` lies within the second of its creation.
 */
function isCreated(entry: FeedEntry, knownAfter: number): boolean | undefined {
	const created = (secondsOf(entry.create_dateline) ?? NaN) * 1000;
	if (created + 999 <= knownAfter) return false;
	return created > knownAfter ? true : undefined;
}
