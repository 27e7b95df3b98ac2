import { defined } from '../../../protocol/wire/json';
import {
	type ActivityState,
	type Scope,
	type LogState,
	stateFrom,
	afterRound,
	roundOf,
	type LogEntry,
	type LogPort,
} from './state';
import type { LogKind } from '../../../protocol/catalogue/activityEvent';
import type { ActivityLibrary } from '../../../protocol/catalogue/simplifyEnterprise';
import { isLibraryError, type LibraryError, rethrown } from '../../../protocol/wire/libraryError';
import { acceptEntries, prunedTogether, readStep, startLog } from './readLog';

/**
 * Reads what happened since `saved` in the logs that there are now; entries and state belong together. A log that
 * cannot be read is `unreadable` once until it can be, and stops no other one. Throws its failure only where nothing
 * could be read at all; then the next poll starts from `saved` again.
 */
export async function readActivities(
	logs: readonly WatchedLog[],
	saved: ActivityState | undefined,
	options: ReadOptions,
) {
	const reading = logsToRead(logs, saved, options);
	const read = await readLogs(reading, options);
	const [failure] = read.failed;
	if (failure && read.states.size === 0) throw failure.error;
	const { failures, unreadable } = failuresAfter(saved, read);
	return { state: { ...nextState(saved, reading, read, options.scope), failures }, found: read.found, unreadable };
}

/** The logs with their states: the one that the last poll did not reach comes first, those that failed come last. */
export function logsToRead(
	logs: readonly WatchedLog[],
	saved: ActivityState | undefined,
	start: ReadStart,
): Array<LogToRead> {
	const isFailing = ({ name }: WatchedLog): boolean => saved?.failures[name] !== undefined;
	const inOrder = [...logs.filter((log) => !isFailing(log)), ...logs.filter(isFailing)];
	const names = inOrder.map(({ name }) => name);
	const begin = Math.max(0, names.indexOf(saved?.first ?? ''));
	const inTurn = [...inOrder.slice(begin), ...inOrder.slice(0, begin)];
	return inTurn.map((log) => ({ log, state: firstState(log, saved, start) }));
}

function firstState(
	{ name, kind, codes }: WatchedLog,
	saved: ActivityState | undefined,
	{ scope, startFrom, overlap }: ReadStart,
): LogState | undefined {
	const before = saved?.logs[name];
	if (before) return before;
	if (startFrom === 'beginning') return stateFrom(0, codes);
	const isNewLibrary = kind === 'library' && saved?.scope === 'all' && scope === 'all';
	if (!isNewLibrary || saved.starting.includes(name)) return undefined;
	// A library that was created since the last poll: all of its log is new, and no older than what was read then, so
	// that nothing is taken from the past of one that was only out of sight.
	const latest = Math.max(0, ...Object.values(saved.logs).map(({ cursor }) => cursor));
	return stateFrom(Math.max(0, latest - overlap), codes);
}

/** The state after a poll. Logs of libraries that are not listed at the moment keep theirs. */
export function nextState(
	saved: ActivityState | undefined,
	reading: ReadonlyArray<LogToRead>,
	{ states, unfinished }: Pick<LogsRead, 'states' | 'unfinished'>,
	scope: Scope,
): Omit<ActivityState, 'failures'> {
	const read = new Set(reading.map(({ log }) => log.name));
	const unlisted = scope === 'all' && saved?.scope === 'all' ? Object.entries(saved.logs) : [];
	const logs = Object.fromEntries(unlisted.filter(([name]) => !read.has(name) && name !== MANAGEMENT));
	const starting: string[] = [];
	for (const { log, state } of reading) {
		const next = states.get(log.name) ?? state;
		if (next) logs[log.name] = next;
		else starting.push(log.name);
	}
	return defined({ scope, logs: prunedTogether(logs), starting, first: unfinished[0] });
}

/** The name of the management log; the others are named by their libraries. */
export const MANAGEMENT = 'management';

/** Polls in a row after which a failure that may pass is reported; any other one is at once. */
const TELL_AFTER = 3;

