import { isLibraryError } from '../../protocol/wire/libraryError';
import { backoff } from '../async/clock';
import { unlessFailed } from '../files/unlessFailed';
import { pauseBeforeRetry, type Caller } from '../service/call';

/** How often a change is sent at most. */
const MAX_ATTEMPTS = 4;

/**
 * Makes a change that must not simply be sent again: after a failure it is looked whether the change was made all the
 * same (its answer was lost, or someone else made it), and sent again only where it was not and the failure may pass.
 * Answers what the service answered; undefined where that was lost. Throws the failure of `send`.
 */
export async function sendUnlessDone<T>(
	caller: Caller,
	send: () => Promise<T>,
	isDone: () => Promise<boolean>,
): Promise<T | undefined> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await send();
		} catch (cause) {
			if (!isLibraryError(cause) || cause.kind === 'aborted' || cause.kind === 'auth') throw cause;
			if (await unlessFailed(isDone(), () => false)) return undefined;
			if (attempt >= MAX_ATTEMPTS || !(cause.retryable || (cause.retries ?? 0) >= attempt)) throw cause;
			const waitMs = backoff(attempt, (caller.random ?? Math.random)());
			await pauseBeforeRetry(caller, Math.max(waitMs, 1000 * Math.min(60, cause.retryAfter ?? 0)), cause);
		}
	}
}
