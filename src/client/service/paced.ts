import { retryAfter } from '../../protocol/wire/decode';
import { stopwatch } from '../async/clock';
import { makePace, type Pace } from '../async/pace';
import type { Http, HttpAnswer, HttpRequest } from '../http/types';
import { MAX_RETRY_AFTER, type Caller } from './call';

/* Requests that pause together when the service answers 429. */

/** How often a request is sent again at most, and for how long in ms: its signature has the time of the first time. */
const MAX_REFUSALS = 30;
const MAX_WAIT_MS = 300_000;

/**
 * The same caller, whose requests pause with all others that share its `pace`. An answer 429 means that nothing was
 * done and that the service wants fewer requests, whoever sends them: all pause, as long as Retry-After says, otherwise
 * longer with each refusal in a row, and what was refused is sent again. After the end of the run (`noRetryAfter`) a
 * refusal is answered as it is.
 */
export function paced(caller: Caller): Caller {
	const { pace = makePace(), http } = caller;
	const request: Http['request'] = async (asked) => await sendPaced({ ...caller, pace, http }, asked);
	return { ...caller, pace, http: { ...http, request } };
}

async function sendPaced(caller: Caller & { readonly pace: Pace }, request: HttpRequest): Promise<HttpAnswer> {
	const { pace, http, clock, noRetryAfter: over, random = Math.random } = caller;
	const elapsedMs = stopwatch(clock);
	for (let refusals = 1; ; refusals++) {
		const sentAt = await pace.wait(clock, request.signal, over);
		const answer = await http.request(request);
		if (answer.status !== 429) {
			pace.goOn();
			return answer;
		}
		const asked = retryAfter(answer.headers, clock.now()) ?? 0;
		const isLast = refusals >= MAX_REFUSALS || elapsedMs() > MAX_WAIT_MS || over?.aborted === true;
		if (isLast || asked > MAX_RETRY_AFTER || !canBeSentAgain(request)) return answer;
		pace.slowDown(clock, { sentAt, askedMs: asked * 1000, random: random() });
		await answer.discard();
	}
}

/** A body that is a stream is sent once. */
const canBeSentAgain = ({ body }: HttpRequest): boolean =>
	body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
