import type { FeedChange, FeedEntry, HiddenChanges } from '../plan/change';
import { addTo } from '../../../protocol/plan/inSteps';
import { defined, secondsOf } from '../../../protocol/wire/json';
import {
	entryIdIn,
	differsFrom,
	pageEntries,
	type TimedEntry,
	looksLike,
	wasDeletedIn,
	withoutLook,
	addProcessed,
	countProcessed,
	indexProcessed,
	addLooks,
	MAX_FINGERPRINTS,
	pruneProcessed,
	wasProcessed,
} from './processed';
import type { LaterPage } from './pages';
import { endOfSecond, type ReadOptions, type ReadResult, type FeedState, type ProcessedGroup } from './feed';

/** How a step of reading takes what it found. */
export interface StepOptions extends ReadOptions {
	readonly known: KnownLooks;
	/** When this reading of the overlap began, by the clock of the options; long ago where it takes several polls. */
	readonly begun: number;
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
 * Turns entries into at most `limit` changes and moves the state on, in which further ones of the page wait as
 * undelivered. Late entries beyond the limit are found again.
 */
export function takeEntries(
	{ cursorUnchecked, ...before }: FeedState,
	{ hidden = [], late, nextPage, ahead, following }: FoundEntries,
	options: StepOptions,
): ReadResult {
	const { overlapMs, limit, accept = () => true } = options;
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
	const first = [...hiding, ...changesOf(taken, { after: state.knownAfter })];
	// The cursor stays where it is until everything before it has been taken.
	const isCutOff = taken.length < late.length;
	const pages = [nextPage, ...(ahead ?? [])];
	const leftPages = [...(isCutOff ? pages : []), ...(following ? [following] : [])];
	// What was processed before its time was dated ahead.
	const knowsAhead = state.processed.some(({ until }) => until > state.cursor);
	const seen = seenAsOther(state, late.slice(taken.length), knowsAhead ? leftPages : []);
	if (isCutOff || (nextPage.entries.length === 0 && pages.length === 1)) {
		const same = defined({ ...state, cursorUnchecked: isCutOff ? cursorUnchecked : undefined });
		const added = addProcessed(same, [seen, ...groupsOf(taken)]);
		const isMuch = countProcessed(added) > MAX_FINGERPRINTS;
		const bounded = isMuch ? pruneProcessed(added, overlapMs) : { state: added };
		return limited({ ...bounded, changes: first, more: isCutOff }, limit);
	}
	const isChanged = differsFrom(wasProcessed(state), taken);
	const changes = pages.flatMap((page) => changesOf(pageEntries(page).filter(isChanged), page));
	const { until, clock = Infinity } = nextPage;
	// Of a page that was divided, nothing is missing up to its time; another one may end inside its last millisecond.
	const isWhole = ahead !== undefined || following !== undefined;
	// The service has shown this page by now, so its clock had come to `until`.
	const elapsedMs = Math.max(0, options.now() - options.begun);
	const overlapEnd = Math.max(state.overlapEnd, Math.min(until, clock) - elapsedMs);
	const ofPages = pages.flatMap((page) => groupsOf(pageEntries(page)));
	const withAll = addProcessed(state, [...groupsOf(taken), ...ofPages, seen]);
	const seenAt = until > state.cursor ? nextPage.clock : state.seenAt;
	const moved = {
		...withAll,
		cursor: until,
		overlapEnd,
		seenAt,
		cursorUnchecked: isWhole ? undefined : (true as const),
	};
	const pruned = pruneProcessed(defined(moved), overlapMs);
	return limited({ ...pruned, changes: [...first, ...changes], more: true }, limit);
}

/** The entries that were read with one page share its time. */
function groupsOf(entries: readonly TimedEntry[]): readonly ProcessedGroup[] {
	const byTime = new Map<number, string[]>();
	for (const { until, fingerprint } of entries) addTo(byTime, until, fingerprint);
	return [...byTime].map(([until, fingerprints]) => ({ until, fingerprints: fingerprints.join('') }));
}

/**
 * Entries that were seen, but not taken, with another look than the one in which they were processed: without a look,
 * so that none in which they are found again has been processed, that one neither.
 */
function seenAsOther(state: FeedState, late: readonly TimedEntry[], pages: readonly LaterPage[]): ProcessedGroup {
	const [processed, isKnown] = [indexProcessed(state), wasProcessed(state)];
	const onPages = pages.flatMap((page) => pageEntries(page)).filter((one) => !isKnown(one));
	const looks = [...late, ...onPages].flatMap(({ fingerprint }) => processed.get(entryIdIn(fingerprint)) ?? []);
	return { until: 0, fingerprints: looks.map(({ fingerprint }) => withoutLook(fingerprint)).join('') };
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
			const look = known.replace(one.fingerprint);
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

function limited({ state, changes, ...read }: ReadResult, limit: number): ReadResult {
	const undelivered = [...state.undelivered, ...changes.slice(limit)];
	return { ...read, state: { ...state, undelivered }, changes: changes.slice(0, limit) };
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

/* What is known of an entry when it is read: how it looked when it was read last, before this reading or by it. */

/** So many entries that were read are known by one reading; then what it knows begins with the state that it has. */
const MAX_READ = 50_000;

/** The part of a state that says what was read: up to the cursor all of it, and later than `knownAfter` it is known. */
type ReadSoFar = Pick<FeedState, 'cursor' | 'knownAfter' | 'processed'>;

/** The looks that a reading knows, which begins with a saved state. */
export class KnownLooks {
	private before: ReturnType<typeof addLooks> | undefined;
	private readonly read = new Map<string, string>();

	constructor(public begun: ReadSoFar) {}

	/**
	 * How an entry looked when it was read last, and whether that was by this reading; undefined where it is not known.
	 * Notes how it looks now.
	 */
	replace(fingerprint: string): { readonly fingerprint: string; readonly isRead: boolean } | undefined {
		const id = entryIdIn(fingerprint);
		const [read, before] = [this.read.get(id), this.lookBefore(id)];
		this.read.set(id, fingerprint);
		if (read !== undefined) return { fingerprint: read, isRead: true };
		return before === undefined ? undefined : { fingerprint: before, isRead: false };
	}

	/** To be called with the state after each piece of the reading. */
	goOn(state: ReadSoFar): void {
		if (this.read.size <= MAX_READ) return;
		this.read.clear();
		[this.begun, this.before] = [state, undefined];
	}

	private lookBefore(id: string): string | undefined {
		this.before ??= addLooks(this.begun.processed);
		return this.before.get(id)?.fingerprint;
	}
}
