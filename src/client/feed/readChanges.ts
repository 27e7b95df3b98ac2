import type { JsonObject } from '../../protocol/wire/json';
import { isLibraryError } from '../../protocol/wire/libraryError';
import { type Burst, burstError, readBurst } from './burst';
import type { Change } from './change';
import type { FeedPage, FeedPort } from './port';
import { idOf, keyOf } from './fingerprint';
import { type FeedState, forget, remember, type Seen, seenIn } from './state';
import { type Placed, placed, readWindow } from './window';

/** How the feed is read. */
export interface ReadOptions {
	/** How far before the cursor to look again for operations that became visible late, in ms; at least 1. */
	readonly overlapMs: number;
	/** Most changes to return. */
	readonly limit: number;
	/** Whether the time for this poll is over; asked before each further page. */
	readonly expired: () => boolean;
	/** A millisecond that holds more than the feed can show: throw, or report it as a change and go on. */
	readonly burst: 'stop' | 'continue';
	/** Which entries matter; all when absent. */
	readonly accept?: (entry: JsonObject) => boolean;
}

/** Changes, the state that stands for them, and whether more are waiting. */
export interface ReadResult {
	readonly state: FeedState;
	readonly changes: readonly Change[];
	readonly more: boolean;
}

/**
 * Reads what changed since `state`. The answered state and changes belong together: a caller that loses one of them starts from
 * the old state again and gets the same changes. Throws what the port throws and `burstError`, when not one change was read
 * before; else it answers these, and the failure shows at the next reading.
 *
 * Why nothing is lost or repeated: all pages strictly later than the cursor are new. What shares a millisecond with the cursor,
 * or became visible late, is found by reading the time before the cursor again and dropping what was seen there.
 */
export async function readChanges(
	port: FeedPort,
	{ starting, ...state }: FeedState,
	given: ReadOptions,
): Promise<ReadResult> {
	const options = starting ? silently(given) : given;
	const { limit, overlapMs, expired } = options;
	const changes = state.pending.slice(0, limit);
	let now: FeedState = { ...state, pending: state.pending.slice(limit) };
	// The whole overlap once; after that only what may have been cut off at the end of a page.
	let from = now.cursor - Math.max(1, overlapMs);
	for (let step = 0; changes.length < limit && !(step > 0 && expired()); step++) {
		try {
			const read = await readStep(port, now, Math.max(from, now.floor), {
				...options,
				limit: limit - changes.length,
			});
			now = read.state;
			if (!starting) changes.push(...read.changes);
			if (!read.more) return { state: now, changes, more: now.pending.length > 0 };
		} catch (cause) {
			if (changes.length === 0 || !isLibraryError(cause) || cause.kind === 'aborted') throw cause;
			break;
		}
		from = now.cursor - 1;
	}
	return { state: starting ? { ...now, starting } : now, changes, more: true };
}

/** How the feed is run through until its end is reached for the first time: everything is taken, nothing is wanted. */
const silently = (options: ReadOptions): ReadOptions => ({
	...options,
	limit: Infinity,
	burst: 'continue',
	accept: () => false,
});

/** The time from `from` to the cursor once more, then one page later than the cursor. */
async function readStep(port: FeedPort, state: FeedState, from: number, options: ReadOptions): Promise<ReadResult> {
	const again = await readAgain(port, state, from);
	const [hidden] = again.hiding;
	if (hidden && options.burst === 'stop') throw burstError(hidden);
	const tail = again.tail ?? (await port.later(state.cursor));
	const seen = seenIn(state);
	const late = await withoutPushedOut(port, lateIn(again.entries, tail, seen), tail, seen);
	// What is behind a burst that hides something is never read again: it would be reported at each reading.
	const floor = Math.max(state.floor, ...again.hiding.map(({ ms }) => ms));
	const taken = take({ ...state, floor }, late, tail, seen, options);
	return { ...taken, changes: [...again.hiding.map(noticeOf), ...taken.changes] };
}

interface Again {
	readonly entries: readonly Placed[];
	readonly hiding: readonly Burst[];
	readonly tail?: FeedPage;
}