/** Counts the failures of each log, and returns those to report: a log once, until it could be read again. */
export function failuresAfter(
	saved: ActivityState | undefined,
	{ states, failed }: LogsRead,
): Pick<ActivityState, 'failures'> & { readonly unreadable: ReadonlyArray<FailedLog> } {
	// A log that was not reached has not been read again.
	const failures = Object.fromEntries(Object.entries(saved?.failures ?? {}).filter(([name]) => !states.has(name)));
	const unreadable: Array<FailedLog> = [];
	for (const { log, error } of failed) {
		const { name } = log;
		const before = saved?.failures[name] ?? { polls: 0, told: false };
		const polls = before.polls + 1;
		const tells = !before.told && (!error.retryable || polls >= TELL_AFTER);
		if (tells) unreadable.push({ log, error });
		failures[name] = { polls, told: before.told || tells };
	}
	return { failures, unreadable };
}

/** One of the logs that are watched, with a name of its own. */
export interface WatchedLog {
	readonly name: string;
	readonly kind: LogKind;
	/** Its library; empty for the management log. */
	readonly library: ActivityLibrary;
	readonly port: LogPort;
	/** The codes that are asked for, see `codesOf`. */
	readonly codes: readonly string[];
	readonly accept: (entry: LogEntry) => boolean;
}

/** How far a log was read; undefined where reading begins with what happens from now on. */
export interface LogToRead {
	readonly log: WatchedLog;
	readonly state: LogState | undefined;
}

type ReadStart = Pick<ReadOptions, 'scope' | 'startFrom' | 'overlap'>;

interface ReadOptions {
	readonly scope: Scope;
	readonly startFrom: 'now' | 'beginning';
	/** How far before the latest entry (seconds) each log is read again, for entries that become visible late. */
	readonly overlap: number;
	readonly limit: number;
	/** Whether the time for reading is used up; asked before each request. */
	readonly expired: () => boolean;
}

interface FailedLog {
	readonly log: WatchedLog;
	readonly error: LibraryError;
}

type LogsRead = Awaited<ReturnType<typeof readLogs>>;

const PARALLEL_LOGS = 8;

/**
 * Reads what is new in several logs, a piece of each in turn, so that a long one does not keep the others waiting; a
 * log without a state to its end without reporting. A log that fails stops no other one, and what was read of it before
 * counts. Throws only what isn't a LibraryError.
 */
async function readLogs(logs: ReadonlyArray<LogToRead>, options: ReadOptions) {
	const { overlap, expired } = options;
	const queue = [...logs];
	const states = new Map<string, LogState>();
	const found: Array<{ readonly log: WatchedLog; readonly entry: LogEntry }> = [];
	const failed: Array<FailedLog> = [];
	let begun = 0;
	// One piece is always read: otherwise a slow list of libraries could keep the reader from ever beginning.
	const isReadingOver = (): boolean => found.length >= options.limit || (begun > 0 && expired());
	const readInTurn = async (): Promise<void> => {
		for (let reading = queue.shift(); reading; reading = queue.shift()) {
			if (isReadingOver()) return void queue.unshift(reading);
			begun++;
			const { log } = reading;
			try {
				const begunAt = reading.state ?? (await startLog(log.port, overlap));
				const round = roundOf(begunAt, log.codes, overlap);
				const { entries, at, next } = await readStep(log.port, round.next);
				// The limit is that of this moment: others have gone on while this one was waiting.
				const taking = { limit: options.limit - found.length, at, accept: log.accept };
				const { all, reported, state: taken } = acceptEntries(begunAt, entries, taking);
				// Where the limit cut it, the round goes on at the same place.
				const further = { ...taken, round: { ...round, next: (all ? next : undefined) ?? round.next } };
				const state: LogState = all && next === undefined ? afterRound(taken, round) : further;
				states.set(log.name, state);
				for (const entry of reported) found.push({ log, entry });
				if (state.round) queue.push({ log, state });
			} catch (cause) {
				if (!isLibraryError(cause)) throw rethrown(cause);
				failed.push({ log, error: cause });
			}
		}
	};
	await Promise.all(Array.from({ length: PARALLEL_LOGS }, readInTurn));
	const place = new Map(logs.map(({ log }, at) => [log.name, at]));
	const placeOf = ({ log }: { readonly log: WatchedLog }): number => place.get(log.name) ?? 0;
	found.sort((a, b) => a.entry.second - b.entry.second || placeOf(a) - placeOf(b));
	return {
		/** By the name of the log; without those not begun. Who loses one of them starts from the old states again. */
		states,
		/** In the order of their times. */
		found,
		failed,
		/** The logs that are not read to their ends, the one that waited longest first. */
		unfinished: queue.map(({ log }) => log.name),
	};
}
