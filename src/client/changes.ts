import { isLibraryError } from '../protocol/errors';
import { type Burst, burstError, readBurst } from './burst';
import { type FeedPage, type FeedPort, keyOf } from './feed';
import { forget, type FeedState, remember, type Seen, seenIn } from './feedState';
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
			if (!step.more) return { state: arrived(now), changes, more: now.pending.length > 0 };
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
	const border = new Set(state.cut && from < state.cursor - 1 ? (await port.later(state.cursor - 1)).entries.map(keyOf) : []);
	const window: Window = from < state.cursor ? await readWindow(port, from, state.cursor) : { entries: [], bursts: [] };
	const bursts: Burst[] = [];
	for (const ms of window.bursts) bursts.push(await readBurst(port, ms));
	const hiding = bursts.filter(({ whole }) => !whole);
	if (hiding[0] && options.burst === 'stop') throw burstError(hiding[0]);
	const tail = window.tail ?? await port.later(state.cursor);
	const seen = seenIn(state);
	const shown = window.entries.map((one) => (border.has(keyOf(one.entry)) ? { ...one, after: state.cursor - 1 } : one));
	const again = [...shown, ...bursts.flatMap(({ ms, entries }) => placed(entries, ms - 1, ms))];
	const late = await withoutComing(port, lateIn(again, tail.entries, seen), tail, seen);
	const floor = Math.max(state.floor, ...hiding.map(({ ms }) => ms));
	const notices = hiding.map(({ ms, entries, counted }): Change => ({ entry: {}, after: ms - 1, hidden: { ms, shown: entries.length, counted } }));
	return taken({ ...state, floor }, late, tail, { ...options, notices, seen });
}

/** Entries that are neither seen nor coming. One that looks as before is a repeat, unless it stands later now than it can have stood then. */
function lateIn(entries: readonly Placed[], coming: readonly Entry[], seen: Seen): Placed[] {
	const comes = new Set(coming.map(keyOf));
	const late = entries.map((one) => [keyOf(one.entry), one] as const).filter(([key, { after }]) => (seen.keys.get(key) ?? -1) <= after && !comes.has(key));
	return [...new Map(late).values()];
}

/** What stood later than the cursor may have been pushed out of a full tail by an operation that came late just then: it is on the next page. */
async function withoutComing(port: FeedPort, late: Placed[], tail: FeedPage, seen: Seen): Promise<Placed[]> {
	if (tail.entries.length < port.pageSize || !late.some(({ crossing }) => crossing)) return late;
	return lateIn(late, (await port.later(tail.until - 1)).entries, seen);
}

/** Late ones that wait in the state at most; what is beyond is found again. */
const MOST_LATE = 100;

/** Takes what was read, as far as the limit goes; the rest waits in the state. */
function taken({ cut, ...state }: FeedState, late: readonly Placed[], tail: FeedPage, { overlapMs, limit, accept, notices, seen }: ReadOptions & { notices: readonly Change[]; seen: Seen }): ReadResult {
	const wanted = (entry: Entry): boolean => accept?.(entry) ?? true;
	const fitting = late.slice(0, positionAfter(late, wanted, limit + MOST_LATE));
	const found = fitting.map(({ entry }) => entry).filter(wanted).map((entry) => changeOf(entry, state.floor, state.floor, seen));
	const known = remember(state, fitting.map(({ entry, until }) => ({ until, keys: [keyOf(entry)] })));
	const others = fitting.length < late.length;
	const stays = others || tail.entries.length === 0;
	const news = stays ? found : [...found, ...tail.entries.filter(wanted).map((entry) => changeOf(entry, state.cursor, state.floor, seen))];
	const pending = [...state.pending, ...news.slice(limit)];
	const changes = [...notices, ...news.slice(0, limit)];
	if (stays) return { state: { ...known, pending, ...(others && cut ? { cut } : {}) }, changes, more: others };
	const next = { ...remember(known, [{ until: tail.until, keys: tail.entries.map(keyOf) }]), cursor: tail.until, pending, cut: true as const };
	return { state: forget(next, overlapMs), changes, more: true };
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

/** An entry whose operation is later than `after` and not later than `until`, in ms; `crossing`: it may be later than the cursor. */
interface Placed { readonly entry: Entry; readonly after: number; readonly until: number; readonly crossing: boolean }
const placed = (entries: readonly Entry[], after: number, until: number, crossing = false): Placed[] => entries.map((entry) => ({ entry, after, until, crossing }));

/** `tail`: the page later than the end of the window, where it was read already. */
interface Window { readonly entries: readonly Placed[]; readonly bursts: readonly number[]; readonly tail?: FeedPage }

/** All that stands in the feed later than `from` and not later than `to`, perhaps with some that is later. Times in ms. */
async function readWindow(port: FeedPort, from: number, to: number): Promise<Window> {
	const pages: Placed[][] = [];
	const bursts: number[] = [];
	let at = from;
	let page = await port.later(at);
	for (;;) {
		const { until } = page;
		const entries = (): Placed[] => pages.flat();
		if (page.entries.length === 0) return { entries: entries(), bursts, tail: { entries: [], until: to } };
		pages.push(placed(page.entries, at, Math.min(until, to), until > to));
		if (until > to) return { entries: entries(), bursts };
		let next: FeedPage | undefined;
		if (page.entries.length < port.pageSize) {
			next = await port.later(until);
			if (next.entries.length === 0) return { entries: entries(), bursts, tail: next };
		}
		// More follows, so the page may end in the middle of its last millisecond: that is read again, from its beginning.
		const whole = until - 1 === at;
		if (whole) bursts.push(until);
		at = whole ? until : until - 1;
		page = whole && next ? next : await port.later(at);
	}
}
