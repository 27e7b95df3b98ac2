import { defined } from '../../../protocol/wire/json';
import { type ActivityState, type Scope, type LogState, stateFrom } from './state';
import {
	type FailedLog,
	type LogsRead,
	readLogs,
	type ReadLogsOptions,
	type WatchedLog,
	type LogToRead,
} from './readLogs';

/** What a poll found, and the state after it. They belong together, as in `LogsRead`. */
interface ActivitiesRead<L extends WatchedLog> {
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

/** Where reading begins. */
interface ActivityStart {
	readonly scope: Scope;
	readonly startFrom: 'now' | 'beginning';
	/** Seconds that are read again. */
	readonly overlap: number;
}

/**
 * The logs with their states, in the order in which they are read: those that failed come after all others, and the one
 * that the last poll did not reach comes first, so that each has its turn.
 */
export function logsToRead<L extends WatchedLog>(
	logs: readonly L[],
	saved: ActivityState | undefined,
	start: ActivityStart,
): Array<LogToRead<L>> {
	const isFailing = ({ name }: L): boolean => saved?.failures[name] !== undefined;
	const inOrder = [...logs.filter((log) => !isFailing(log)), ...logs.filter(isFailing)];
	const begin = Math.max(
		0,
		inOrder.findIndex(({ name }) => name === saved?.first),
	);
	const inTurn = [...inOrder.slice(begin), ...inOrder.slice(0, begin)];
	return inTurn.map((log) => ({ log, state: firstState(log, saved, start) }));
}

/** How far a log was read; undefined where reading begins with what happens from now on. */
function firstState(
	{ name, kind, codes }: WatchedLog,
	saved: ActivityState | undefined,
	{ scope, startFrom, overlap }: ActivityStart,
): LogState | undefined {
	const before = saved?.logs[name];
	if (before) return before;
	if (startFrom === 'beginning') return stateFrom(0, codes);
	const isNewLibrary = kind === 'library' && saved?.scope === 'all' && scope === 'all';
	if (!isNewLibrary || saved.starting.includes(name)) return undefined;
	// A library that was created since the last poll: all of its log is new. It is no older than what was read at that
	// poll, so that nothing is taken from the past of a library that was only out of sight.
	const latest = Math.max(0, ...Object.values(saved.logs).map(({ cursor }) => cursor));
	return stateFrom(Math.max(0, latest - overlap), codes);
}

/** The state after a poll. Logs of libraries that are not listed at the moment keep theirs. */
export function nextState(
	saved: ActivityState | undefined,
	reading: ReadonlyArray<LogToRead<WatchedLog>>,
	{ states, unfinished }: Pick<LogsRead<WatchedLog>, 'states' | 'unfinished'>,
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
	return defined({ scope, logs, starting, first: unfinished[0] });
}

/** The name of the management log; the others are named by their libraries. */
export const MANAGEMENT = 'management';

/** Polls in a row after which a failure that may pass is reported; any other one is at once. */
const TELL_AFTER = 3;

/** Counts the failures of each log, and returns those to report: a log once, until it could be read again. */
export function failuresAfter<L extends WatchedLog>(
	saved: ActivityState | undefined,
	{ states, failed }: LogsRead<L>,
): Pick<ActivitiesRead<L>, 'unreadable'> & Pick<ActivityState, 'failures'> {
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
