import { jsonIn, isJsonObject, type JsonObject } from '../../../protocol/wire/json';

/* What the posts of all pages have in common. */

/** Latest time that a Date can represent, Unix milliseconds. */
export const MAX_TIME = 8.64e15;

/** Whether a value is a number between 0 and `limit`. */
export const isWithin = (value: unknown, limit: number): value is number =>
	typeof value === 'number' && value >= 0 && value <= limit;

/** The JSON object in a body, as text or already parsed. */
export function objectIn(body: unknown): JsonObject | undefined {
	const parsed = typeof body === 'string' ? jsonIn(body) : body;
	return isJsonObject(parsed) ? parsed : undefined;
}

/* Events of the preview page (document, viewer events): pages of documents, playback of video and audio. */

/** Pages, or seconds with decimals. */
interface Extent {
	readonly current: number;
	readonly total: number;
}

/** One event, checked. */
export interface ViewerEvent {
	readonly event: 'page' | 'progress';
	/** Whether the last page or the end is reached. */
	readonly finished: boolean;
	readonly extent: Extent;
	/** Unix milliseconds, by the clock of the viewer's browser. */
	readonly time: number;
}

/** Event type of a deployment: `SVC_VIEWER_EVENT` for the prefix `svc` (document, viewer events). */
export const viewerEventType = (vendorPrefix: string): string => `${vendorPrefix.toUpperCase()}_VIEWER_EVENT`;

/** Maximum number of events in one post; the page sends fewer. */
const MAX_EVENTS = 50;
/** Largest page number, and longest duration in seconds (115 days), that is believed. */
const MAX_EXTENT = 10_000_000;

function extentOf(value: unknown, ofPages: boolean): Extent | undefined {
	if (!isJsonObject(value)) return undefined;
	const { current, total } = value;
	if (!isWithin(current, MAX_EXTENT) || !isWithin(total, MAX_EXTENT)) return undefined;
	// A document has pages. The length of media may be unknown at the start, and playback may end slightly behind it.
	if (ofPages && (!Number.isInteger(current) || !Number.isInteger(total) || total < 1 || current > total))
		return undefined;
	return { current, total };
}

/** How far from its end media counts as finished: the larger of so many seconds and such a part of its duration. */
const END_SECONDS = 1;
const END_PART = 0.01;

/**
 * Whether the last page or the end is reached. Players stop a little before the end of media, so there is a tolerance,
 * but in the second half only: a clip of a second is not finished when it starts.
 */
function isFinished({ current, total }: Extent, ofPages: boolean): boolean {
	if (ofPages || current >= total) return total > 0 && current >= total;
	return current > total / 2 && total - current <= Math.max(END_SECONDS, total * END_PART);
}

/** An event as posted; undefined for anything else. Its key, `page` or `progress`, tells documents from media (K01). */
export function readViewerEvent(value: unknown): ViewerEvent | undefined {
	if (!isJsonObject(value) || !isWithin(value.time, MAX_TIME) || 'page' in value === 'progress' in value)
		return undefined;
	const event = 'page' in value ? 'page' : 'progress';
	const extent = extentOf(value[event], event === 'page');
	return extent && { event, extent, time: value.time, finished: isFinished(extent, event === 'page') };
}

/**
 * What a page posts: its token, with 1 to 50 events or, without any, with a request for a new preview link. Undefined
 * for any other body, and for one with an event that is not valid.
 */
export function readPost(body: unknown) {
	const { token, renew, events: posted } = objectIn(body) ?? {};
	if (renew === true) return { token, events: [] };
	if (!Array.isArray(posted) || posted.length === 0 || posted.length > MAX_EVENTS) return undefined;
	const events = posted.map(readViewerEvent).filter((event) => event !== undefined);
	return events.length === posted.length ? { token, events } : undefined;
}
