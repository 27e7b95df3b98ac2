import { abortedError } from '../../protocol/wire/libraryError';

/**
 * Settles as `promise` does, or throws LibraryError aborted as soon as `signal` is, even where whatever keeps the
 * promise does not listen to the signal.
 */
export async function cancellable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	// After a cancellation nothing waits for the promise any more: its rejection must not count as unhandled.
	promise.catch(() => undefined);
	if (signal.aborted) throw abortedError(signal.reason);
	let stop: (() => void) | undefined;
	const cancelled = new Promise<never>((_, reject) => {
		stop = () => reject(abortedError(signal.reason));
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([promise, cancelled]);
	} finally {
		if (stop) signal.removeEventListener('abort', stop);
	}
}
