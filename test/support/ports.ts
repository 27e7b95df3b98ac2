import type { Clock } from '../../src/client/async/clock';
import { textAnswer } from '../../src/client/http/httpAnswer';
import type { Http, HttpAnswer, HttpRequest } from '../../src/client/http/types';
import type { Account, OrgAccount, TokenAccount } from '../../src/client/service/account';
import type { Caller } from '../../src/client/service/call';
import { makeSecretVault } from '../../src/client/service/secretVault';

/* Ports of the client that tests replace: the clock and the HTTP transport, and callers made with them. */

export interface FakeClock extends Clock {
	/** The current time, Unix milliseconds. */
	time: number;
	/** The pauses so far, in ms. */
	slept: number[];
}

/** A clock of these parts, whose timers are sleeps: those that it has when the timer is set. */
export function clockOf<C extends Pick<Clock, 'now' | 'sleep'>>(parts: C): C & Clock {
	const clock: C & Clock = {
		random: Math.random,
		timer: (ms, then) => {
			const over = new AbortController();
			const wait = async (): Promise<void> => {
				await clock.sleep(ms, over.signal);
				if (!over.signal.aborted) then();
			};
			wait().catch(() => undefined);
			return () => over.abort();
		},
		...parts,
	};
	return clock;
}

/** A clock whose sleeps only advance its time, and are the longest ones: expected pauses are exact. */
export function fakeClock(start = 1_700_000_000_000): FakeClock {
	const clock: FakeClock = clockOf({
		time: start,
		slept: [] as number[],
		now: () => clock.time,
		random: () => 0.999999,
		sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
			signal?.throwIfAborted();
			clock.slept.push(ms);
			clock.time += ms;
			await new Promise((resolve) => setImmediate(resolve));
			signal?.throwIfAborted();
		},
	});
	return clock;
}

/** An answer of the scripted service: 200, no headers, an empty body unless stated; an object is sent as JSON. */
export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

export interface ScriptedHttp extends Http {
	/** The requests so far. */
	sent: HttpRequest[];
}

/** Answers request n with step n of the script; an Error is thrown. The last step repeats. */
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
	};
}

function answerOf({ status = 200, headers = {}, body = '' }: Reply): HttpAnswer {
	return textAnswer(status, headers, typeof body === 'string' ? body : JSON.stringify(body));
}

/** A library authorization. */
export const orgAccount = (baseUrl = 'https://files.example.com'): OrgAccount => ({
	kind: 'org',
	baseUrl,
	vendorPrefix: 'svc',
	clientId: 'lib1',
	secret: 'top-secret-value',
	http: { allowUnauthorizedCerts: false },
});

/** The access token of a person, in the same service. */
export const personAccount = (token = 't'): TokenAccount => {
	const { kind: _, clientId: __, ...deployment } = orgAccount();
	return { ...deployment, kind: 'token', token };
};

/** A caller with a fake clock. */
export const callerWith = (
	http: Http,
	{ account = orgAccount(), ...extra }: Partial<Omit<Caller, 'account'>> & { readonly account?: Account } = {},
): Caller => ({ account: () => account, http, clock: fakeClock(), vault: makeSecretVault(), ...extra });

/** The fields of a form body, or of the query of a request without a text as body. */
export function fieldsOf(r: HttpRequest | undefined): Record<string, string> {
	const text = typeof r?.body === 'string' ? r.body : new URL(r?.url ?? 'http://x').search;
	return Object.fromEntries(new URLSearchParams(text));
}

/** The error that a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
	try {
		await promise;
	} catch (error) {
		return error as Error & Record<string, unknown>;
	}
	throw new Error('nothing was thrown');
}
