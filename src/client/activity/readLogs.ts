import { isLibraryError, type LibraryError } from '../../protocol/wire/libraryError';
import type { LogEntry } from './logEntry';
import type { LogPort } from './port';
import { readStep, startLog } from './readLog';
import { windowStart, type LogState } from './state';
import { takeEntries } from './takeEntries';

/** One of the logs that are watched. */
export interface WatchedLog {
	/** What tells it from the others, in the saved state too. */
	readonly name: string;
	readonly port: LogPort;
	/** The codes that are asked for, see `codesOf`. */
	readonly codes: readonly string[];
	readonly accept: (entry: LogEntry) => boolean;
	/** How far it was read; undefined where reading begins with what happens from now on. */
	readonly state: LogState | undefined;
}

/** How to read the logs. */
export interface ReadLogsOptions {
	/** How far before the latest entry (seconds) each log is read again, for entries that become visible late. */
	readonly overlap: number;
	/** Most entries to report. */
	readonly limit: number;
	/** Whether the time for reading is used up; asked before each request. */
	readonly expired: () => boolean;
}

/** What was read. The states belong to the entries: who loses one of them starts from the old states again. */
export interface LogsRead {
	/** By the name of the log; without those that were not begun. */
	readonly states: ReadonlyMap<string, LogState>;
	/** In the order of their times. */
	readonly found: ReadonlyArray<{ readonly log: string; readonly entry: LogEntry }>;
	/** Why a log could not be read, by its name. */
	readonly failures: ReadonlyMap<string, LibraryError>;
	/** The logs that are not read to their ends, those that waited longest first. */
	readonly unfinished: readonly string[];
}

/** Logs that are read at the same time. */
const PARALLEL_LOGS = 8;

/** A log on its way: where its next piece begins; undefined before the first one. */
interface Reading {
	readonly log: WatchedLog;
	readonly state: LogState | undefined;
	readonly next?: number;
}

/**
 * Reads what is new in several logs, a piece of each in turn, so that a long one does not keep the others waiting. A
 * log that fails does not stop the others; what was read of it before counts. Each entry is reported once, see
 * `takeEntries`; a log without a state is read to its end without reporting. Throws only what isn't a LibraryError.
 */
export async function readLogs(logs: readonly WatchedLog[], options: ReadLogsOptions): Promise<LogsRead> {
	const queue: Reading[] = logs.map((log) => ({ log, state: log.state }));
	const states = new Map<string, LogState>();
	const found: Array<{ log: string; entry: LogEntry }> = [];
	const failures = new Map<string, LibraryError>();
	const isOver = (): boolean => found.length >= options.limit || options.expired();
	const worker = async (): Promise<void> => {
		for (let reading = queue.shift(); reading; reading = queue.shift()) {
			const { log } = reading;
			if (isOver()) return void queue.unshift(reading);
			try {
				const read = await readPiece(reading);
				const taken = take(read, { ...options, limit: options.limit - found.length });
				states.set(log.name, taken.state);
				for (const entry of taken.reported) found.push({ log: log.name, entry });
				if (taken.next !== undefined) queue.push({ log, state: taken.state, next: taken.next });
			} catch (cause) {
				if (!isLibraryError(cause)) throw cause;
				failures.set(log.name, cause);
			}
		}
	};
	await Promise.all(Array.from({ length: PARALLEL_LOGS }, worker));
	const place = new Map(logs.map(({ name }, at) => [name, at]));
	const placeOf = ({ log }: { log: string }): number => place.get(log) ?? 0;
	found.sort((a, b) => a.entry.second - b.entry.second || placeOf(a) - placeOf(b));
	return { states, found, failures, unfinished: queue.map(({ log }) => log.name) };

	async function readPiece(reading: Reading): Promise<PieceRead> {
		const state = reading.state ?? (await startLog(reading.log.port, options.overlap));
		const from = reading.next ?? windowStart(state, options.overlap);
		return { ...(await readStep(reading.log.port, from)), log: reading.log, state, from };
	}
}

interface PieceRead {
	readonly log: WatchedLog;
	readonly state: LogState;
	readonly from: number;
	readonly entries: readonly LogEntry[];
	readonly next?: number;
}

/** The state after a piece, what it reports, and where the log goes on: at the same place where the limit cut it. */
function take(
	{ log, state, from, entries, next }: PieceRead,
	{ overlap, limit }: { readonly overlap: number; readonly limit: number },
): { state: LogState; reported: readonly LogEntry[]; next?: number | undefined } {
	const taken = takeEntries(state, entries, { overlap, limit, accept: log.accept });
	if (!taken.all) return { ...taken, next: from };
	if (next !== undefined) return { ...taken, next };
	return { ...taken, state: { ...taken.state, watched: log.codes } };
}
