import type { FeedChange } from '../plan/change';
import { isJsonObject } from '../../../protocol/wire/json';
import {
	hasShape,
	isNumber,
	isText,
	isTextOf,
	isTime,
	oneOf,
	optional,
	type Shape,
} from '../../../protocol/wire/shape';
import type { ArrivalState } from './arrivalState';
import { FINGERPRINT_LENGTH } from './processed';
import type { FeedState } from './state';

/* What a workflow has saved. */

const hidden: Shape = { ms: isTime, shown: isNumber, counted: optional(isNumber) };
const change: Shape = { entry: isJsonObject, after: isTime, hidden: optional(hidden) };
const feedState: Shape = {
	cursor: isTime,
	overlapEnd: isTime,
	knownAfter: isTime,
	processed: [{ until: isTime, fingerprints: isTextOf(FINGERPRINT_LENGTH) }],
	seenAt: optional(isTime),
	overlapRead: optional({ readTo: isTime, end: isTime, begunAt: optional(isTime) }),
	undelivered: [change],
};
const isSet = optional(oneOf(true));
const arrivalState: Shape = {
	places: isText,
	roots: isText,
	ids: isText,
	missing: isText,
	returns: isSet,
	again: isSet,
	came: optional(isText),
	leaving: optional({ folders: [change], ids: isText }),
	overfull: isSet,
};

/** Whether a value is a change as it is saved. */
export const isStoredChange = (value: unknown): value is FeedChange => hasShape(value, change);

/** Whether a value is a state of the feed as it is saved. */
export const isFeedState = (value: unknown): value is FeedState => hasShape(value, feedState);

/** Whether a value is what is known of watched folders, as it is saved. */
export const isArrivalState = (value: unknown): value is ArrivalState => hasShape(value, arrivalState);
