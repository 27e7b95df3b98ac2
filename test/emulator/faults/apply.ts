import { setTimeout as sleep } from 'node:timers/promises';
import { send, sendHtml, type Exchange } from '../http/exchange';
import { limitAnswer, resetConnection } from './connection';
import type { FaultAction, FaultRule } from './faults';

const DEFAULT_SLOW_MS = 2000;
const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** Applies a scripted fault to a request. True when the request is answered, or reset, and must not be handled. */
export async function applyFault(rule: FaultRule, { req, res }: Exchange): Promise<boolean> {
	const { action } = rule;
	if (action === 'reset') {
		resetConnection(req);
		return true;
	}
	if (action === 'slow') {
		// The timer does not keep a process alive whose tests have ended.
		await sleep(rule.slowMs ?? DEFAULT_SLOW_MS, undefined, { ref: false });
		return false;
	}
	if (action === 'resetAfter' || (typeof action === 'object' && 'cutAfterBytes' in action)) {
		limitAnswer(req, res, action === 'resetAfter' ? 0 : action.cutAfterBytes);
		return false;
	}
	if (action === 'html') sendHtml(res, 502, PROXY_PAGE);
	else answerInstead(action, res);
	req.resume();
	return true;
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