/** What stands from `from` to the cursor; `hiding` are bursts that do not show all they hold. */
async function readAgain(port: FeedPort, { cursor, cut }: FeedState, from: number): Promise<Again> {
	// The window tells only that these are later than `from`; what looks as before shows by its place that it was changed again.
	const border = cut && from < cursor - 1 ? await port.later(cursor - 1) : undefined;
	const atBorder = new Set(border?.entries.map(keyOf));
	const { entries, bursts, ...tail } = await readWindow(port, from, cursor);
	const read: Burst[] = [];
	for (const ms of bursts) read.push(await readBurst(port, ms));
	const inWindow = entries.map((one) => (atBorder.has(keyOf(one.entry)) ? { ...one, after: cursor - 1 } : one));
	const inBursts = read.flatMap((burst) => placed(burst.entries, burst.ms - 1, burst.ms));
	return { entries: [...inWindow, ...inBursts], hiding: read.filter(({ whole }) => !whole), ...tail };
}

const noticeOf = ({ ms, entries, counted }: Burst): Change => ({
	entry: {},
	after: ms - 1,
	hidden: { ms, shown: entries.length, counted },
});

/** Entries that are neither seen nor coming. One that looks as before is a repeat, unless it stands later now than it can have stood then. */
function lateIn(entries: readonly Placed[], coming: FeedPage, { keys }: Seen): Placed[] {
	const comes = new Set(coming.entries.map(keyOf));
	const late = new Map<string, Placed>();
	for (const one of entries) {
		const key = keyOf(one.entry);
		if (!comes.has(key) && (keys.get(key) ?? -1) <= one.after) late.set(key, one);
	}
	return [...late.values()];
}

/** What stood later than the cursor may have been pushed out of a full tail by an operation that came late just then: it is on the next page. */
async function withoutPushedOut(port: FeedPort, late: Placed[], tail: FeedPage, seen: Seen): Promise<Placed[]> {
	if (tail.entries.length < port.pageSize || !late.some(({ crossing }) => crossing)) return late;
	return lateIn(late, await port.later(tail.until - 1), seen);
}

/** Late ones that wait in the state at most; what is beyond is found again. */
const MOST_LATE = 100;

/** Takes what was read, as far as the limit goes; the rest waits in the state. */
function take(
	{ cut, ...state }: FeedState,
	late: readonly Placed[],
	tail: FeedPage,
	seen: Seen,
	{ overlapMs, limit, accept = () => true }: ReadOptions,
): ReadResult {
	const news = (entries: readonly JsonObject[], after: number): Change[] =>
		entries.filter(accept).map((entry) => changeOf(entry, after, state.floor, seen));
	const result = (next: FeedState, found: readonly Change[], more: boolean): ReadResult => ({
		state: { ...next, pending: [...state.pending, ...found.slice(limit)] },
		changes: found.slice(0, limit),
		more,
	});
	const fitting = late.slice(0, positionAfter(late, accept, limit + MOST_LATE));
	const found = news(
		fitting.map(({ entry }) => entry),
		state.floor,
	);
	const known = remember(
		state,
		fitting.map(({ entry, until }) => ({ until, keys: [keyOf(entry)] })),
	);
	// The cursor stays where it is until everything before it was taken.
	if (fitting.length < late.length) return result({ ...known, ...(cut ? { cut } : {}) }, found, true);
	if (tail.entries.length === 0) return result(known, found, false);
	const next = remember(known, [{ until: tail.until, keys: tail.entries.map(keyOf) }]);
	return result(
		forget({ ...next, cursor: tail.until, cut: true }, overlapMs),
		[...found, ...news(tail.entries, state.cursor)],
		true,
	);
}

/** How many entries to take so that at most `limit` of them are wanted. */
function positionAfter(entries: readonly Placed[], wanted: (entry: JsonObject) => boolean, limit: number): number {
	let left = limit;
	const position = entries.findIndex(({ entry }) => wanted(entry) && left-- === 0);
	return position < 0 ? entries.length : position;
}

function changeOf(entry: JsonObject, after: number, floor: number, seen: Seen): Change {
	const isNew = isCreated(entry, floor, seen);
	return {
		entry,
		after,
		...(isNew === undefined ? {} : { isNew }),
		...(seen.keys.has(keyOf(entry)) ? { same: true } : {}),
	};
}

/** `seen` holds all since the floor: what was created after it and is not there is new. Creation times are full seconds (document). */
function isCreated(entry: JsonObject, floor: number, { ids }: Seen): boolean | undefined {
	const created = Number(entry['create_dateline']) * 1000;
	if (ids.has(idOf(entry)) || created + 999 <= floor) return false;
	return created > floor ? true : undefined;
}
