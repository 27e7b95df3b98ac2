import { isLibraryError } from '../protocol/errors';
import { type Burst, burstError, readBurst } from './burst';
import { type FeedPage, type FeedPort, keyOf } from './feed';
import { forget, type FeedState, seenIn, type Seen } from './feedState';
import type { Entry } from './page';

/** One change, as the feed shows it. */
export interface Change {
	readonly entry: Entry;
	/** Its operation is later than this, in ms. */
	readonly after: number;
	/** Whether it was created since the feed was last read; undefined when the feed cannot tell. */
	readonly isNew?: boolean;
	/** All that the feed shows of it was shown before: its name, content and modification time are as they were. */
	readonly same?: boolean;
	/** Changes that the feed hides (see `burst` of ReadOptions); `entry` is empty then. */
	readonly hidden?: { readonly ms: number; readonly shown: number; readonly counted: number | undefined };
}

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
	readonly accept?: (entry: Entry) => boolean;
}

/** Changes, the state that stands for them, and whether more are waiting. */
export interface ReadResult { readonly state: FeedState; readonly changes: readonly Change[]; readonly more: boolean }

/**
 * Reads what changed since `state`. The answered state and changes belong together: a caller that loses one of them starts from
 * the old state again and gets the same changes. Throws what the port throws and `burstError`, when not one change was read
 * before; else it answers these, and the failure shows at the next reading.
 *
 * Why nothing is lost or repeated: all pages strictly later than the cursor are new. What shares a millisecond with the cursor,
 * or became visible late, is found by reading the time before the cursor again and dropping what was seen there.
 */
export async function readChanges(port: FeedPort, state: FeedState, options: ReadOptions): Promise<ReadResult> {
	const read = state.starting ? { ...options, limit: Infinity, burst: 'continue' as const, accept: () => false } : options;
	const changes: Change[] = state.pending.slice(0, read.limit);
	let now: FeedState = { ...state, pending: state.pending.slice(read.limit) };
	let from = Math.max(now.cursor - Math.max(1, options.overlapMs), now.floor);
	for (let pages = 0; changes.length < read.limit; pages++) {
		if (pages > 0 && read.expired()) break;
		try {
			const step = await readStep(port, now, from, { ...read, limit: read.limit - changes.length });
			now = step.state;
			if (!state.starting) changes.push(...step.changes);
			if (!step.more) return { state: arrived(now), changes, more: false };
		} catch (cause) {
			if (changes.length === 0 || !isLibraryError(cause) || cause.kind === 'aborted') throw cause;
			break;
		}
		from = Math.max(now.cursor - 1, now.floor);
	}
	return { state: now, changes, more: true };
}

function arrived({ starting: _, ...state }: FeedState): FeedState {
	return state;
}

/** The time from `from` to the cursor once more, then one page later than the cursor. */
async function readStep(port: FeedPort, state: FeedState, from: number, options: ReadOptions): Promise<ReadResult> {
	const window = from < state.cursor ? await readWindow(port, from, state.cursor) : { entries: [], bursts: [] };
	const bursts: Burst[] = [];
	for (const ms of window.bursts) bursts.push(await readBurst(port, ms));
	const hiding = bursts.filter(({ whole }) => !whole);
	if (hiding[0] && options.burst === 'stop') throw burstError(hiding[0]);
	const tail = window.tail ?? await port.later(state.cursor);
	const seen = seenIn(state);
	const comes = new Set(tail.entries.map(keyOf));
	const again = [...window.entries, ...bursts.flatMap(({ ms, entries }) => entries.map((entry) => ({ entry, until: ms })))];
	const late = new Map(again.map((one) => [keyOf(one.entry), one] as const).filter(([key]) => !seen.keys.has(key) && !comes.has(key)));
	const floor = Math.max(state.floor, ...hiding.map(({ ms }) => ms));
	const notices = hiding.map(({ ms, entries, counted }): Change => ({ entry: {}, after: ms - 1, hidden: { ms, shown: entries.length, counted } }));
	return taken({ ...state, floor }, [...late.values()], tail, { ...options, notices, seen });
}

/** Takes what was read, as far as the limit goes. Late ones beyond it are found again; those of the page wait in the state. */
function taken(state: FeedState, late: readonly Placed[], tail: FeedPage, { overlapMs, limit, accept, notices, seen }: ReadOptions & { notices: readonly Change[]; seen: Seen }): ReadResult {
	const wanted = (entry: Entry): boolean => accept?.(entry) ?? true;
	const fitting = late.slice(0, positionAfter(late, wanted, limit));
	const found = fitting.map(({ entry }) => entry).filter(wanted).map((entry) => changeOf(entry, state.floor, state.floor, seen));
	const groups = [...state.seen, ...fitting.map(({ entry, until }) => ({ until, keys: [keyOf(entry)] }))];
	if (fitting.length < late.length) return { state: { ...state, seen: groups }, changes: [...notices, ...found], more: true };
	const news = tail.entries.filter(wanted).map((entry) => changeOf(entry, state.cursor, state.floor, seen));
	const room = Math.max(0, limit - found.length);
	const cursor = tail.entries.length === 0 ? state.cursor : tail.until;
	const next = forget({ ...state, cursor, seen: [...groups, { until: cursor, keys: tail.entries.map(keyOf) }], pending: [...state.pending, ...news.slice(room)] }, overlapMs);
	return { state: next, changes: [...notices, ...found, ...news.slice(0, room)], more: tail.entries.length > 0 };
}

/** How many entries to take so that at most `limit` of them are wanted. */
function positionAfter(entries: readonly Placed[], wanted: (entry: Entry) => boolean, limit: number): number {
	let left = limit;
	const position = entries.findIndex(({ entry }) => wanted(entry) && left-- === 0);
	return position < 0 ? entries.length : position;
}

function changeOf(entry: Entry, after: number, floor: number, seen: Seen): Change {
	const [key, created] = [keyOf(entry), Number(entry['create_dateline']) * 1000];
	const known = seen.ids.has(key.slice(0, 8));
	// `seen` holds all since the floor: what was created after it and is not there is new. Creation times are full seconds.
	const isNew = known || created + 999 <= floor ? false : created > floor ? true : undefined;
	return { entry, after, ...(isNew === undefined ? {} : { isNew }), ...(seen.keys.has(key) ? { same: true } : {}) };
}

/** An entry whose operation is not later than `until`, in ms. */
interface Placed { readonly entry: Entry; readonly until: number }
/** `tail`: the page later than `to`, where it was read already. */
interface Window { readonly entries: readonly Placed[]; readonly bursts: readonly number[]; readonly tail?: FeedPage }

/** All that stands in the feed later than `from` and not later than `to`, perhaps with some that is later. Times in ms. */
async function readWindow(port: FeedPort, from: number, to: number): Promise<Window> {
	const entries: Placed[] = [];
	const bursts: number[] = [];
	let at = from;
	let page = await port.later(at);
	for (;;) {
		const { until } = page;
		if (page.entries.length === 0) return { entries, bursts, tail: { entries: [], until: to } };
		entries.push(...page.entries.map((entry) => ({ entry, until: Math.min(until, to) })));
		if (until > to) return { entries, bursts };
		let next: FeedPage | undefined;
		if (page.entries.length < port.pageSize) {
			next = await port.later(until);
			if (next.entries.length === 0) return { entries, bursts, tail: next };
		}
		// More follows, so the page may end in the middle of its last millisecond: that is read again, from its beginning.
		const whole = until - 1 === at;
		if (whole) bursts.push(until);
		at = whole ? until : until - 1;
		page = whole && next ? next : await port.later(at);
	}
}
