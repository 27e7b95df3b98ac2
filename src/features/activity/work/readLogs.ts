import type { LogKind } from '../../../protocol/catalogue/activityEvent';
import { isLibraryError, type LibraryError, rethrown } from '../../../protocol/wire/libraryError';
import type { LogEntry } from './logEntry';
import type { LogPort } from './port';
import { readStep, startLog } from './readLog';
import { afterRound, type LogState, type Round, roundOf } from './state';
import { takeEntries } from './takeEntries';

/** One of the logs that are watched. */
export interface WatchedLog {
	/** What tells it from the others, in the saved state too. */
	readonly name: string;
	readonly kind: LogKind;
	readonly port: LogPort;
	/** The codes that are asked for, see `codesOf`. */
	readonly codes: readonly string[];
	readonly accept: (entry: LogEntry) => boolean;
}

/** How far a log was read; undefined where reading begins with what happens from now on. */
export interface LogToRead<L extends WatchedLog> {
	readonly log: L;
	readonly state: LogState | undefined;
}

/** How to read the logs. */
export interface ReadLogsOptions {
	/** How far before the latest entry (seconds) each log is read again, for entries that become visible late. */
	readonly overlap: number;
	readonly limit: number;
	/** Whether the time for reading is used up; asked before each request. */
	readonly expired: () => boolean;
}

interface FoundEntry<L extends WatchedLog> {
	readonly log: L;
	readonly entry: LogEntry;
}

/** A log that could not be read. */
export interface FailedLog<L extends WatchedLog> {
	readonly log: L;
	readonly error: LibraryError;
}

/** What was read. The states belong to the entries: who loses one of them starts from the old states again. */
export interface LogsRead<L extends WatchedLog> {
	/** By the name of the log; without those that were not begun. */
	readonly states: ReadonlyMap<string, LogState>;
	/** In the order of their times. */
	readonly found: ReadonlyArray<FoundEntry<L>>;
	readonly failed: ReadonlyArray<FailedLog<L>>;
	/** The logs that are not read to their ends, the one that waited longest first. */
	readonly unfinished: readonly string[];
}

const PARALLEL_LOGS = 8;

/**
 * Reads what is new in several logs, a piece of each in turn, so that a long one does not keep the others waiting. A
 * log that fails does not stop the others; what was read of it before counts. Each entry is reported once, see
 * `takeEntries`; a log without a state is read to its end without reporting. Throws only what isn't a LibraryError.
 */
export async function readLogs<L extends WatchedLog>(
	logs: ReadonlyArray<LogToRead<L>>,
	options: ReadLogsOptions,
): Promise<LogsRead<L>> {
	const queue = [...logs];
	const states = new Map<string, LogState>();
	const found: Array<FoundEntry<L>> = [];
	const failed: Array<FailedLog<L>> = [];
	let begun = 0;
	// One piece is always read: otherwise a slow list of libraries could keep the reader from ever beginning.
	const isOver = (): boolean => found.length >= options.limit || (begun > 0 && options.expired());
	const readInTurn = async (): Promise<void> => {
		for (let reading = queue.shift(); reading; reading = queue.shift()) {
			if (isOver()) return void queue.unshift(reading);
			begun++;
			const { log } = reading;
			try {
				const piece = await readPiece(reading, options.overlap);
				// The limit is that of this moment: others have gone on while this one was waiting.
				const { state, reported } = takePiece(piece, options.limit - found.length);
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
	const placeOf = ({ log }: FoundEntry<L>): number => place.get(log.name) ?? 0;
	found.sort((a, b) => a.entry.second - b.entry.second || placeOf(a) - placeOf(b));
	return { states, found, failed, unfinished: queue.map(({ log }) => log.name) };
}

/** Whole seconds of a log, and the round in which they were read. */
interface Piece {
	readonly log: WatchedLog;
	readonly state: LogState;
	readonly round: Round;
	readonly entries: readonly LogEntry[];
	readonly at: number;
	readonly next?: number;
}

async function readPiece({ log, state }: LogToRead<WatchedLog>, overlap: number): Promise<Piece> {
	const begun = state ?? (await startLog(log.port, overlap));
	const round = roundOf(begun, log.codes, overlap);
	return { ...(await readStep(log.port, round.next)), log, state: begun, round };
}

/** The state after a piece, and what it reports. Where the limit cut it, the round goes on at the same place. */
function takePiece(
	{ log, state, round, entries, at, next }: Piece,
	limit: number,
): { state: LogState; reported: readonly LogEntry[] } {
	const { all, reported, state: taken } = takeEntries(state, entries, { limit, at, accept: log.accept });
	if (all && next === undefined) return { state: afterRound(taken, round), reported };
	return { state: { ...taken, round: { ...round, next: all && next !== undefined ? next : round.next } }, reported };
}
