import { addTo } from '../../../protocol/plan/inSteps';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { partsOf } from '../../../protocol/wire/shape';
import { type LogEntry, type LogPage, type LogPort, KEY_LENGTH, whatOf, stateFrom, type LogState } from './state';
import { includesCode } from '../../../protocol/catalogue/activityEvent';

/**
 * Reads a piece of a log: whole seconds from `from` on. Entries have no IDs and come in the middle of a log too, so
 * pages by position could not be fitted together: each second comes from one answer, and a full page counts up to its
 * last second. `next` is the second to read from then; absent at the end of the log. Throws what the port throws, and
 * LibraryError protocol or busy for a log that cannot be read so.
 */
export async function readStep(
	port: LogPort,
	from: number,
): Promise<Pick<LogPage, 'entries' | 'at'> & { readonly next?: number }> {
	const page = await port.page({ from, start: 0 });
	const { at } = page;
	const entries = page.entries.filter(({ second }) => second >= from);
	const shown = page.entries.length;
	// The largest pages of a service may be smaller than the one that was asked for; then its total says so.
	if (shown === 0 || (shown < port.pageSize && (page.total ?? 0) <= shown)) return { entries, at };
	const last = page.entries.at(-1)?.second ?? 0;
	const isAscending = page.entries.every(({ second }, n) => second >= (page.entries[n - 1]?.second ?? 0));
	if (last < from || !isAscending) throw notInOrder();
	if (last > from) return { entries: entries.filter(({ second }) => second < last), at, next: last };
	return { entries: await readSecond(port, from), at, next: from + 1 };
}

const notInOrder = (): LibraryError =>
	new LibraryError('protocol', 'The service did not answer its log from the given time on, oldest first', {
		hint: 'Report this to the operator of the service; the service may run a different version',
	});

/** Most pages of one second. */
const MAX_PAGES = 1_000;
/** Which part of a page the first page of each reading has, so that the borders of the pages lie elsewhere. */
const FIRST_PAGES = [1, 1 / 2, 3 / 4, 1 / 4, 5 / 8, 3 / 8];

/**
 * All entries of a second that has more than one page. Where the order changes from page to page, an entry is shown
 * twice and another one not at all. The lengths of the pages say how many there are, and equal ones on one page are
 * different ones: so pages are read, with other borders each time, until what they prove is as many, or two readings
 * have the same order. Throws LibraryError busy where neither comes about.
 */
async function readSecond(port: LogPort, second: number): Promise<readonly LogEntry[]> {
	let known = new Map<string, readonly LogEntry[]>();
	let before: string | undefined;
	for (const part of FIRST_PAGES) {
		const pages = await pagesOfSecond(port, second, Math.ceil(port.pageSize * part));
		const entries = pages.flat();
		for (const page of pages) known = withProven(known, page);
		const proven = [...known.values()].flat();
		if (proven.length === entries.length) return proven;
		const order = entries.map(({ key }) => key).join();
		if (order === before) return entries;
		before = order;
		// Some are not there any more, or look different by now.
		if (proven.length > entries.length) known = new Map();
	}
	throw new LibraryError('busy', `The log kept changing in the second ${second} while it was read`, {
		hint: 'The next poll reads it again',
	});
}

/** Of each entry as many as the page shows, where these are more than known. */
function withProven(
	known: ReadonlyMap<string, readonly LogEntry[]>,
	page: readonly LogEntry[],
): Map<string, readonly LogEntry[]> {
	const shown = new Map<string, LogEntry[]>();
	for (const entry of page) addTo(shown, entry.key, entry);
	const isMore = ([key, { length }]: readonly [string, LogEntry[]]): boolean =>
		length > (known.get(key)?.length ?? 0);
	return new Map([...known, ...[...shown].filter(isMore)]);
}

/** The pages of a second, of which the first one has `size` entries. */
async function pagesOfSecond(port: LogPort, second: number, size: number): Promise<Array<readonly LogEntry[]>> {
	const pages: Array<readonly LogEntry[]> = [];
	for (let start = 0; pages.length < MAX_PAGES;) {
		const part = start === 0 && size < port.pageSize ? { size } : {};
		const { entries, total } = await port.page({ from: second, before: second + 1, start, ...part });
		if (entries.some((entry) => entry.second !== second)) throw notInOrder();
		pages.push(entries);
		start += entries.length;
		if (entries.length === 0 || total === start) return pages;
	}
	throw notInOrder();
}

/**
 * The state before the first read of a log from now on: before the overlap (seconds) of the newest entry, from where it
 * is read without reporting, so that no clock has to agree with the service's. Throws what the port throws.
 */
