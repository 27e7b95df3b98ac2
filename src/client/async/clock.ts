import { sleep, timer } from '../../edition/edition';
import { abortedError, rethrown } from '../../protocol/wire/libraryError';

/** Time as a port, so that logic that waits is tested without waiting. */
export interface Clock {
	/** Milliseconds since 1970, for dates. */
	now(): number;
	/** Milliseconds by a clock that nobody sets; `now` where a clock has none. */
	steady?(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `then` after `ms` milliseconds, unless what it returns is called before; costs less than sleeping. */
	timer?(ms: number, then: () => void): () => void;
}

/** What is read of a clock, without waiting. */
export type Timepiece = Pick<Clock, 'now' | 'steady'>;

/** Milliseconds for what is measured, not dated: the clock of a machine may be set at any time. */
export const steadyMs = (clock: Timepiece): number => clock.steady?.() ?? clock.now();

/** Whole milliseconds since it was made. */
export function stopwatch(clock: Timepiece): () => number {
	const begun = steadyMs(clock);
	return () => Math.floor(steadyMs(clock) - begun);
}

/** Calls `then` after `ms` milliseconds by a clock, unless what it returns is called before. */
export function after(clock: Clock, ms: number, then: () => void): () => void {
	if (clock.timer) return clock.timer(ms, then);
	const over = new AbortController();
	const wait = async (): Promise<void> => {
		await clock.sleep(ms, over.signal);
		if (!over.signal.aborted) then();
	};
	// Whatever ends the clock's sleep early is the end of the timer.
	wait().catch(() => undefined);
	return () => over.abort();
}

/** The clock of this machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	steady: () => performance.now(),
	sleep,
	timer,
};

/**
 * The pause in milliseconds after `failures` failed attempts: exponential with full jitter, so that clients that failed
 * at the same time do not all come back at the same time. `random` is a number in [0, 1).
 */
export function backoff(failures: number, random: number, baseMs = 500, capMs = 10_000): number {
	return Math.round(random * Math.min(capMs, baseMs * 2 ** Math.max(0, failures - 1)));
}

/** Sleeps for `ms` milliseconds; throws LibraryError aborted as soon as `signal` is. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
	try {
		await clock.sleep(ms, signal);
	} catch (cause) {
		if (signal?.aborted) throw abortedError(cause);
		throw rethrown(cause);
	}
	if (signal?.aborted) throw abortedError(signal.reason);
}
