/* Events of the preview page (document, viewer events): pages of documents, playback of video and audio. */

/** Pages, or seconds with decimals. */
export interface Extent {
	readonly current: number;
	readonly total: number;
}
/** One event, checked. `finished`: the last page or the end is reached. */
export interface ViewerEvent {
	readonly event: 'page' | 'progress';
	readonly finished: boolean;
	readonly extent: Extent;
	/** Unix milliseconds, by the clock of the viewer's browser. */
	readonly time: number;
}

/** Event type of a deployment: `SVC_VIEWER_EVENT` for the prefix `svc` (document, viewer events). */
export const viewerEventType = (vendorPrefix: string): string => `${vendorPrefix.toUpperCase()}_VIEWER_EVENT`;

/** Most events of one post; the page sends fewer. */
const MOST = 50;
/** Characters of one post. */
const LONGEST = 65_536;
/** Largest page number and duration (115 days) that are taken for real. */
const LARGEST = 10_000_000;
/** Largest time that a Date can hold. */
const LAST_TIME = 8.64e15;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const within = (value: unknown, limit: number): value is number =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= limit;

function extentOf(value: unknown, whole: boolean): Extent | undefined {
	if (!isObject(value) || !within(value.current, LARGEST) || !within(value.total, LARGEST)) return undefined;
	const { current, total } = value;
	// A document has pages; the length of media may be unknown at the start, and its end may lie a little behind it.
	if (whole && (!Number.isInteger(current) || !Number.isInteger(total) || total < 1 || current > total))
		return undefined;
	return { current, total };
}

/** One event as the page posts it; undefined when it is not exactly of the interface. Which key is there tells documents from media (ambiguities K01). */
export function readViewerEvent(value: unknown): ViewerEvent | undefined {
	if (!isObject(value) || !within(value.time, LAST_TIME) || 'page' in value === 'progress' in value) return undefined;
	const event = 'page' in value ? 'page' : 'progress';
	const extent = extentOf(value[event], event === 'page');
	return extent && { event, extent, time: value.time, finished: extent.total > 0 && extent.current >= extent.total };
}

/** What a page posts: its token with events, or the wish for a new preview link. */
export interface PagePost {
	readonly token: unknown;
	readonly renew: boolean;
	readonly events: readonly ViewerEvent[];
}

/** A posted body, JSON text or already parsed; undefined when it is not one, or holds anything but 1 to 50 right events. */
export function readPost(body: unknown): PagePost | undefined {
	let post = body;
	if (typeof body === 'string') {
		if (body.length > LONGEST) return undefined;
		try {
			post = JSON.parse(body);
		} catch {
			return undefined;
		}
	}
	if (!isObject(post)) return undefined;
	if (post.renew === true) return { token: post.token, renew: true, events: [] };
	const given = Array.isArray(post.events) ? post.events : [];
	const events = given.length > MOST ? [] : given.map(readViewerEvent).filter((event) => event !== undefined);
	return events.length === 0 || events.length !== given.length
		? undefined
		: { token: post.token, renew: false, events };
}
