import { defined, isJsonObject } from '../../../protocol/wire/json';
import { hasShape, isText, isTextOf, isWhole, oneOf, optional, type Shape } from '../../../protocol/wire/shape';
import { KEY_LENGTH } from './log';

/**
 * How far one log was read. It is read in rounds: each begins before the latest entry, because entries may become
 * visible late, and ends at the end of the log.
 */
export interface LogState {
	/** The latest second of an entry that was taken, Unix seconds; 0 before the first one. Never in the future. */
	readonly cursor: number;
	/** Where a round begins: `memory` has every entry taken from here on; what is earlier is never looked at again. */
	readonly floor: number;
	/** The keys of the entries that were taken, one after the other, by their second. */
	readonly memory: Readonly<Record<number, string>>;
	/**
	 * The codes of which everything up to the end of the log was taken. Entries of other codes were there before anyone
	 * asked for them: they are taken without being reported.
	 */
	readonly watched: readonly string[];
	/** The round that the last poll did not finish. */
	readonly round?: Round;
}

/** A round that is under way. */
export interface Round {
	/** The second from which it goes on. */
	readonly next: number;
	/** Where the one after it begins. */
	readonly following: number;
	/** The codes that it reads. */
	readonly codes: readonly string[];
}

/** The state for which every entry from a second on is new. */
export const stateFrom = (second: number, watched: readonly string[]): LogState => ({
	cursor: second,
	floor: second,
	memory: {},
	watched,
});

/**
 * The round to go on with: the one under way, unless it read other codes, or a new one. An entry that becomes visible
 * behind the reader, during this round, is not older by more than the overlap (seconds) than what was there when the
 * round began. So that is where the following one begins, however far this one gets.
 */
export function roundOf({ cursor, floor, round }: LogState, codes: readonly string[], overlap: number): Round {
	if (round && round.codes.join() === codes.join()) return round;
	return { next: floor, following: Math.max(floor, cursor - overlap), codes };
}

/** The state at the end of a round: what lies before the following one is forgotten. */
export function afterRound({ round: _ended, ...state }: LogState, { following, codes }: Round): LogState {
	const floor = Math.max(state.floor, following);
	const kept = Object.entries(state.memory).filter(([second]) => Number(second) >= floor);
	return { ...state, floor, memory: Object.fromEntries(kept), watched: codes };
}

/** That a log could not be read at the last polls. */
interface LogFailure {
	/** How many polls in a row. */
	readonly polls: number;
	/** Whether it was reported. */
	readonly told: boolean;
}

/** Which libraries are watched: all of the enterprise, those that were chosen, or none. */
export type Scope = 'all' | 'chosen' | 'none';

/** How far all logs were read, by `WatchedLog.name`. Plain JSON, which is saved between polls as it is. */
export interface ActivityState {
	readonly scope: Scope;
	readonly logs: Readonly<Record<string, LogState>>;
	/** Logs that are to be read from now on, and have not been begun yet. */
	readonly starting: readonly string[];
	readonly failures: Readonly<Record<string, LogFailure>>;
	/** The log to begin with, because the time of the last poll was used up before it. */
	readonly first?: string;
}

/* What a workflow has saved. */

const codes: Shape = [isText];
const logState: Shape = {
	cursor: isWhole,
	floor: isWhole,
	memory: (value) =>
		isJsonObject(value) &&
		Object.entries(value).every(
			([second, keys]) => isWhole(Number(second)) && hasShape(keys, isTextOf(KEY_LENGTH)),
		),
	watched: codes,
	round: optional({ next: isWhole, following: isWhole, codes }),
};
const failure: Shape = { polls: isWhole, told: oneOf(true, false) };
const isScope = (value: unknown): value is Scope => hasShape(value, oneOf('all', 'chosen', 'none'));

/** The fields of an object that are what they should be. */
const fieldsThatAre = <T>(value: unknown, shape: Shape): Record<string, T> =>
	Object.fromEntries(
		Object.entries(isJsonObject(value) ? value : {}).filter((field): field is [string, T] =>
			hasShape(field[1], shape),
		),
	);

/** The state in what was saved; undefined for anything else. A log whose part of it is broken is read from now on. */
export function activityStateIn(saved: unknown): ActivityState | undefined {
	if (!isJsonObject(saved) || !isScope(saved.scope) || !isJsonObject(saved.logs)) return undefined;
	const { scope, logs: all, starting, failures, first } = saved;
	const logs = fieldsThatAre<LogState>(all, logState);
	const broken = Object.keys(all).filter((name) => !Object.hasOwn(logs, name));
	return defined({
		scope,
		logs,
		starting: [...(Array.isArray(starting) ? starting.filter(isText) : []), ...broken],
		failures: fieldsThatAre<LogFailure>(failures, failure),
		first: isText(first) ? first : undefined,
	});
}
