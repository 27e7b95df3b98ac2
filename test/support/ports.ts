import type { Http, HttpAnswer, HttpRequest } from '../../src/client/http/types';
import type { Account } from '../../src/client/service/account';
import type { Caller } from '../../src/client/service/call';
import type { Clock } from '../../src/client/async/clock';
import { Readable } from 'node:stream';

export interface FakeClock extends Clock {
	time: number;
	slept: number[];
}
/** A clock whose sleeps take no time but move it on. */
export function fakeClock(start = 1_700_000_000_000): FakeClock {
	const clock: FakeClock = {
		time: start,
		slept: [],
		now: () => clock.time,
		sleep: async (ms, signal) => {
			signal?.throwIfAborted();
			clock.slept.push(ms);
			clock.time += ms;
			await new Promise((resolve) => setImmediate(resolve));
			signal?.throwIfAborted();
		},
	};
	return clock;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}
export interface ScriptedHttp extends Http {
	sent: HttpRequest[];
}
/** Answers request n with entry n of the script; an Error is thrown. The last entry repeats. */
export function scriptedHttp(...script: Array<Reply | Error | ((r: HttpRequest) => Reply)>): ScriptedHttp {
	const sent: HttpRequest[] = [];
	return {
		sent,
		request: async (r) => {
			sent.push(r);
			const step = script[Math.min(sent.length, script.length) - 1];
			if (step instanceof Error) throw step;
			return answerOf(typeof step === 'function' ? step(r) : (step ?? {}));
		},
		close: async () => undefined,
	};
}

function answerOf({ status = 200, headers = {}, body = '' }: Reply): HttpAnswer {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return {
		status,
		headers,
		text: async () => text,
		stream: () => Readable.from([Buffer.from(text)]),
		discard: async () => undefined,
	};
}

export const orgAccount = (baseUrl = 'https://files.example.com'): Account => ({
	kind: 'org',
	baseUrl,
	vendorPrefix: 'svc',
	clientId: 'lib1',
	secret: 'top-secret-value',
	http: { allowUnauthorizedCerts: false },
});

/** `random` is 1 minus nothing: the longest pause, so that bounds are exact. */
export const callerWith = (http: Http, extra: Partial<Caller> = {}): Caller => ({
	account: orgAccount(),
	http,
	clock: fakeClock(),
	random: () => 0.999999,
	...extra,
});

/** The fields of a form body or a query. */
export function fieldsOf(r: HttpRequest | undefined): Record<string, string> {
	const text = typeof r?.body === 'string' ? r.body : new URL(r?.url ?? 'http://x').search;
	return Object.fromEntries(new URLSearchParams(text));
}

/** The error a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
	try {
		await promise;
	} catch (error) {
		return error as Error & Record<string, unknown>;
	}
	throw new Error('nothing was thrown');
}
