import type { RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import type { Session } from './uploadService';

/** What can happen to one request. Up to `brokenJson` the request takes effect, from `resetEarly` on it does not. */
export const FAULTS = [
	'ok',
	'drip',
	'resetLate',
	'halfAnswer',
	'empty',
	'brokenJson',
	'resetEarly',
	'resetMiddle',
	'notHttp',
	'webPage',
	'redirect',
	'echo400',
	'echo500',
	'forget',
	'processing',
	's401',
	's403',
	's410',
	's416',
	's429',
	's500',
	's503',
	'retrySeconds',
	'retryDate',
	'retryLong',
	'conflict',
	'conflictLower',
	'conflictHigher',
	'conflictText',
	'conflictBare',
	'crc',
] as const;
/** A fault by name. */
export type Fault = (typeof FAULTS)[number];

/** Whether the request takes effect in spite of the fault. */
export const isEffective = (fault: Fault): boolean => FAULTS.indexOf(fault) < FAULTS.indexOf('resetEarly');
/** Whether the client cannot learn what the answer says. */
export const isUnheard = (fault: Fault): boolean => ['resetLate', 'halfAnswer', 'empty', 'brokenJson'].includes(fault);

/** The reply of the service, as an effective fault lets it through. */
export function damaged(fault: Fault, reply: Reply): Reply {
	const { status = 200, body = '' } = reply;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	switch (fault) {
		case 'drip':
			return { ...reply, body: ` ${text}`, fault: 'drip' };
		case 'resetLate':
			return { fault: 'reset' };
		case 'halfAnswer':
			return { status, headers: { 'content-length': text.length + 10 }, body: text, fault: 'cut' };
		case 'empty':
			return { status };
		case 'brokenJson':
			return { status, body: `{${text.slice(1, -2)}` };
		default:
			return reply;
	}
}

/** 409 with the offset that the server says it expects. */
function conflict(fault: Fault, held: number): Reply {
	const expected: Partial<Record<Fault, unknown>> = {
		conflict: held,
		conflictLower: Math.max(0, held - 1),
		conflictHigher: held + 1,
		conflictText: 'somewhere',
	};
	return { status: 409, body: { error_code: 40900, expect: expected[fault] } };
}

/** What is answered in place of the service's reply; nothing takes effect. */
export function refused(fault: Fault, { headers, url, body }: RecordedRequest, session: Session | undefined): Reply {
	const text = `refused ${JSON.stringify(headers)} ${url} ${body.toString('latin1')}`;
	switch (fault) {
		case 'webPage':
			return { headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Sign in</title>' };
		case 'redirect':
			return { status: 302, headers: { location: `http://${headers.host}/elsewhere` } };
		case 'echo400':
		case 'echo500':
			return { status: Number(fault.slice(-3)), body: { error_code: 49999, error_msg: text } };
		case 'forget':
			if (session?.state === 'open') session.state = 'forgotten';
			return { status: 500, body: 'upload not initialized' };
		case 'processing':
			return { status: 202 };
		case 'retrySeconds':
			return { status: 503, headers: { 'retry-after': '2' } };
		case 'retryDate':
			return { status: 503, headers: { 'retry-after': new Date(1_700_000_003_000).toUTCString() } };
		case 'retryLong':
			return { status: 503, headers: { 'retry-after': '90' } };
		case 'crc':
			return { status: 400, body: { error_code: 40001, error_msg: 'got 1, expected 2' } };
		default:
			return fault.startsWith('conflict')
				? conflict(fault, session?.data.length ?? 0)
				: { status: Number(fault.slice(1)) };
	}
}
