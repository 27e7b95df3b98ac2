import { abortedError, isLibraryError } from '../../protocol/wire/libraryError';
import type { Clock } from '../async/clock';
import { onAbort } from '../async/onAbort';
import type { UploadPort, UploadSession } from './port';
import type { UploadRun } from './state';

/* The end of an upload that is given up: its session is aborted at the service. */

/** How long the service may take to answer after a cancel, in ms. */
const ABORT_MS = 5_000;
/** How long the person who pressed Stop waits for that, in ms; the request itself continues in the background. */
const STOP_MS = 700;
/** How often the abort is asked for at most, and the pause in ms before each repetition. */
const ATTEMPTS = 3;
const PAUSE_MS = 250;

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
	let over: AbortController | undefined;
	const forget = onAbort(signal, () => {
		over = new AbortController();
		options.clock.sleep(ABORT_MS, over.signal).then(
			() => limit.abort(signal.reason),
			() => undefined,
		);
	});
	try {
		return await ask(limit.signal);
	} finally {
		forget();
		over?.abort();
	}
}

/**
 * Aborts the session at the service, with its own timeout, even after the caller cancelled. Asks again after a passing
 * failure: a session that stays keeps its temporary file at the service, for a day (E08). Never throws.
 */
export async function abortSession(
	{ port, options, signal }: Pick<UploadRun, 'port' | 'options' | 'signal'>,
	session: UploadSession,
): Promise<void> {
	const limit = new AbortController();
	const over = new AbortController();
	const answered = askToAbort(port, session, options.clock, limit.signal).then(() => over.abort());
	const timedOut = options.clock.sleep(ABORT_MS, over.signal).then(
		() => limit.abort(),
		() => undefined,
	);
	const waited = signal.aborted ? options.clock.sleep(STOP_MS, over.signal).catch(() => undefined) : timedOut;
	await Promise.race([answered, waited]);
}

/** Never throws: the failure that led to the abort is the one to report. */
async function askToAbort(port: UploadPort, session: UploadSession, clock: Clock, signal: AbortSignal): Promise<void> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		try {
			return await port.abort(session, signal);
		} catch (cause) {
			const mayPass = isLibraryError(cause) && cause.retryable;
			if (!mayPass || attempt === ATTEMPTS) return;
			await clock.sleep(PAUSE_MS * attempt, signal).catch(() => undefined);
		}
	}
}
