import type { FeedChange } from '../plan/change';
import { isJsonObject } from '../../../protocol/wire/json';
import { FINGERPRINT_LENGTH } from './fingerprint';
import type { FeedState } from './state';

/* Whether what a workflow has saved is a state: others may have changed it, or another version saved it. */

/** A time that a Date can represent, Unix milliseconds. */
const isTime = (value: unknown): value is number => Number.isFinite(value) && Math.abs(Number(value)) <= 8.64e15;
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
	Array.isArray(value) && value.every(isOne);

const isGroup = (value: unknown): boolean =>
	isJsonObject(value) &&
	isTime(value.until) &&
	typeof value.fingerprints === 'string' &&
	value.fingerprints.length % FINGERPRINT_LENGTH === 0;

const isHidden = (value: unknown): boolean =>
	isJsonObject(value) &&
	isTime(value.ms) &&
	Number.isFinite(value.shown) &&
	(value.counted === undefined || Number.isFinite(value.counted));

const isOverlapRead = (value: unknown): boolean => isJsonObject(value) && isTime(value.readTo) && isTime(value.end);

const isQuietPoll = (value: unknown): boolean =>
	isJsonObject(value) &&
	(value.counted === undefined || Number.isFinite(value.counted)) &&
	(value.from === undefined || isTime(value.from)) &&
	(value.next === undefined || value.next === 'page' || value.next === 'pages');

/** Whether a value is a change as it is saved. */
export const isStoredChange = (value: unknown): value is FeedChange =>
	isJsonObject(value) &&
	isJsonObject(value.entry) &&
	isTime(value.after) &&
	(value.hidden === undefined || isHidden(value.hidden));

/** Whether a value is a state as it is saved. */
export const isFeedState = (value: unknown): value is FeedState =>
	isJsonObject(value) &&
	isTime(value.cursor) &&
	isTime(value.overlapEnd) &&
	isTime(value.knownAfter) &&
	isListOf(value.processed, isGroup) &&
	(value.overlapRead === undefined || isOverlapRead(value.overlapRead)) &&
	isListOf(value.undelivered, isStoredChange) &&
	(value.quietPoll === undefined || isQuietPoll(value.quietPoll));
