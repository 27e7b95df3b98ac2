import type { ServiceRequest } from '../../protocol/operation/define';
import type { HttpRequest } from '../http/types';
import { call, type Caller, type CallParams } from './call';
import { variantOf } from './variantOf';

/** An answer, and the time that the service stated with it (Unix seconds); Infinity where it states none. */
export interface DatedAnswer<O> {
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
