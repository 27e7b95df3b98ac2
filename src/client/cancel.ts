import { abortedError } from './transportError';
import type { UploadSession, Work } from './upload';

const ABORT_MS = 5_000;

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

/** Tells the service, within a bounded time and with a signal of its own: a cancelled upload is aborted too. */
export async function abandon({ port, options }: Pick<Work, 'port' | 'options'>, session: UploadSession): Promise<void> {
	const limit = new AbortController();
	const over = new AbortController();
	const told = port.abort(session, limit.signal).catch(() => undefined); // the first failure is the one to report
	const late = options.clock.sleep(ABORT_MS, over.signal).catch(() => undefined);
	await Promise.race([told, late]);
	limit.abort();
	over.abort();
}
