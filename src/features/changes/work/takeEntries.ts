import type { FeedChange, FeedEntry } from '../plan/change';
import { defined, secondsOf } from '../../../protocol/wire/json';
import {
	entryIdIn,
	fingerprintsOf,
	pageEntries,
	type TimedEntry,
	wasDeletedIn,
	addProcessed,
	countProcessed,
	indexProcessed,
	MAX_FINGERPRINTS,
	type ProcessedIndex,
	pruneProcessed,
	wasProcessed,
	fingerprintsIn,
} from './processed';
import type { LaterPage } from './pages';
import { endOfSecond, type ReadOptions, type ReadResult, type FeedState, type ProcessedGroup } from './feed';

/** How a step of reading takes what it found. */
export interface StepOptions extends ReadOptions {
	/** What is known of entries since the reading began. */
	readonly known: KnownLooks;
	/** When this reading of the overlap began, by the clock of the options; long ago where it takes several polls. */
	readonly begun: number;
}

/** What one step of reading found. */
export interface FoundEntries {
	/** What bursts hide: changes that come first. */
	readonly hidden?: readonly FeedChange[];
	/** Late entries, see `findLateEntries`. */
	readonly late: readonly TimedEntry[];
	/** The page that follows, up to which the cursor goes; empty at the end of the feed. */
	readonly nextPage: LaterPage;
	/** What is dated ahead. */
	readonly ahead?: readonly LaterPage[];
	/** The page after that one, where it is known, but not taken yet. */
	readonly following?: LaterPage;
	/** Whether nothing is missing up to the time of that page; otherwise it may end inside its last millisecond. */
	readonly isWhole?: boolean;
}

/**
 * Turns entries into at most `limit` changes and moves the state on, in which further ones of the page wait as
 * undelivered. Late entries beyond the limit are found again.
 */
export function takeEntries(
	{ cursorUnchecked, ...state }: FeedState,
	{ hidden = [], late, nextPage, ahead = [], following, isWhole = false }: FoundEntries,
	options: StepOptions,
): ReadResult {
	const { overlapMs, limit, accept = () => true } = options;
	const processed = indexProcessed(state);
	const changesOf = changeMaker(options);
	let left = limit;
	const tooMany = late.findIndex(({ entry }) => accept(entry) && left-- === 0);
	const taken = tooMany < 0 ? late : late.slice(0, tooMany);
	const before = [...hidden, ...changesOf(taken, { after: state.knownAfter })];
	// Those that were read with one page share its time.
	const byTime = new Map<number, string>();
	for (const { until, fingerprint } of taken) byTime.set(until, (byTime.get(until) ?? '') + fingerprint);
	const lateGroups = [...byTime].map(([until, fingerprints]) => ({ until, fingerprints }));
	// The cursor stays where it is until everything before it has been taken.
	const isCutOff = taken.length < late.length;
	const leftPages = [...(isCutOff ? [nextPage, ...ahead] : []), ...(following ? [following] : [])];
	// What was processed before its time was dated ahead.
	const knowsAhead = state.processed.some(({ until }) => until > state.cursor);
	const seen = seenAsOther(late.slice(taken.length), knowsAhead ? leftPages : [], processed);
	if (isCutOff || nextPage.entries.length + ahead.length === 0) {
		const same = defined({ ...state, cursorUnchecked: isCutOff ? cursorUnchecked : undefined });
		const added = addProcessed(same, [...seen, ...lateGroups]);
		const isMuch = countProcessed(added) > MAX_FINGERPRINTS;
		const bounded = isMuch ? pruneProcessed(added, overlapMs) : { state: added };
		return limited({ ...bounded, changes: before, more: isCutOff }, limit);
	}
	const pages = [nextPage, ...ahead];
	const isChanged = changesAgainst(processed, taken);
	const changes = pages.flatMap((page) => changesOf(pageEntries(page).filter(isChanged), page));
	const groups = pages.map((page) => ({ until: page.until, fingerprints: fingerprintsOf(page).join('') }));
	const { until, clock = Infinity } = nextPage;
	const unchecked = isWhole ? {} : ({ cursorUnchecked: true } as const);
	// The service has shown this page by now, so its clock had come to `until`.
	const elapsedMs = Math.max(0, options.now() - options.begun);
	const overlapEnd = Math.max(state.overlapEnd, Math.min(until, clock) - elapsedMs);
	const withAll = addProcessed(state, [...lateGroups, ...groups, ...seen]);
	const seenAt = until > state.cursor ? nextPage.clock : state.seenAt;
	const moved = defined({ ...withAll, cursor: until, overlapEnd, seenAt, ...unchecked });
	const pruned = pruneProcessed(moved, overlapMs);
	return limited({ ...pruned, changes: [...before, ...changes], more: true }, limit);
}

/**
 * Entries that were seen, but not taken, with another look than the one in which they were processed: with the look
 * that was seen, and no time, none in which they are found again has been processed, that one neither.
 */
function seenAsOther(
	late: readonly TimedEntry[],
	pages: readonly LaterPage[],
	processed: ProcessedIndex,
): readonly ProcessedGroup[] {
	const isKnown = wasProcessed(processed);
	const onPages = pages.flatMap((page) => pageEntries(page)).filter((one) => !isKnown(one));
	const known = [...late, ...onPages].filter(({ fingerprint }) => processed.has(entryIdIn(fingerprint)));
	return [{ until: 0, fingerprints: known.map(({ fingerprint }) => fingerprint).join('') }];
}

/** What makes changes of the entries that are wanted, by what was read before. */
function changeMaker({ accept = () => true, known }: StepOptions) {
	const { cursor: since, knownAfter } = known.begun;
	return (
		entries: readonly TimedEntry[],
		{ after: pageAfter, isAhead }: Pick<LaterPage, 'after' | 'isAhead'>,
	): readonly FeedChange[] =>
		entries.flatMap(({ entry, fingerprint, latest: until }) => {
			const look = known.replace(fingerprint);
			if (!accept(entry)) return [];
			// The operation that is shown hides earlier ones, as far as the entry was not read since. Histories have
			// full seconds: what lies within that of a time is not known to be later.
			const unreadSince = look ? Math.min(pageAfter, since) : Math.min(since, endOfSecond(knownAfter));
			const after = look?.isRead ? pageAfter : unreadSince;
			const same = look?.fingerprint === fingerprint ? true : undefined;
			const isNew = look ? false : isCreated(entry, knownAfter);
			const wasDeleted = look && wasDeletedIn(look.fingerprint);
			return [defined({ entry, after, until, isNew, same, wasDeleted, isAhead: isAhead || undefined })];
		});
}

/**
 * Whether an entry, asked for in the order of reading, differs from what was processed. One that returned to a known
 * look does so too, if another look was seen in between.
 */
function changesAgainst(processed: ProcessedIndex, late: readonly TimedEntry[]): (one: TimedEntry) => boolean {
	const isKnown = wasProcessed(processed);
	const seen = new Set(late.map(({ fingerprint }) => entryIdIn(fingerprint)));
	return (one) => {
		const id = entryIdIn(one.fingerprint);
		const isChanged = seen.has(id) || !isKnown(one);
		if (isChanged) seen.add(id);
		return isChanged;
	};
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
	private before: Map<string, string> | undefined;
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
		this.before ??= new Map(
			this.begun.processed
				.flatMap(({ fingerprints }) => fingerprintsIn(fingerprints))
				.map((fingerprint) => [entryIdIn(fingerprint), fingerprint]),
		);
		return this.before.get(id);
	}
}
