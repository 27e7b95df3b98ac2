import { type Caller, call, type CallParams } from './call';
import type { Budget } from '../async/budget';
import type { ServiceRequest } from '../../protocol/operation/define';
import type { HttpRequest } from '../http/types';

/** The same caller with some things changed. Its account stays the newest one of `caller`. */
export const variantOf = (caller: Caller, changes: Partial<Omit<Caller, 'account'>>): Caller => ({
	...caller,
	get account() {
		return caller.account;
	},
	...changes,
});

/**
 * The same caller with a limit of its own for the silence of servers, in ms; undefined leaves the limit to each
 * request.
 */
export const withSilence = (caller: Caller, silenceMs: number | undefined): Caller =>
	silenceMs === undefined ? caller : variantOf(caller, { silenceMs });

/** The same caller, which shares the number of requests under way with all others that have the same slots. */
export const withSlots = (caller: Caller, slots: Budget): Caller =>
	variantOf(caller, {
		http: {
			request: async (request) => await slots.reserve(1, async () => await caller.http.request(request)),
			close: async () => await caller.http.close(),
		},
	});

/** An answer, and the time that the service stated with it (Unix seconds); Infinity where it states none. */
interface DatedAnswer<O> {
	readonly answer: O;
	readonly at: number;
}

/** `call`, with the Date of the answer. Throws what `call` throws. */
export async function callDated<O>(caller: Caller, op: ServiceRequest<O>, params: CallParams): Promise<DatedAnswer<O>> {
	let date = '';
	const http = {
		...caller.http,
		async request(request: HttpRequest) {
			const answer = await caller.http.request(request);
			date = answer.headers.date ?? '';
			return answer;
		},
	};
	const answer = await call(variantOf(caller, { http }), op, params);
	const ms = Date.parse(date);
	return { answer, at: Number.isNaN(ms) ? Infinity : Math.floor(ms / 1000) };
}
