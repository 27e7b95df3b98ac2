import { type FeedEntry, isDeleted } from '../plan/change';
import { addTo } from '../../../protocol/plan/inSteps';
import { defined, numberOf, textOf } from '../../../protocol/wire/json';
import { partsOf, shortDigest } from '../../../protocol/wire/shape';
import type { FeedPage, FeedState, ProcessedGroup } from './feed';

/* How an entry of the feed looks, as a short text that recognizes it. */

/** Characters of an id and a look. By 42 bits, two of 20,000 entries are taken for one with a chance of 1 in 20,000. */
export const ID_LENGTH = 7;
const LOOK_LENGTH = 4;
/** The last character of the fingerprint of what is deleted, and of no other one. */
const DELETED = '-';
/** Characters of a fingerprint. */
export const FINGERPRINT_LENGTH = ID_LENGTH + LOOK_LENGTH;

/** The plain fingerprints of entries in use: the same entry is compared several times, and never changes. */
const computed = new WeakMap<FeedEntry, string>();

/**
 * A fingerprint that does not tell what is deleted, as cursors have it: its id, and a digest of the fields that only an
 * operation on the entry itself changes (G02). Its path isn't included: it changes with the folders above, without an
 * operation.
 */
export function plainFingerprint(entry: FeedEntry): string {
	const known = computed.get(entry);
	if (known !== undefined) return known;
	const { cmd, filename, filehash, last_dateline } = entry;
	const look = JSON.stringify([numberOf(cmd) ?? 1, filename, filehash, numberOf(last_dateline)]);
	const fingerprint = entryId(entry) + shortDigest(look, LOOK_LENGTH);
	computed.set(entry, fingerprint);
	return fingerprint;
}

/** How an entry looked when it was processed, in 11 characters: the plain fingerprint, with what is deleted marked. */
export function fingerprintOf(entry: FeedEntry): string {
	const plain = plainFingerprint(entry);
	return isDeleted(entry) ? plain.slice(0, -1) + DELETED : plain.replace(/-$/, '_');
}

/** The stable id of an entry, in 7 characters. */
export const entryId = ({ hash, fullpath }: Pick<FeedEntry, 'hash' | 'fullpath'>): string =>
	shortDigest(textOf(hash ?? fullpath), ID_LENGTH);

/** The fingerprints of the entries of a page, in their order. */
export const fingerprintsOf = ({ entries }: Pick<FeedPage, 'entries'>): readonly string[] => entries.map(fingerprintOf);

/** The id of the entry that a fingerprint belongs to. */
export const entryIdIn = (fingerprint: string): string => fingerprint.slice(0, ID_LENGTH);
/** Whether it was deleted when it looked like this. */
export const wasDeletedIn = (fingerprint: string): boolean => fingerprint.endsWith(DELETED);
/** The fingerprint that tells of an entry only whether it was deleted: it looks like none. */
const withoutLook = (fingerprint: string): string =>
	entryIdIn(fingerprint) + (wasDeletedIn(fingerprint) ? DELETED : '.').padStart(LOOK_LENGTH, '.');
/** How it looked, in 4 characters. */
export const lookIn = (fingerprint: string): string => fingerprint.slice(ID_LENGTH);
/** Whether an entry looks as it did when this was saved: earlier versions saved plain fingerprints. */
export const looksLike = ({ entry, fingerprint }: Pick<TimedEntry, 'entry' | 'fingerprint'>, saved: string): boolean =>
	saved === fingerprint || saved === plainFingerprint(entry);

/** An entry, and what the feed tells about the time of its operation; in Unix milliseconds. */
export interface TimedEntry {
	readonly entry: FeedEntry;
	/** See `fingerprintOf`. */
	readonly fingerprint: string;
	/** The operation is later than this. */
	readonly after: number;
	/** The operation is not later than this. */
	readonly until: number;
	/** The latest time on its page: when later than `until`, the operation may be one of those behind the range. */
	readonly latest: number;
}

