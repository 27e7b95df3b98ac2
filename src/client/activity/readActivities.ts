import type { ActivityState } from './activityState';
import { failuresAfter } from './failures';
import { type ActivityStart, logsToRead, nextState } from './logStates';
import { type FailedLog, type LogsRead, readLogs, type ReadLogsOptions, type WatchedLog } from './readLogs';

/** What a poll found, and the state after it. They belong together, as in `LogsRead`. */
export interface ActivitiesRead<L extends WatchedLog> {
	readonly state: ActivityState;
	readonly found: LogsRead<L>['found'];
	/** Logs that cannot be read, each reported once until it can be. */
	readonly unreadable: ReadonlyArray<FailedLog<L>>;
}

/**
 * Reads what happened since `saved` in the logs that there are now. A log that cannot be read does not stop the others,
 * and is continued from where it was once it can be. Throws its failure only where nothing could be read at all; then
 * the next poll starts from `saved` again.
 */
export async function readActivities<L extends WatchedLog>(
	logs: readonly L[],
	saved: ActivityState | undefined,
	options: ActivityStart & ReadLogsOptions,
): Promise<ActivitiesRead<L>> {
	const reading = logsToRead(logs, saved, options);
	const read = await readLogs(reading, options);
	const [failure] = read.failed;
	if (failure && read.states.size === 0) throw failure.error;
	const { failures, unreadable } = failuresAfter(saved, read);
	return { state: { ...nextState(saved, reading, read, options.scope), failures }, found: read.found, unreadable };
}
