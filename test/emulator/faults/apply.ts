import { setTimeout as sleep } from 'node:timers/promises';
import { send, sendHtml, type Exchange } from '../http/exchange';
import { dripAnswer, rewriteAnswer, stallAnswer } from './changedAnswer';
import { limitAnswer, resetConnection, resetWithin } from './connection';
import type { FaultAction, FaultRule } from './faults';

const DEFAULT_SLOW_MS = 2000;
const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Applies a scripted fault to a request. True when the request is answered, or reset, and must not be handled. */
export async function applyFault(
	{ action, slowMs = DEFAULT_SLOW_MS }: FaultRule,
	exchange: Exchange,
): Promise<boolean> {
	const { req, res } = exchange;
	if (action === 'slow') {
		// The timer does not keep a process alive whose tests have ended.
		await sleep(slowMs, undefined, { ref: false });
		return false;
	}
	if (action === 'reset' || action === 'resetWithin') {
		if (action === 'reset') resetConnection(req);
		else resetWithin(req);
		return true;
	}
	if (action === 'html' || (typeof action === 'object' && 'status' in action)) {
		if (action === 'html') sendHtml(res, 502, PROXY_PAGE);
		else answerInstead(action, res);
		req.resume();
		return true;
	}
	changeAnswer(action, slowMs, exchange);
	return false;
}

/** The faults after which the request takes effect. */
type AfterEffect = Exclude<FaultAction, 'slow' | 'reset' | 'resetWithin' | 'html' | { readonly status: number }>;

function changeAnswer(action: AfterEffect, slowMs: number, { req, res }: Exchange): void {
	if (action === 'resetAfter') limitAnswer(req, res, 0);
	else if (action === 'drip') dripAnswer(res, slowMs);
	else if (action === 'stall') stallAnswer(req, res, slowMs);
	else if ('rewrite' in action) rewriteAnswer(res, action.rewrite);
	else limitAnswer(req, res, action.cutAfterBytes);
}

function answerInstead(action: Extract<FaultAction, { readonly status: number }>, res: Exchange['res']): void {
	for (const [name, value] of Object.entries(action.headers ?? {})) res.setHeader(name, value);
	if (typeof action.body === 'string') {
		send(res, action.status, 'text/plain', action.body);
		return;
	}
	const body = action.body ?? { error_code: action.status, error_msg: 'scripted fault' };
	send(res, action.status, 'application/json; charset=utf-8', JSON.stringify(body));
}
