import { includesCode } from '../../../protocol/catalogue/activityEvent';
import { addTo } from '../../../protocol/plan/inSteps';
import { KEY_LENGTH, type LogEntry, whatOf } from './logEntry';
import type { LogPage } from './port';
import type { LogState } from './state';

/* Which entries of a log are new, and the state of the log after them. */

/** Most keys that are kept of one log: about 50 kB. */
const MAX_KEYS = 5_000;

/**
 * Takes what is new of seconds that were read whole, in their order. Entries have no ID, so they are counted: of the
 * entries of one second that are the same act of the same person on the same file, as many are new as there are more
 * than before. When `limit` are reported, the rest stays new for the next time; `all` says whether there is none.
 */
export function takeEntries(
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
	for (const [second, all] of [...seconds].sort(([a], [b]) => a - b)) yield* newOfSecond(keysIn(memory[second]), all);
}

const keysIn = (text = ''): string[] =>
	Array.from({ length: text.length / KEY_LENGTH }, (_, n) => text.slice(n * KEY_LENGTH, (n + 1) * KEY_LENGTH));

/**
 * The new entries of one second. How many there are is a matter of counting; which ones, of how they look. Where names
 * or paths of earlier entries have changed since, the last ones of those that look new are the new ones.
 */
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

/** Takes one away where there is one left. */
function takeOne(counts: Map<string, number>, value: string): boolean {
	const left = counts.get(value) ?? 0;
	if (left > 0) counts.set(value, left - 1);
	return left > 0;
}

/** Forgets the oldest seconds when there are too many entries; `floor` follows. That of the cursor may not be over. */
function pruned(state: LogState): LogState {
	let count = Object.values(state.memory).reduce((sum, keys) => sum + keys.length / KEY_LENGTH, 0);
	if (count <= MAX_KEYS) return state;
	const memory: Record<number, string> = { ...state.memory };
	let { floor } = state;
	const seconds = Object.keys(memory).map(Number);
	for (const second of seconds.sort((a, b) => a - b)) {
		if (second >= state.cursor || count <= MAX_KEYS) break;
		count -= (memory[second] ?? '').length / KEY_LENGTH;
		delete memory[second];
		floor = second + 1;
	}
	return { ...state, floor, memory };
}
