import { sleep as pause } from 'n8n-workflow';

/*
 * Time without timers of Node.js, which this edition may not set: n8n's `sleep` where nothing ends the wait early, and
 * otherwise signals of their own, which no longer cost anything once nobody listens to them.
 */

/** Calls `then` after `ms` milliseconds, unless what it returns is called before. */
export function timer(ms: number, then: () => void): () => void {
	const due = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	due.addEventListener('abort', then, { once: true });
	return () => due.removeEventListener('abort', then);
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	if (!signal) return await pause(ms);
	signal.throwIfAborted();
	let wake = (): void => undefined;
	const over = new Promise<void>((resolve) => (wake = resolve));
	const cancel = timer(ms, wake);
	signal.addEventListener('abort', wake, { once: true });
	await over;
	cancel();
	signal.removeEventListener('abort', wake);
	signal.throwIfAborted();
}

/** Resolves in a later turn of the event loop: what waits meanwhile comes first. Takes a millisecond. */
export const turn = async (): Promise<void> => await pause(0);
