import { isLibraryError, reworded, type LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { backoff } from '../async/clock';
import { MAX_RETRY_AFTER } from '../async/pace';
import { unlessFailed } from '../files/unlessFailed';
import { pauseBeforeRetry, type Caller } from '../service/call';

/* One change of a plan whose request must not simply be sent again. */

/** How often a change is sent at most, and how often it is looked up after each failure. */
const MAX_ATTEMPTS = 4;

/**
 * Makes a change that must not simply be sent again: after a failure it is looked up whether the change was made all
 * the same (its answer was lost, or someone else made it), and sent again only where it surely was not and the failure
 * may pass. A look-up that fails is no answer: it is made again, and in the end the change has failed, unsent. Returns
 * what the service answered; undefined where that was lost. Throws the failure of `send`, which says so where nobody
 * knows whether the change was made.
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
			if (!isLibraryError(cause) || cause.kind === 'aborted' || cause.kind === 'auth') throw rethrown(cause);
			if (await lookedUp(caller, cause, isDone)) return undefined;
			const mayPass = cause.retryable || (cause.retries ?? 0) >= attempt;
			if (attempt >= MAX_ATTEMPTS || !mayPass || asksForMore(cause)) throw rethrown(cause);
			await pauseAfter(caller, attempt, cause);
		}
	}
}

/** Whether a change that failed with `cause` was made. Throws `cause` where that cannot be found out. */
async function lookedUp(caller: Caller, cause: LibraryError, isDone: () => Promise<boolean>): Promise<boolean> {
	for (let attempt = 1; ; attempt++) {
		const found = await unlessFailed(isDone(), (failure) => failure);
		if (typeof found === 'boolean') return found;
		// What the service refused was not made, whatever the look-up says.
		if (!cause.retryable && cause.status !== undefined && cause.status < 500) throw cause;
		if (attempt >= MAX_ATTEMPTS || !found.retryable || asksForMore(found)) throw unknownAfter(cause, found);
		await pauseAfter(caller, attempt, found);
	}
}

/** Whether the service asks for a longer pause than is made. */
const asksForMore = ({ retryAfter = 0 }: LibraryError): boolean => retryAfter > MAX_RETRY_AFTER;

const unknownAfter = (cause: LibraryError, { message }: LibraryError): LibraryError =>
	reworded(
		cause,
		`${cause.message}; whether the change was made is not known, because the look-up failed: ${message}`,
	);

async function pauseAfter(caller: Caller, attempt: number, failure: LibraryError): Promise<void> {
	const waitMs = backoff(attempt, (caller.random ?? Math.random)());
	await pauseBeforeRetry(caller, Math.max(waitMs, 1000 * (failure.retryAfter ?? 0)), failure);
}
