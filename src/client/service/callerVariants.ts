import { isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import type { Caller } from './call';

/** How long a person waits for attempts, in ms. */
const PATIENCE_MS = 10_000;

/** The same caller with a limit for the silence of servers, in ms; undefined leaves it to each request. */
export const withSilence = (caller: Caller, silenceMs: number | undefined): Caller =>
	silenceMs === undefined ? caller : { ...caller, silenceMs };

/** The same caller for someone who waits in front of a screen: soon nothing that has failed is tried again. */
export const impatient = (caller: Caller): Caller => ({ ...caller, noRetryAfter: AbortSignal.timeout(PATIENCE_MS) });

/**
 * What `send` answers, which is no `call`: by the account of a caller, and once more by a renewed one when it was
 * refused with one of these statuses, because a refused request did nothing.
 */
export async function sendRenewing<T>(
	caller: Caller,
	refusals: readonly number[],
	send: (by: Caller) => Promise<T>,
): Promise<T> {
	const sent = caller.account(); // another call may renew it meanwhile
	try {
		return await send({ ...caller, account: () => sent });
	} catch (cause) {
		const isRefused = isLibraryError(cause) && refusals.includes(cause.status ?? 0);
		const account = isRefused ? await caller.renew?.(cause, sent) : undefined;
		if (!account) throw rethrown(cause);
		return await send({ ...caller, account: () => account });
	}
}
