import type { Clock } from '../../client/async/clock';
import { recentMap } from '../../client/async/recentMap';

/** One event that asks to start the workflow. Times in milliseconds. */
export interface EventRequest {
	/** What is throttled together: page, viewer and file. */
	readonly key: string;
	readonly loadId: string;
	readonly finished: boolean;
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
}

/** Maximum number of viewers and of page loads that are remembered. */
const LIMIT = 2000;
/** The page throttles by its own clock: the time an event takes to reach n8n must not cost the event. */
const TOLERANCE = 0.9;

/**
 * Decides which events start the workflow, whatever a page posts: of each load the first event that reaches the end
 * passes, the others are throttled. It remembers within one process only: with several webhook processes of n8n, each
 * lets one pass.
 */
export function makeEventThrottle(clock: Pick<Clock, 'now'>): (request: EventRequest) => boolean {
	const passedAt = recentMap<string, number>(LIMIT);
	const ended = recentMap<string, true>(LIMIT);
	return ({ key, loadId, finished, onlyFinished, throttleMs }) => {
		const now = clock.now();
		const isEnd = finished && ended.get(loadId) === undefined;
		const isEarly = now - (passedAt.get(key) ?? -Infinity) < throttleMs * TOLERANCE;
		if (!isEnd && (onlyFinished || isEarly)) return false;
		if (isEnd) ended.set(loadId, true);
		passedAt.set(key, now);
		return true;
	};
}
