import { defined, isJsonObject } from '../../../protocol/wire/json';
import type { ActivityState, LogFailure, Scope, LogState, Round } from './state';
import { KEY_LENGTH } from './logEntry';

/* Whether what a workflow has saved is a state: others may have changed it, or another version saved it. */

const isSecond = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isRound = (value: unknown): value is Round =>
	isJsonObject(value) && isSecond(value.next) && isSecond(value.following) && isTexts(value.codes);
const isKeys = (value: unknown): boolean => isText(value) && value.length % KEY_LENGTH === 0;

const isLogState = (value: unknown): value is LogState =>
	isJsonObject(value) &&
	isSecond(value.cursor) &&
	isSecond(value.floor) &&
	isJsonObject(value.memory) &&
	Object.entries(value.memory).every(([second, keys]) => isSecond(Number(second)) && isKeys(keys)) &&
	isTexts(value.watched) &&
	(value.round === undefined || isRound(value.round));

const isFailure = (value: unknown): value is LogFailure =>
	isJsonObject(value) && isSecond(value.polls) && typeof value.told === 'boolean';

const isScope = (value: unknown): value is Scope => value === 'all' || value === 'chosen' || value === 'none';

/** The fields of an object that are what they should be. */
const fieldsThatAre = <T>(value: unknown, isOne: (one: unknown) => one is T): Record<string, T> =>
	Object.fromEntries(
		Object.entries<unknown>(isJsonObject(value) ? value : {}).filter((field): field is [string, T] =>
			isOne(field[1]),
		),
	);

/** The state in what was saved; undefined for anything else. A log whose part of it is broken is read from now on. */
export function activityStateIn(saved: unknown): ActivityState | undefined {
	if (!isJsonObject(saved) || !isScope(saved.scope) || !isJsonObject(saved.logs)) return undefined;
	const { scope, logs: all, starting, failures, first } = saved;
	const logs = fieldsThatAre(all, isLogState);
	const broken = Object.keys(all).filter((name) => !Object.hasOwn(logs, name));
	return defined({
		scope,
		logs,
		starting: [...(Array.isArray(starting) ? starting.filter(isText) : []), ...broken],
		failures: fieldsThatAre(failures, isFailure),
		first: isText(first) ? first : undefined,
	});
}
