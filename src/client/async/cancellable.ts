import { abortedError } from '../../protocol/wire/libraryError';

/** The promise, or LibraryError aborted as soon as the signal is, even when the port does not listen to it. */
export async function cancellable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	work.catch(() => undefined);
	if (signal.aborted) throw abortedError(signal.reason);
	let stop: (() => void) | undefined;
	const cancelled = new Promise<never>((_, reject) => {
		stop = () => reject(abortedError(signal.reason));
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		if (stop) signal.removeEventListener('abort', stop);
	}
}
