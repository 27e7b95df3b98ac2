import type { Clock } from './clock';
import { RecentMap } from './once';

/** How much may pass: `burst` at once, and then `perSecond`. */
export interface Rate {
	readonly burst: number;
	readonly perSecond: number;
}

/**
 * Token buckets of one rate, one for each key, full at first. At most `limit` are remembered, those used last; one that
 * is forgotten is full again.
 */
export function tokenBuckets(clock: Pick<Clock, 'now'>, { burst, perSecond }: Rate, limit: number) {
	// Of a bucket only the time is stored at which it will be full.
	const fullAt = new RecentMap<string, number>(limit);
	const tokenMs = 1000 / perSecond;
	return {
		/** Takes a token: 0 when there was one, otherwise the milliseconds until there will be, with nothing taken. */
		take: (key: string): number => {
			const now = clock.now();
			// An empty bucket at most, also after the clock was set back.
			const full = Math.min(Math.max(fullAt.get(key) ?? now, now), now + burst * tokenMs);
			const waitMs = full - now - (burst - 1) * tokenMs;
			fullAt.set(key, waitMs > 0 ? full : full + tokenMs);
			return waitMs > 0 ? Math.ceil(waitMs) : 0;
		},
	};
}
