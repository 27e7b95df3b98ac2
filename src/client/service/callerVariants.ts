import type { ServiceRequest } from '../../protocol/operation/define';
import { isLibraryError, rethrown } from '../../protocol/wire/libraryError';
import { makeBudget } from '../async/tasks';
import { makePace } from '../async/pace';
import type { Http } from '../http/types';
import { type Caller, call, type CallParams } from './call';

/** The same caller with a limit for the silence of servers, in ms; undefined leaves it to each request. */
export const withSilence = (caller: Caller, silenceMs: number | undefined): Caller =>
	silenceMs === undefined ? caller : { ...caller, silenceMs };

/** What the requests of a run have in common: how many are under way at most, and the pauses after answers 429. */
export type Slots = ReturnType<typeof makeSlots>;
export const makeSlots = (total: number) => ({ underWay: makeBudget(total), pace: makePace() });

/** The same caller, which shares the number of requests under way with all others that have the same slots. */
export const withSlots = (caller: Caller, { underWay, pace }: Slots): Caller => ({
	...caller,
	pace,
	http: {
		...caller.http,
		request: async (request) => await underWay.reserve(1, async () => await caller.http.request(request)),
	},
});

/** `call`, with the Date of the answer in Unix seconds; Infinity where it has none. Throws what `call` throws. */
export async function callDated<O>(
	caller: Caller,
	op: ServiceRequest<O>,
	params: CallParams,
): Promise<{ readonly answer: O; readonly at: number }> {
	let date = '';
	const http: Http = {
		...caller.http,
		request: async (request) => {
			const answer = await caller.http.request(request);
			date = answer.headers.date ?? '';
			return answer;
		},
	};
	const answer = await call({ ...caller, http }, op, params);
	const ms = Date.parse(date);
	return { answer, at: Number.isNaN(ms) ? Infinity : Math.floor(ms / 1000) };
}

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
