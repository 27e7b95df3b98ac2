import type { LogsRead, WatchedLog } from '../../client/activity/readLogs';
import { type LogState, stateFrom } from '../../client/activity/state';
import { defined } from '../../protocol/wire/json';
import type { ActivitySettings } from './settings';
import type { ActivityState, Scope } from './staticData';
import type { NamedLog } from './watchedLogs';

/** Which libraries the settings watch. */
export const scopeOf = ({ filter, libraries }: ActivitySettings): Scope =>
	filter.codes.library.length === 0 ? 'none' : libraries.length === 0 ? 'all' : 'chosen';

/** The logs with their states, in the order in which they are read. */
export function logsToRead(
	settings: ActivitySettings,
	logs: readonly NamedLog[],
	saved: ActivityState | undefined,
): WatchedLog[] {
	const begin = Math.max(
		0,
		logs.findIndex(({ name }) => name === saved?.first),
	);
	const isFailing = ({ name }: NamedLog): number => Number(saved?.failures.has(name) ?? false);
	return [...logs.slice(begin), ...logs.slice(0, begin)]
		.sort((a, b) => isFailing(a) - isFailing(b))
		.map((log) => ({ ...log, state: firstState(settings, log, saved) }));
}

/** How far a log was read; undefined where reading begins with what happens from now on. */
function firstState(
	settings: ActivitySettings,
	{ name, log, codes }: NamedLog,
	saved: ActivityState | undefined,
): LogState | undefined {
	const { startFrom, overlap } = settings;
	const known = saved?.logs.get(name);
	if (known) return known;
	if (startFrom === 'beginning') return stateFrom(0, codes);
	const isNewLibrary = log === 'library' && saved?.scope === 'all' && scopeOf(settings) === 'all';
	if (!saved || !isNewLibrary || saved.starting.includes(name)) return undefined;
	// A library that was created since the last poll: all of its log is new. It is no older than what was read at that
	// poll, so that nothing is taken from the past of a library that was only out of sight.
	const latest = Math.max(0, ...[...saved.logs.values()].map(({ cursor }) => cursor));
	return stateFrom(Math.max(0, latest - overlap), codes);
}

/** The state after a poll. Logs of libraries that are not listed at the moment keep theirs. */
export function nextState(
	{ source, saved, settings }: { source: string; saved: ActivityState | undefined; settings: ActivitySettings },
	reading: readonly WatchedLog[],
	{ states, unfinished }: LogsRead,
): Omit<ActivityState, 'failures'> {
	const scope = scopeOf(settings);
	const logs = new Map<string, LogState>();
	const unlisted = scope === 'all' && saved?.scope === 'all' ? saved.logs : [];
	for (const [name, state] of unlisted) if (name !== 'management') logs.set(name, state);
	const starting: string[] = [];
	for (const { name, state } of reading) {
		const next = states.get(name) ?? state;
		if (next) logs.set(name, next);
		else starting.push(name);
	}
	return defined({ source, scope, logs, starting, first: unfinished[0] });
}