/** The entries of a page, in a range up to `to`. The feed dates no single entry. */
export function pageEntries(
	{ entries, until, after }: FeedPage & Pick<TimedEntry, 'after'>,
	to = until,
): readonly TimedEntry[] {
	const times = { after, until: Math.min(until, to), latest: until };
	return entries.map((entry) => ({ entry, fingerprint: fingerprintOf(entry), ...times }));
}

/** The fingerprints in a text that has them one after the other. */
const fingerprintsIn = (text: string): string[] => partsOf(text, FINGERPRINT_LENGTH);

/* Which entries were processed. */

/** How an entry looked when it was processed; its operation was not later than `until` (Unix ms). */
type Look = Pick<TimedEntry, 'fingerprint' | 'until'>;

/** By the ids of entries, how each looked when it was processed last. */
const looksIn = (groups: readonly ProcessedGroup[]): Map<string, Look> =>
	new Map(
		groups.flatMap(({ until, fingerprints }) =>
			fingerprintsIn(fingerprints).map(
				(fingerprint) => [entryIdIn(fingerprint), { fingerprint, until }] as const,
			),
		),
	);

/** Looks as they are saved. The entries that were read with one page share its time. */
function groupsOf(looks: Iterable<Look>): readonly ProcessedGroup[] {
	const byTime = new Map<number, string[]>();
	for (const { until, fingerprint } of looks) addTo(byTime, until, fingerprint);
	return [...byTime].map(([until, fingerprints]) => ({ until, fingerprints: fingerprints.join('') }));
}

/** The groups of the last looks only: one that returns to an earlier look has changed. */
const lastLooks = (groups: readonly ProcessedGroup[]): readonly ProcessedGroup[] => groupsOf(looksIn(groups).values());

/** How many entries were processed with operations that may be later than `ms` (Unix time). */
export const countProcessed = ({ processed }: Pick<FeedState, 'processed'>, ms = -Infinity): number =>
	processed.reduce((sum, { until, fingerprints }) => sum + (until > ms ? fingerprints.length : 0), 0) /
	FINGERPRINT_LENGTH;

/** Adds processed entries, each of which looks now as it does there, whatever the state says of it before. */
export function addProcessed(state: FeedState, looks: readonly Look[]): FeedState {
	return looks.length === 0 ? state : { ...state, processed: [...state.processed, ...groupsOf(looks)] };
}

/** So many entries are known by one reading: those of a state, and 50,000 that it has read. */
const MAX_KNOWN = 70_000;

/** What a reading knows of entries: how each looked when it was processed last, before the reading or by it. */
export class KnownLooks {
	private readonly looks: Map<string, Look & { readonly isRead?: true }>;

	/** `begun` is the state with which the reading begins. */
	constructor(readonly begun: FeedState) {
		this.looks = looksIn(begun.processed);
	}

	get isFull(): boolean {
		return this.looks.size > MAX_KNOWN;
	}

	/** Whether an entry was processed as it looks now, and its operation is not later than it can have been then. */
	readonly wasProcessed = (one: TimedEntry): boolean => {
		const look = this.looks.get(entryIdIn(one.fingerprint));
		return look !== undefined && look.until > one.after && looksLike(one, look.fingerprint);
	};

	/** How an entry looked when it was processed last, and whether by this reading. Notes how it looks now. */
	replace({ fingerprint, until }: TimedEntry) {
		const id = entryIdIn(fingerprint);
		const before = this.looks.get(id);
		this.looks.set(id, { fingerprint, until, isRead: true });
		return before;
	}

	/**
	 * Entries that were seen, but not taken, with another look than the one in which they were processed: without a
	 * look, so that none in which they are found again has been processed, that one neither.
	 */
	loseLooks(seen: readonly TimedEntry[]): readonly Look[] {
		return seen.flatMap((one) => {
			const id = entryIdIn(one.fingerprint);
			const look = this.looks.get(id);
			if (!look || looksLike(one, look.fingerprint)) return [];
			const lost = { ...look, fingerprint: withoutLook(look.fingerprint) };
			this.looks.set(id, lost);
			return [lost];
		});
	}
}

/**
 * Whether an entry, asked for in the order of reading, differs from what was processed. One that returned to a known
 * look does so too, if another look was `seen` in between: operations between two requests change an entry.
 */
