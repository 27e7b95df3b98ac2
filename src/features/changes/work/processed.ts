import { type FeedEntry, isDeleted } from '../plan/change';
import { numberOf, textOf } from '../../../protocol/wire/json';
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
export const withoutLook = (fingerprint: string): string =>
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
interface Look {
	readonly fingerprint: string;
	readonly until: number;
}

/** The indexes of states in use. Building one for each page would take longer than reading it. */
const indexes = new WeakMap<readonly ProcessedGroup[], Map<string, Look>>();

/** How many entries were processed with operations that may be later than `ms` (Unix time). */
export const countProcessed = ({ processed }: Pick<FeedState, 'processed'>, ms = -Infinity): number =>
	processed.reduce((sum, { until, fingerprints }) => sum + (until > ms ? fingerprints.length : 0), 0) /
	FINGERPRINT_LENGTH;

/** Adds to `looks`, by the ids of entries, how these looked when they were processed. Returns `looks`. */
export function addLooks(groups: readonly ProcessedGroup[], looks = new Map<string, Look>()): Map<string, Look> {
	for (const { until, fingerprints } of groups)
		for (const fingerprint of fingerprintsIn(fingerprints))
			looks.set(entryIdIn(fingerprint), { fingerprint, until });
	return looks;
}

function indexOf(processed: readonly ProcessedGroup[]): Map<string, Look> {
	const index = indexes.get(processed) ?? addLooks(processed);
	indexes.set(processed, index);
	return index;
}

/** Hands the index of one list of groups, which is not used any more, to the list that follows it. */
function handOver(from: readonly ProcessedGroup[], to: readonly ProcessedGroup[]): Map<string, Look> {
	const index = indexOf(from);
	indexes.delete(from);
	indexes.set(to, index);
	return index;
}

/** The processed entries of a state by their ids. Once others are added, this map is that of the new state. */
export const indexProcessed = ({ processed }: FeedState): ReadonlyMap<string, Look> => indexOf(processed);

/** Whether an entry was processed as it looks now, and its operation is not later than it can have been then. */
export function wasProcessed(state: FeedState): (one: TimedEntry) => boolean {
	const index = indexProcessed(state);
	return (one) => {
		const look = index.get(entryIdIn(one.fingerprint));
		return look !== undefined && look.until > one.after && looksLike(one, look.fingerprint);
	};
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

/** Adds processed entries, each as it looked last: one that returns to an earlier look has changed. */
export function addProcessed(state: FeedState, groups: readonly ProcessedGroup[]): FeedState {
	const ids = new Set<string>();
	const fromLast = groups.toReversed().map((group) => {
		const left = without(group, ids);
		for (const fingerprint of fingerprintsIn(left.fingerprints)) ids.add(entryIdIn(fingerprint));
		return left;
	});
	const added = fromLast.reverse().filter(({ fingerprints }) => fingerprints !== '');
	if (added.length === 0) return state;
	const index = indexOf(state.processed);
	// Only the groups that have one of them are searched.
	const replaced = new Set([...ids].map((id) => index.get(id)?.until));
	const kept = state.processed.map((group) => (replaced.has(group.until) ? without(group, ids) : group));
	const processed = [...kept, ...added];
	addLooks(added, handOver(state.processed, processed));
	return { ...state, processed };
}

const without = ({ until, fingerprints }: ProcessedGroup, ids: ReadonlySet<string>): ProcessedGroup => ({
	until,
	fingerprints: fingerprintsIn(fingerprints)
		.filter((fingerprint) => !ids.has(entryIdIn(fingerprint)))
		.join(''),
});

/** Most fingerprints that are kept, 231 kB: 20,000 of the overlap, and what comes next. */
export const MAX_FINGERPRINTS = 21_000;
/** Most groups before the cursor that are kept; more are merged. */
const MAX_GROUPS = 400;
/** Processed entries are known for at least this long (ms): creation times have full seconds only. */
const MIN_KNOWN_MS = 1_000;

/**
 * Drops the groups before the overlap (ms), which no read looks at again, and the oldest ones when there are too many;
 * `knownAfter` follows. `forgotten`: up to which time (Unix ms) entries of the overlap are not known any more.
 */
export function pruneProcessed(
	state: FeedState,
	overlapMs: number,
): { readonly state: FeedState; readonly forgotten?: number } {
	const { overlapEnd, cursor } = state;
	const horizon = Math.min(overlapEnd - overlapMs, Math.min(overlapEnd, cursor) - MIN_KNOWN_MS);
	const sorted = state.processed.filter(({ fingerprints }) => fingerprints !== '');
	sorted.sort((a, b) => a.until - b.until);
	let [{ knownAfter }, forgotten]: [FeedState, number | undefined] = [state, undefined];
	let [at, count] = [0, countProcessed(state)];
	for (let oldest = sorted[at]; oldest; oldest = sorted[++at]) {
		if (oldest.until >= state.cursor || (oldest.until > horizon && count <= MAX_FINGERPRINTS)) break;
		if (oldest.until > horizon) forgotten = oldest.until;
		knownAfter = Math.max(knownAfter, oldest.until);
		count -= oldest.fingerprints.length / FINGERPRINT_LENGTH;
	}
	const groups = sorted.slice(at);
	const index = handOver(state.processed, groups);
	for (const { until, fingerprints } of sorted.slice(0, at))
		for (const id of fingerprintsIn(fingerprints).map(entryIdIn))
			if (index.get(id)?.until === until) index.delete(id);
	const processed = merged(groups, cursor);
	return { state: { ...state, knownAfter, processed }, ...(forgotten === undefined ? {} : { forgotten }) };
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
