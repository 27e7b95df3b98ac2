import { setTimeout as setTimeoutAsync } from 'node:timers/promises';

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> =>
	await setTimeoutAsync(ms, undefined, { signal }).catch((cause: unknown) => {
		throw signal?.aborted ? signal.reason : cause;
	});

/** Calls `then` after `ms` milliseconds, unless what it returns is called before. */
export function timer(ms: number, then: () => void): () => void {
	const set = setTimeout(then, ms);
	return () => clearTimeout(set);
}

/** Resolves in a later turn of the event loop: what waits meanwhile comes first. */
export const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
