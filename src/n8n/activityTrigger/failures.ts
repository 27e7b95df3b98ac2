import type { LogsRead } from '../../client/activity/readLogs';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { pollTimeout } from '../context/polls';
import type { ActivityState, LogFailure } from './staticData';

/** Polls in a row after which a failure that may pass is reported in an item; any other one is at once. */
const TELL_AFTER = 3;

/** What is remembered of the failures of a poll, and those that an item has to tell. */
export interface FailuresAfter {
	readonly next: ReadonlyMap<string, LogFailure>;
	readonly told: ReadonlyArray<{ readonly name: string; readonly error: LibraryError }>;
}

/** A failure in words: a request that was ended with the poll did not fail by itself. */
export const failureOf = (error: LibraryError, budgetMs: number): LibraryError =>
	error.kind === 'aborted' ? pollTimeout(budgetMs, error) : error;

/** Counts the failures of each log. A log is reported once, until it could be read again. */
export function failuresAfter(saved: ActivityState | undefined, read: LogsRead, budgetMs: number): FailuresAfter {
	const next = new Map<string, LogFailure>();
	const told: Array<{ name: string; error: LibraryError }> = [];
	// A log that was not reached has not been read again.
	for (const [name, failure] of saved?.failures ?? []) if (!read.states.has(name)) next.set(name, failure);
	for (const [name, cause] of read.failures) {
		const error = failureOf(cause, budgetMs);
		const before = saved?.failures.get(name) ?? { polls: 0, told: false };
		const polls = before.polls + 1;
		const tells = !before.told && (!error.retryable || polls >= TELL_AFTER);
		if (tells) told.push({ name, error });
		next.set(name, { polls, told: before.told || tells });
	}
	return { next, told };
}
