import { abortedError } from '../../protocol/wire/libraryError';
import type { UploadSession, Work } from './types';

/** How long the service may take to hear of it, in ms. */
const ABORT_MS = 5_000;
/** How long somebody who pressed Stop waits for that, in ms; the request goes on without them. */
const STOP_MS = 700;

/** Asks with a signal that follows `signal` 5 s later: an answer that says what must be undone is heard, also when nobody waits for it any more. Throws kind `aborted` when `signal` is already. */
export async function outlasting<T>(
	{ options, signal }: Pick<Work, 'options' | 'signal'>,
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

/** Tells the service, within a bounded time and with a signal of its own: a cancelled upload is aborted too. */
export async function abandon(
	{ port, options, signal }: Pick<Work, 'port' | 'options' | 'signal'>,
	session: UploadSession,
): Promise<void> {
	const limit = new AbortController();
	const over = new AbortController();
	const told = port
		.abort(session, limit.signal)
		.catch(() => undefined)
		.then(() => over.abort()); // the first failure is the one to report
	const late = options.clock.sleep(ABORT_MS, over.signal).then(
		() => limit.abort(),
		() => undefined,
	);
	const patience = signal.aborted ? options.clock.sleep(STOP_MS, over.signal).catch(() => undefined) : late;
	await Promise.race([told, patience]);
}
