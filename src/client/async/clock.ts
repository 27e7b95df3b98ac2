import { abortedError } from '../../protocol/wire/libraryError';

/** Time as a port: logic that waits is tested without waiting. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: async (ms, signal) =>
		await new Promise<void>((resolve, reject) => {
			if (signal?.aborted) return reject(signal.reason);
			const stop = () => {
				clearTimeout(timer);
				reject(signal?.reason);
			};
			const timer = setTimeout(() => {
				signal?.removeEventListener('abort', stop);
				resolve();
			}, ms);
			signal?.addEventListener('abort', stop, { once: true });
		}),
};

/**
 * Pause in milliseconds before try number `failures` + 1: exponential with full jitter, so that many clients
 * that failed together do not come back together. `random` is a number in [0, 1).
 */
export function backoff(failures: number, random: number, baseMs = 500, capMs = 10_000): number {
	return Math.round(random * Math.min(capMs, baseMs * 2 ** Math.max(0, failures - 1)));
}

/** Sleeps; throws LibraryError aborted when cancelled. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
	try {
		await clock.sleep(ms, signal);
	} catch (cause) {
		if (signal?.aborted) throw abortedError(cause);
		throw cause;
	}
	if (signal?.aborted) throw abortedError(signal.reason);
}
