import type { ActivityState, LogFailure } from './activityState';
import type { FailedLog, LogsRead, WatchedLog } from './readLogs';

/** Polls in a row after which a failure that may pass is reported; any other one is at once. */
const TELL_AFTER = 3;

/** What is remembered of the failures of a poll, and those to report. */
export interface FailuresAfter<L extends WatchedLog> {
	readonly failures: Readonly<Record<string, LogFailure>>;
	readonly unreadable: ReadonlyArray<FailedLog<L>>;
}

/** Counts the failures of each log. A log is reported once, until it could be read again. */
export function failuresAfter<L extends WatchedLog>(
	saved: ActivityState | undefined,
	{ states, failed }: LogsRead<L>,
): FailuresAfter<L> {
	// A log that was not reached has not been read again.
	const failures = Object.fromEntries(Object.entries(saved?.failures ?? {}).filter(([name]) => !states.has(name)));
	const unreadable: Array<FailedLog<L>> = [];
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
