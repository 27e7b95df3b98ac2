import type { FeedChange } from '../../protocol/feed/change';
import { defined, isJsonObject } from '../../protocol/wire/json';
import type { FeedState } from './state';

/**
 * A state as workflows have it saved, under the names of the first version. They never change: an upgraded workflow
 * continues from what an older version saved.
 */
export interface StoredFeed {
	readonly cursor: number;
	/** `knownAfter` */
	readonly floor: number;
	/** `processed` */
	readonly seen: ReadonlyArray<{ readonly until: number; readonly keys: readonly string[] }>;
	/** `undelivered` */
	readonly pending: readonly FeedChange[];
	/** `skippingExisting` */
	readonly starting?: true;
	/** `cursorUnchecked` */
	readonly cut?: true;
	/** `counted` */
	readonly counted?: number;
	/** `rereadFrom` */
	readonly reread?: number;
	/** `nextLook` */
	readonly look?: 'page' | 'pages';
}

/** A time that a Date can represent, Unix milliseconds. */
const isTime = (value: unknown): value is number => Number.isFinite(value) && Math.abs(Number(value)) <= 8.64e15;
const isText = (value: unknown): value is string => typeof value === 'string';
const isGroup = (value: unknown): boolean =>
	isJsonObject(value) && isTime(value.until) && Array.isArray(value.keys) && value.keys.every(isText);

const isHidden = (value: unknown): boolean =>
	isJsonObject(value) &&
	isTime(value.ms) &&
	Number.isFinite(value.shown) &&
	(value.counted === undefined || Number.isFinite(value.counted));

/** Whether a value is a change as it is saved. */
export const isStoredChange = (value: unknown): value is FeedChange =>
	isJsonObject(value) &&
	isJsonObject(value.entry) &&
	isTime(value.after) &&
	(value.hidden === undefined || isHidden(value.hidden));

const isStoredFeed = (value: unknown): value is StoredFeed =>
	isJsonObject(value) &&
	isTime(value.cursor) &&
	isTime(value.floor) &&
	Array.isArray(value.seen) &&
	value.seen.every(isGroup) &&
	Array.isArray(value.pending) &&
	value.pending.every(isStoredChange);

/** The state to save, as plain JSON. */
export const toStored = ({ cursor, knownAfter, processed, undelivered, ...state }: FeedState): StoredFeed =>
	defined({
		cursor,
		floor: knownAfter,
		seen: processed.map(({ until, fingerprints }) => ({ until, keys: fingerprints })),
		pending: undelivered,
		starting: state.skippingExisting,
		cut: state.cursorUnchecked,
		counted: state.counted,
		reread: state.rereadFrom,
		look: state.nextLook,
	});

/** A saved state; undefined for anything else. */
export function fromStored(stored: unknown): FeedState | undefined {
	if (!isStoredFeed(stored)) return undefined;
	const { cursor, floor, seen, pending, starting, cut, counted, reread, look } = stored;
	return defined({
		cursor,
		knownAfter: floor,
		processed: seen.map(({ until, keys }) => ({ until, fingerprints: keys })),
		undelivered: pending,
		skippingExisting: starting,
		cursorUnchecked: cut,
		counted,
		rereadFrom: isTime(reread) ? reread : undefined,
		nextLook: look === 'page' || look === 'pages' ? look : undefined,
	});
}
