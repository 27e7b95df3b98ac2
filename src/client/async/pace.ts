import { type LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { backoff, type Clock, pause, steadyMs, stopwatch } from './clock';
import { eitherOf } from './onAbort';
import { RecentMap } from './once';

/** The pauses that concurrent tasks make together, because a server wants fewer requests. */
export type Pace = ReturnType<typeof makePace>;

/** No pause yet. */
export function makePace() {
	let [until, refusals] = [0, 0];
	return {
		/** Waits for the end of the pause, or for `over`; answers when that was. Throws LibraryError aborted. */
		wait: async (clock: Clock, signal?: AbortSignal, over?: AbortSignal): Promise<number> => {
			let awaited = 0;
			for (let now = steadyMs(clock); now < until && awaited < until && !over?.aborted; now = steadyMs(clock))
				try {
					awaited = until;
					await pause(clock, until - now, eitherOf(signal, over));
				} catch (cause) {
					if (!over?.aborted || signal?.aborted) throw rethrown(cause);
				}
			return Math.max(awaited, steadyMs(clock));
		},
		/**
		 * A request was refused that was sent at `sentAt`: all pause, for `askedMs`, and longer with each refusal in a
		 * row. What was sent before the pause began says nothing new.
		 */
		slowDown: (clock: Clock, { sentAt, askedMs, random }: { sentAt: number; askedMs: number; random: number }) => {
			if (sentAt < until) return;
			refusals++;
			until = steadyMs(clock) + Math.max(askedMs, backoff(refusals, random));
		},
		/** A request was not refused: the next pause is a short one. */
		accepted: () => {
			refusals = 0;
		},
	};
}

/** How often one call is sent again at most after refusals, and for how long in ms. */
const MAX_REFUSALS = 30;
const MAX_WAIT_MS = 300_000;
/** Longest Retry-After in seconds that is waited for; a longer one is reported. */
export const MAX_RETRY_AFTER = 60;

/** What the pauses of a call need. */
interface Pausing {
	readonly pace?: Pace;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	readonly noRetryAfter?: AbortSignal;
	readonly random?: () => number;
}

/**
 * The part of one call in the pauses of its run. An answer 429 means that nothing was done and that the service wants
 * fewer requests, whoever sends them: all pause, as long as Retry-After says, otherwise longer with each refusal in a
 * row. After the end of the run (`noRetryAfter`) nothing is sent again. Without a pace there are no pauses.
 */
export function pausesOf({ pace, clock, signal, noRetryAfter: over, random = Math.random }: Pausing) {
	const elapsedMs = stopwatch(clock);
	let [refusals, sentAt] = [0, 0];
	return {
		/** Waits for the end of the pause. Throws LibraryError aborted. */
		wait: async (): Promise<void> => {
			if (pace) sentAt = await pace.wait(clock, signal, over);
		},
		/** The service has answered, perhaps with a failure. Returns whether to wait and send again. */
		isRefused: ({ status, retryAfter: asked = 0 }: Pick<LibraryError, 'status' | 'retryAfter'>): boolean => {
			if (!pace || status === undefined) return false;
			if (status !== 429) {
				pace.accepted();
				return false;
			}
			const isLast = ++refusals >= MAX_REFUSALS || elapsedMs() > MAX_WAIT_MS || over?.aborted === true;
			if (isLast || asked > MAX_RETRY_AFTER) return false;
			pace.slowDown(clock, { sentAt, askedMs: asked * 1000, random: random() });
			return true;
		},
	};
}

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