export async function startLog(port: LogPort, overlap: number): Promise<LogState> {
	const { entries, at } = await port.page({ from: 0, start: 0, size: 1, newestFirst: true });
	const newest = Math.min(at, Math.max(0, ...entries.map(({ second }) => second)));
	return { ...stateFrom(newest, []), floor: Math.max(0, newest - overlap) };
}

/* Which entries of a log are new, and the state of the log after them. */

/** Most keys that are kept of one log: 45 to 120 kB, depending on how many are in one second. */
const MAX_KEYS = 5_000;
const MAX_KEYS_OF_ALL = 20_000;

/**
 * Takes what is new of seconds that were read whole. Entries have no ID, so they are counted: of one second, as many of
 * the same act of a person on a file are new as there are more than before. When `limit` are reported, the rest stays
 * new for the next time; `all` says whether there is none.
 */
export function acceptEntries(
	state: LogState,
	entries: readonly LogEntry[],
	{ limit, at, accept }: { limit: number; accept: (entry: LogEntry) => boolean } & Pick<LogPage, 'at'>,
): { readonly state: LogState; readonly reported: readonly LogEntry[]; readonly all: boolean } {
	const memory: Record<number, string> = { ...state.memory };
	const reported: LogEntry[] = [];
	let { cursor } = state;
	let all = true;
	for (const entry of newEntries(state, entries)) {
		if (includesCode(state.watched, entry.code) && accept(entry)) {
			all = reported.length < limit;
			if (!all) break;
			reported.push(entry);
		}
		memory[entry.second] = (memory[entry.second] ?? '') + entry.key;
		// Behind an entry that is dated ahead follows what happens until then.
		cursor = Math.max(cursor, Math.min(entry.second, at));
	}
	return { state: pruned({ ...state, cursor, memory }), reported, all };
}

function* newEntries({ memory, floor }: LogState, entries: readonly LogEntry[]): Generator<LogEntry> {
	const seconds = new Map<number, LogEntry[]>();
	for (const entry of entries) if (entry.second >= floor) addTo(seconds, entry.second, entry);
	for (const [second, all] of [...seconds].sort(([a], [b]) => a - b))
		yield* newOfSecond(partsOf(memory[second] ?? '', KEY_LENGTH), all);
}

/** The new entries of one second: as many as counting says, the last ones of those that look new. */
function newOfSecond(before: readonly string[], entries: readonly LogEntry[]): LogEntry[] {
	const looks = counted(before);
	const free = counted(before.map(whatOf));
	const missing = new Map<string, number>();
	for (const { key } of entries) {
		const what = whatOf(key);
		if (!takeOne(free, what)) missing.set(what, (missing.get(what) ?? 0) + 1);
	}
	const unknown = entries.filter(({ key }) => !takeOne(looks, key));
	return unknown
		.reverse()
		.filter(({ key }) => takeOne(missing, whatOf(key)))
		.reverse();
}

function counted(values: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}

function takeOne(counts: Map<string, number>, value: string): boolean {
	const left = counts.get(value) ?? 0;
	if (left > 0) counts.set(value, left - 1);
	return left > 0;
}

const countOf = ({ memory }: LogState): number =>
	Object.values(memory).reduce((sum, keys) => sum + keys.length / KEY_LENGTH, 0);

/** What is kept of all logs: where it is too much, the busiest ones share what the others leave. */
export function prunedTogether(logs: Readonly<Record<string, LogState>>): Record<string, LogState> {
	const counts = Object.values(logs).map(countOf);
	let [left, share] = [MAX_KEYS_OF_ALL, MAX_KEYS];
	for (const [at, count] of counts.sort((a, b) => a - b).entries()) {
		share = Math.min(MAX_KEYS, Math.floor(left / (counts.length - at)));
		if (count > share) break;
		left -= count;
	}
	return Object.fromEntries(Object.entries(logs).map(([name, state]) => [name, pruned(state, share)]));
}

/** Forgets the oldest seconds when there are too many entries; `floor` follows. That of the cursor may not be over. */
function pruned(state: LogState, most = MAX_KEYS): LogState {
	let count = countOf(state);
	if (count <= most) return state;
	const memory: Record<number, string> = { ...state.memory };
	let { floor } = state;
	const seconds = Object.keys(memory).map(Number);
	for (const second of seconds.sort((a, b) => a - b)) {
		if (second >= state.cursor || count <= most) break;
		count -= (memory[second] ?? '').length / KEY_LENGTH;
		delete memory[second];
		floor = second + 1;
	}
	return { ...state, floor, memory };
}
