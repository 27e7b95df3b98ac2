import { abortedError } from '../../protocol/wire/libraryError';
import type { UploadSession } from './port';
import type { UploadRun } from './types';

/** How long the service may take to answer after a cancel, in ms. */
const ABORT_MS = 5_000;
/**
 * How long the person who pressed Stop waits for the abort of the session, in ms; the request itself continues in the
 * background.
 */
const STOP_MS = 700;

/**
 * Runs `ask` with a signal that fires 5 s after `signal`, so that a late answer (e.g. a new session) can still be
 * cleaned up. Throws kind `aborted` when `signal` has fired already.
 */
export async function withGracePeriod<T>(
	{ options, signal }: Pick<UploadRun, 'options' | 'signal'>,
	ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	if (signal.aborted) throw abortedError(signal.reason);
	const limit = new AbortController();
	const over = new AbortController();
	const stop = () =>
		void options.clock.sleep(ABORT_MS, over.signal).then(
			() => limit.abort(signal.reason),
			() => undefined,
		);
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await ask(limit.signal);
	} finally {
		signal.removeEventListener('abort', stop);
		over.abort();
	}
}

/** Aborts the session at the service, with its own timeout, even after the caller cancelled. Never throws. */
export async function abortSession(
	{ port, options, signal }: Pick<UploadRun, 'port' | 'options' | 'signal'>,
	session: UploadSession,
): Promise<void> {
	const limit = new AbortController();
	const over = new AbortController();
	const answered = port
		.abort(session, limit.signal)
		.catch(() => undefined) // the first failure is the one to report
		.then(() => over.abort());
	const timedOut = options.clock.sleep(ABORT_MS, over.signal).then(
		() => limit.abort(),
		() => undefined,
	);
	const patience = signal.aborted ? options.clock.sleep(STOP_MS, over.signal).catch(() => undefined) : timedOut;
	await Promise.race([answered, patience]);
}
