import { createHash } from 'node:crypto';
import { defined, isJsonObject, type JsonObject } from '../../protocol/wire/json';
import type { Account } from '../service/account';
import type { ActivityState, LogFailure, Scope } from './activityState';
import { KEY_LENGTH } from './logEntry';
import type { LogState, Round } from './state';

/** The state of a log as workflows have it saved. */
interface StoredLog {
	readonly cursor: number;
	readonly floor: number;
	/** `known` */
	readonly seen: Readonly<Record<string, string>>;
	/** `watched` */
	readonly codes: readonly string[];
	readonly round?: Round;
}

/**
 * A state as workflows have it saved. Its names never change: an upgraded workflow continues from what an older version
 * saved.
 */
export interface StoredActivity {
	readonly scope: Scope;
	readonly logs: Readonly<Record<string, StoredLog>>;
	readonly starting: readonly string[];
	readonly failures: Readonly<Record<string, LogFailure>>;
	readonly first: string | null;
}

const isSecond = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isRound = (value: unknown): value is Round =>
	isJsonObject(value) && isSecond(value.next) && isSecond(value.following) && isTexts(value.codes);
const isKeys = (value: unknown): boolean => isText(value) && value.length % KEY_LENGTH === 0;

const isStoredLog = (value: unknown): value is StoredLog =>
	isJsonObject(value) &&
	isSecond(value.cursor) &&
	isSecond(value.floor) &&
	isJsonObject(value.seen) &&
	Object.entries(value.seen).every(([second, keys]) => /^\d+$/.test(second) && isKeys(keys)) &&
	isTexts(value.codes) &&
	(value.round === undefined || isRound(value.round));

const isStoredFailure = (value: unknown): value is LogFailure =>
	isJsonObject(value) && isSecond(value.polls) && typeof value.told === 'boolean';

const isScope = (value: unknown): value is Scope => value === 'all' || value === 'chosen' || value === 'none';

const toStoredLog = ({ cursor, floor, known, watched, round }: LogState): StoredLog =>
	defined({ cursor, floor, seen: Object.fromEntries(known), codes: watched, round });

function fromStoredLog({ cursor, floor, seen, codes, round }: StoredLog): LogState {
	const known = new Map(Object.entries(seen).map(([second, keys]) => [Number(second), keys]));
	return defined({ cursor, floor, known, watched: codes, round });
}

/** The state to save, as plain JSON. */
export const toStored = ({ scope, logs, starting, failures, first }: ActivityState): StoredActivity => ({
	scope,
	logs: Object.fromEntries([...logs].map(([name, log]) => [name, toStoredLog(log)])),
	starting,
	failures: Object.fromEntries(failures),
	first: first ?? null,
});

/** The entries of an object that are what they should be. */
const entriesOf = <T>(value: unknown, isOne: (one: unknown) => one is T): Array<[string, T]> =>
	Object.entries<unknown>(isJsonObject(value) ? value : {}).filter((entry): entry is [string, T] => isOne(entry[1]));

/** A saved state; undefined for anything else. A log whose part of it is broken is read from now on. */
export function fromStored(stored: JsonObject): ActivityState | undefined {
	const { scope, logs: saved, starting, failures, first } = stored;
	if (!isScope(scope) || !isJsonObject(saved)) return undefined;
	const logs = new Map(entriesOf(saved, isStoredLog).map(([name, log]) => [name, fromStoredLog(log)]));
	const broken = Object.keys(saved).filter((name) => !logs.has(name));
	return defined({
		scope,
		logs,
		starting: [...(Array.isArray(starting) ? starting.filter(isText) : []), ...broken],
		failures: new Map(entriesOf(failures, isStoredFailure)),
		first: isText(first) ? first : undefined,
	});
}

/** A digest of what a state belongs to: with another service, enterprise or start, reading starts over. */
export function activitySource(account: Account, startFrom: 'now' | 'beginning'): string {
	const enterprise = account.kind === 'token' ? '' : account.clientId;
	return createHash('sha1')
		.update(JSON.stringify([account.baseUrl, enterprise, startFrom]))
		.digest('base64url');
}