export function differsFrom(
	isProcessed: (one: TimedEntry) => boolean,
	seen: readonly TimedEntry[] = [],
): (one: TimedEntry) => boolean {
	const ids = new Set(seen.map(({ fingerprint }) => entryIdIn(fingerprint)));
	return (one) => {
		const id = entryIdIn(one.fingerprint);
		const isChanged = ids.has(id) || !isProcessed(one);
		if (isChanged) ids.add(id);
		return isChanged;
	};
}

/** Most fingerprints that are kept, 231 kB: 20,000 of the overlap, and what comes next. */
export const MAX_FINGERPRINTS = 21_000;
/** Most groups before the cursor that are kept; more are merged. */
const MAX_GROUPS = 400;
/** Processed entries are known for at least this long (ms): creation times have full seconds only. */
const MIN_KNOWN_MS = 1_000;

/**
 * The state after a reading as it is saved: without the groups before the overlap (ms), which no read looks at again,
 * and the oldest ones when there are too many; `knownAfter` follows. `forgotten`: up to which time (Unix ms) entries of
 * the overlap are not known any more, so that what is late there is not found.
 */
export function pruneProcessed(
	state: FeedState,
	overlapMs: number,
): { readonly state: FeedState; readonly forgotten?: number } {
	const { overlapEnd, cursor } = state;
	const horizon = Math.min(overlapEnd - overlapMs, Math.min(overlapEnd, cursor) - MIN_KNOWN_MS);
	const sorted = lastLooks(state.processed).toSorted((a, b) => a.until - b.until);
	let [{ knownAfter }, forgotten]: [FeedState, number | undefined] = [state, undefined];
	let [at, count] = [0, countProcessed({ processed: sorted })];
	for (let oldest = sorted[at]; oldest; oldest = sorted[++at]) {
		if (oldest.until >= cursor || (oldest.until > horizon && count <= MAX_FINGERPRINTS)) break;
		if (oldest.until > horizon) forgotten = oldest.until;
		knownAfter = Math.max(knownAfter, oldest.until);
		count -= oldest.fingerprints.length / FINGERPRINT_LENGTH;
	}
	const pruned = { ...state, knownAfter, processed: merged(sorted.slice(at), cursor) };
	return defined({ state: pruned, forgotten });
}

/** Several groups in one where there are too many: nothing in it is later than the latest of them. */
function merged(groups: readonly ProcessedGroup[], cursor: number): readonly ProcessedGroup[] {
	const older = groups.filter(({ until }) => until < cursor);
	const size = Math.ceil(older.length / MAX_GROUPS);
	if (size <= 1) return groups;
	const fewer: ProcessedGroup[] = [];
	for (let at = 0; at < older.length; at += size) {
		const own = older.slice(at, at + size);
		const until = Math.max(...own.map((group) => group.until));
		fewer.push({ until, fingerprints: own.map(({ fingerprints }) => fingerprints).join('') });
	}
	return [...fewer, ...groups.slice(older.length)];
}

/** The end of the second (Unix ms) that a time lies in: the service tells full seconds in most places. */
export const endOfSecond = (ms: number): number => Math.floor(ms / 1000) * 1000 + 999;

/**
 * The state after a read that began at `begunAt`, by the `Date` of the service, and found all up to the cursor: once
 * the overlap of the cursor's second is over, nothing of it has to be read or known again.
 */
export function closeOverlap(state: FeedState, begunAt: number, overlapMs: number): FeedState {
	const { cursor, seenAt = Infinity } = state;
	const end = endOfSecond(cursor);
	// When the cursor was seen, the clock of the operations showed it, unless it is dated ahead. A `Date` is cut.
	const begun = (cursor > endOfSecond(seenAt) ? seenAt : cursor) + (begunAt - seenAt - 1000);
	if (!(begun >= end + overlapMs)) return state;
	const { seenAt: _, cursorUnchecked: _unchecked, ...kept } = state;
	const processed = lastLooks(state.processed).filter(({ until }) => until > end);
	return { ...kept, cursor: end, knownAfter: end, processed };
}
