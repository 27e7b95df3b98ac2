import type { Clock } from './clock';
import { recentMap } from './recentMap';

/** How much may pass: `burst` at once, and then `perSecond`. */
export interface Rate {
	readonly burst: number;
	readonly perSecond: number;
}

/** Token buckets, one for each key. */
export interface TokenBuckets {
	/**
	 * Takes a token of the key's bucket: 0 when there was one, otherwise the milliseconds until there will be, with
	 * nothing taken.
	 */
	take(key: string): number;
	/** How many buckets are remembered; never more than the limit. */
	readonly size: number;
}

/** Full buckets of one rate. At most `limit` are remembered, those used last; one that is forgotten is full again. */
export function tokenBuckets(clock: Pick<Clock, 'now'>, { burst, perSecond }: Rate, limit: number): TokenBuckets {
	// Of a bucket only the time is stored at which it will be full.
	const fullAt = recentMap<string, number>(limit);
	const tokenMs = 1000 / perSecond;
	return {
		take: (key) => {
			const now = clock.now();
			// An empty bucket at most, also after the clock was set back.
			const full = Math.min(Math.max(fullAt.get(key) ?? now, now), now + burst * tokenMs);
			const waitMs = full - now - (burst - 1) * tokenMs;
			fullAt.set(key, waitMs > 0 ? full : full + tokenMs);
			return waitMs > 0 ? Math.ceil(waitMs) : 0;
		},
		get size() {
			return fullAt.size;
		},
	};
}
