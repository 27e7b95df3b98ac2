import { defined, isJsonObject, type JsonObject, secondsOf, textOf } from '../../../protocol/wire/json';
import {
	AHEAD_TOLERANCE,
	hasShape,
	isText,
	isTextOf,
	isWhole,
	oneOf,
	optional,
	shortDigest,
	type Shape,
} from '../../../protocol/wire/shape';
import { type LogKind, ANY_CODE } from '../../../protocol/catalogue/activityEvent';
import { LibraryError } from '../../../protocol/wire/libraryError';
import { listLibraryLog, listManagementLog } from '../../../protocol/catalogue/enterpriseLog';
import type { ListRequest } from '../../../protocol/operation/define';
import { listIn } from '../../../client/paging/offsetPages';
import { callDated, type Caller } from '../../../client/service/call';

/** How far a log was read, in rounds: each begins before the latest entry, for late ones, and ends with the log. */
export interface LogState {
	/** The latest second of an entry that was taken, Unix seconds; 0 before the first one. Never in the future. */
	readonly cursor: number;
	/** Where a round begins: `memory` has every entry taken from here on; what is earlier is never looked at again. */
	readonly floor: number;
	/** The keys of the entries that were taken, one after the other, by their second. */
	readonly memory: Readonly<Record<number, string>>;
	/** The codes of which all of the log was taken. Others were not asked for yet: they are taken without a report. */
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
 * The round to go on with: the one under way, unless it read other codes, or a new one. What becomes visible behind the
 * reader during a round is not older by more than the overlap (seconds) than what was there when it began: there the
 * following one begins.
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

/** In how many polls in a row a log could not be read, and whether that was reported. */
interface LogFailure {
	readonly polls: number;
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
const scopes = oneOf('all', 'chosen', 'none');

const fieldsThatAre = <T>(value: unknown, shape: Shape): Record<string, T> =>
	Object.fromEntries(
		Object.entries(isJsonObject(value) ? value : {}).filter((field): field is [string, T] =>
			hasShape(field[1], shape),
		),
	);

/** The state in what was saved; undefined for anything else. A log whose part of it is broken is read from now on. */
export function activityStateIn(saved: unknown): ActivityState | undefined {
	const { scope, logs: all, starting, failures, first } = isJsonObject(saved) ? saved : {};
	if (!hasShape<Scope>(scope, scopes) || !isJsonObject(all)) return undefined;
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

/** An entry of a log. */
export interface LogEntry {
	/** When it happened, Unix seconds: the logs know no smaller unit. */
	readonly second: number;
	/** What happened: the act of a library log, the type of the management log. */
	readonly code: string;
	/** What tells it from others of its second, see `keyOf`; equal for two that cannot be told apart. */
	readonly key: string;
	/** As the service sent them. */
	readonly fields: JsonObject;
	/** Its time had not come yet when the service showed it. */
	readonly isAhead?: true;
}

/** Characters of a key and its parts: 30 and 24 bits are plenty within one second. */
const [WHAT_LENGTH, LOOK_LENGTH] = [5, 4];
export const KEY_LENGTH = WHAT_LENGTH + LOOK_LENGTH;

const digest = (values: readonly unknown[], length: number): string =>
	shortDigest(JSON.stringify(values.map(textOf)), length);

/**
 * What an entry is, who did what to which entry, which never changes; and how it looks, with names and paths, which the
 * service may fill in as they are when the log is read.
 */
function keyOf(log: LogKind, fields: JsonObject): string {
	if (log === 'management')
		return digest([fields.type], WHAT_LENGTH) + digest([fields.admin, fields.content, fields.ip], LOOK_LENGTH);
	const { act, hash, member_id: member, fullpath, filehash, filesize, display_name: name } = fields;
	return digest([act, hash, member], WHAT_LENGTH) + digest([fullpath, filehash, filesize, name], LOOK_LENGTH);
}

/** The part of a key that never changes. */
export const whatOf = (key: string): string => key.slice(0, WHAT_LENGTH);

/** Reads an entry that the service showed `at` this second. Throws LibraryError protocol for one without a time. */
export function readEntry(log: LogKind, fields: JsonObject, at = Infinity): LogEntry {
	const second = secondsOf(fields.dateline);
	if (second === undefined)
		throw new LibraryError('protocol', 'The log contains an entry without a time', {
			hint: 'Report this to the operator of the service',
		});
	const code = textOf(log === 'library' ? fields.act : fields.type);
	const ahead = second > at + AHEAD_TOLERANCE ? ({ isAhead: true } as const) : {};
	return { second: Math.floor(second), code, key: keyOf(log, fields), fields, ...ahead };
}

/** Which part of a log to show. Times are Unix seconds. */
export interface LogQuery {
	/** The first second. */
	readonly from: number;
	/** The first second that is not wanted any more. */
	readonly before?: number;
	/** How many entries to leave out at the beginning. */
	readonly start: number;
	/** Oldest first when absent. */
	readonly newestFirst?: true;
	/** Most entries to show; a whole page when absent. */
	readonly size?: number;
}

/** A part of a log, all of it from the same moment. */
export interface LogPage {
	readonly entries: readonly LogEntry[];
	/** How many entries the part has, as the service counts them; undefined where it does not say. */
	readonly total: number | undefined;
	/** What the clock of the service showed, Unix seconds; Infinity where it does not say. */
	readonly at: number;
}

/** One log, as its readers need it. Throws LibraryError. */
export interface LogPort {
	readonly pageSize: number;
	page(query: LogQuery): Promise<LogPage>;
}

/** Most entries of an answer of both logs (document). */
const PAGE_SIZE = 1_000;

/** The log of a library, named by `params`; only the acts with these codes, which may be `*`. */
export function libraryLog(caller: Caller, params: Record<string, string>, codes: readonly string[]): LogPort {
	const acts: Record<string, string> = codes.includes(ANY_CODE) ? {} : { act: codes.join(',') };
	return logPort(caller, 'library', listLibraryLog, { ...params, ...acts });
}

/** The management log. The service takes one type or none (I08): for several the reader gets all. */
export function managementLog(caller: Caller, codes: readonly string[]): LogPort {
	const [only = ANY_CODE, ...others] = codes;
	const type: Record<string, string> = only === ANY_CODE || others.length > 0 ? {} : { type: only };
	return logPort(caller, 'management', listManagementLog, type);
}

const logPort = (caller: Caller, log: LogKind, op: ListRequest<object>, params: Record<string, string>): LogPort => ({
	pageSize: PAGE_SIZE,
	async page({ from, before, start, size = PAGE_SIZE, newestFirst }) {
		const range = defined({
			orderby: newestFirst ? 'desc' : 'asc',
			start_dateline: from > 0 ? String(from) : undefined,
			end_dateline: before === undefined ? undefined : String(before),
			start: String(start),
			size: String(size),
		});
		const { answer, at } = await callDated(caller, op, { ...params, ...range });
		const { entries, count } = listIn(op, answer);
		return { entries: entries.map((entry) => readEntry(log, { ...entry }, at)), total: count, at };
	},
});
