import { sleep, timer } from '../../edition/edition';
import { rethrown } from '../../protocol/wire/libraryError';
import { stoppedBy, stopWith } from './onAbort';

/** Time as a port, so that logic that waits is tested without waiting. */
export interface Clock {
	/** Milliseconds since 1970, for dates. */
	now(): number;
	/** Milliseconds by a clock that nobody sets; `now` where a clock has none. */
	steady?(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** Calls `then` after `ms` milliseconds, unless what it returns is called before; costs less than sleeping. */
	timer(ms: number, then: () => void): () => void;
	/** A number in [0, 1), for the jitter of pauses. */
	random(): number;
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

/** The clock of this machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	steady: () => performance.now(),
	sleep,
	timer,
	random: () => Math.random(),
};

/** The longest pause in milliseconds after `failures` failed attempts: exponential. */
export const longestBackoff = (failures: number, baseMs = 500, capMs = 10_000): number =>
	Math.min(capMs, baseMs * 2 ** Math.max(0, failures - 1));

/** The pause in ms after `failures` failed attempts, with full jitter: not all clients come back at the same time. */
export const backoff = (clock: Clock, failures: number, baseMs?: number, capMs?: number): number =>
	Math.round(clock.random() * longestBackoff(failures, baseMs, capMs));

/** Sleeps for `ms` milliseconds, or until `over` is aborted; throws what `stoppedBy` says as soon as `signal` is. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal, over?: AbortSignal): Promise<void> {
	const stop = over && stopWith(signal, over);
	try {
		await clock.sleep(ms, stop?.signal ?? signal);
	} catch (cause) {
		if (!signal?.aborted && !over?.aborted) throw rethrown(cause);
	} finally {
		stop?.abort('over');
	}
	if (signal?.aborted) throw stoppedBy(signal);
}
