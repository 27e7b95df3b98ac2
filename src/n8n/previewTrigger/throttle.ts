import type { Clock } from '../../client/async/clock';

/** One event asks to pass. Times in milliseconds. */
export interface GateRequest {
	/** What is limited together: page, viewer and file. */
	readonly key: string;
	readonly loadId: string;
	readonly finished: boolean;
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
}

/** Viewers and loads that are remembered; the ones not seen for longest are forgotten. */
const LIMIT = 2000;
/** The page keeps the pause by its own clock: what the way to n8n takes must not lose an event. */
const TOLERANCE = 0.9;

function remember<T>(map: Map<string, T>, key: string, value: T): void {
	map.delete(key);
	map.set(key, value);
	for (const oldest of map.keys()) {
		if (map.size <= LIMIT) break;
		map.delete(oldest);
	}
}

/**
 * Holds what the page promises, whatever is posted: the first event that reaches the end passes once for each load, others by the throttle.
 * Its memory is that of one process: several webhook processes of n8n let through as many.
 */
export function makeEventGate(clock: Pick<Clock, 'now'>): (request: GateRequest) => boolean {
	const passedAt = new Map<string, number>();
	const ended = new Map<string, true>();
	return ({ key, loadId, finished, onlyFinished, throttleMs }) => {
		const now = clock.now();
		const end = finished && !ended.has(loadId);
		if (!end && (onlyFinished || now - (passedAt.get(key) ?? -Infinity) < throttleMs * TOLERANCE)) return false;
		if (end) remember(ended, loadId, true);
		remember(passedAt, key, now);
		return true;
	};
}
