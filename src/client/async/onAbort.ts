import { abortedError } from '../../protocol/wire/libraryError';

const stops = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` when a signal is aborted, unless what this returns is called before. All of them share one listener of
 * the signal: to add and remove one costs more than much else of a small request. A signal that is aborted already
 * calls nothing.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
	const all = stops.get(signal) ?? startListening(signal);
	all.add(stop);
	return () => void all.delete(stop);
}

/** Why a signal was aborted, as an error. */
export const reasonOf = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new Error('aborted'));

function startListening(signal: AbortSignal): Set<() => void> {
	const all = new Set<() => void>();
	stops.set(signal, all);
	const stopAll = (): void => {
		for (const stop of [...all]) if (all.delete(stop)) stop();
	};
	signal.addEventListener('abort', stopAll, { once: true });
	return all;
}

/** Settles as `promise` does, or throws LibraryError aborted as soon as `signal` is, whoever listens to it. */
export async function cancellable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	// After a cancellation nothing waits for the promise any more: its rejection must not count as unhandled.
	promise.catch(() => undefined);
	if (signal.aborted) throw abortedError(signal.reason);
	let forget = (): void => undefined;
	const cancelled = new Promise<never>((_, reject) => {
		forget = onAbort(signal, () => reject(abortedError(signal.reason)));
	});
	try {
		return await Promise.race([promise, cancelled]);
	} finally {
		forget();
	}
}
