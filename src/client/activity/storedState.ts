import { isJsonObject } from '../../protocol/wire/json';
import { KEY_LENGTH } from './logEntry';
import type { LogState } from './state';

/**
 * The state of a log as workflows have it saved. Its names never change: an upgraded workflow continues from what an
 * older version saved.
 */
export interface StoredLog {
	readonly cursor: number;
	readonly floor: number;
	/** `known` */
	readonly seen: Readonly<Record<string, string>>;
	/** `watched` */
	readonly codes: readonly string[];
}

const isSecond = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isKeys = (value: unknown): boolean => typeof value === 'string' && value.length % KEY_LENGTH === 0;

const isStoredLog = (value: unknown): value is StoredLog & Record<string, unknown> =>
	isJsonObject(value) &&
	isSecond(value.cursor) &&
	isSecond(value.floor) &&
	isJsonObject(value.seen) &&
	Object.entries(value.seen).every(([second, keys]) => /^\d+$/.test(second) && isKeys(keys)) &&
	Array.isArray(value.codes) &&
	value.codes.every((code) => typeof code === 'string');

/** The state to save, as plain JSON. */
export const toStored = ({ cursor, floor, known, watched }: LogState): StoredLog => ({
	cursor,
	floor,
	seen: Object.fromEntries(known),
	codes: watched,
});

/** A saved state; undefined for anything else. */
export function fromStored(stored: unknown): LogState | undefined {
	if (!isStoredLog(stored)) return undefined;
	const { cursor, floor, seen, codes } = stored;
	const known = new Map(Object.entries(seen).map(([second, keys]) => [Number(second), keys]));
	return { cursor, floor, known, watched: codes };
}
