import { pause } from '../async/clock';
import { serviceUrl } from '../http/serviceUrl';
import type { Http, HttpRequest } from '../http/types';
import { abortedError } from '../../protocol/wire/libraryError';
import { isDated, methodOf, pathOf, type ServiceRequest } from '../../protocol/operation/define';
import { decodeAnswer, CLOCK_TOLERANCE } from '../../protocol/wire/decode';
import { isSignatureRefused } from '../../protocol/wire/errorCodes';
import { type LibraryError, inputError, isLibraryError } from '../../protocol/wire/libraryError';
import { sign, type WireParams } from '../../protocol/wire/sign';
import { type Account, secretsOf, wireIdentity } from './account';
import { backoff, type Clock } from '../async/clock';
import { neverSent } from '../http/transportErrors';

/** A pause before the next try, for those who want to tell the person. */
export interface Wait {
	readonly operation: string;
	readonly attempt: number;
	readonly delayMs: number;
	readonly error: LibraryError;
}

/** Everything a call needs; one for each execution. */
export interface Caller {
	readonly account: Account;
	readonly http: Http;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	readonly onWait?: (wait: Wait) => void;
	/**
	 * Where `account` can become invalid and be got anew: the account to repeat a refused call with, or undefined to report the refusal.
	 * `call` asks once for each call that failed with kind `auth` on `refused`, and sends that call once more: it did nothing.
	 * Many calls may ask at the same time about the same account; it answers with one new account for all. What it throws is reported.
	 * Such a caller's `account` is the newest one at every reading.
	 */
	readonly renew?: (error: LibraryError, refused: Account) => Promise<Account | undefined>;
	/** A number in [0, 1) for the jitter. Default Math.random. */
	readonly random?: () => number;
	/** Further values that no error may show. */
	readonly secrets?: readonly string[];
}

const ATTEMPTS = 4;
/** Longest Retry-After in seconds that is waited for; a longer one is reported. */
const PATIENCE = 60;

/** Silence of the service in ms before a call is given up: some writes work on whole folders. */
const SILENCE_MS = 120_000;

/** What the service's clock is ahead of ours, in seconds, by origin: learned once for all callers that share connections. */
const skews = new WeakMap<Http, Map<string, number>>();

/**
 * One call: adds identity, dateline and sign, sends, decodes. Answers the parsed JSON (`{}` for an empty body).
 * Repeatable operations are tried 4 times in all on network errors, 429 and 502 to 504; others only when nothing was sent.
 * A signature refused while the clocks differ by more than a minute is made once more with the service's time.
 * A call refused with kind `auth` is made once more when the caller can renew its account.
 * Throws LibraryError of any kind but `upload`; kind `input` for a Base URL that is none, with nothing sent.
 */
export async function call<O>(caller: Caller, op: ServiceRequest<O>, params: WireParams): Promise<O> {
	const base = serviceUrl(caller.account.baseUrl, pathOf(op));
	let current: Caller = { ...caller };
	let [resigned, renewed] = [false, false];
	for (let attempt = 1; ; attempt++) {
		try {
			// The one place where an answer is believed to be of the type that the document gives it.
			return (await once(current, op, params, base)) as O;
		} catch (cause) {
			if (!isLibraryError(cause)) throw cause;
			if (!resigned && learnSkew(caller, base, cause)) {
				resigned = true;
				attempt--; // a refused signature changed nothing and was no try
				continue;
			}
			const account = renewed || cause.kind !== 'auth' ? undefined : await caller.renew?.(cause, current.account);
			if (account) {
				renewed = true;
				attempt--; // a refused call changed nothing and was no try
				current = { ...caller, account };
				continue;
			}
			await pauseOrThrow(caller, op, attempt, cause);
		}
	}
}

async function once(caller: Caller, op: ServiceRequest, params: WireParams, base: URL): Promise<unknown> {
	const { account, http, clock, signal } = caller;
	const { request, signature } = requestOf(caller, op, params, base);
	const answer = await http.request({
		...request,
		operation: op.id,
		headersTimeout: SILENCE_MS,
		...(signal ? { signal } : {}),
	});
	const text = await answer.text();
	return decodeAnswer(
		op.id,
		{ status: answer.status, headers: answer.headers, text },
		clock.now(),
		[...secretsOf(account), ...(caller.secrets ?? []), signature],
		op.done !== undefined,
	);
}

/** The request and its signature, which a service that repeats the request in its error would show. */
function requestOf(
	caller: Caller,
	op: ServiceRequest,
	params: WireParams,
	base: URL,
): { request: HttpRequest; signature: string } {
	const { account, clock } = caller;
	const seconds = Math.floor(clock.now() / 1000) + skewOf(caller, base);
	const sent: WireParams = {
		...params,
		...wireIdentity(account),
		...(isDated(op) ? { dateline: String(seconds) } : {}),
	};
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(sent))
		if (value !== null && value !== undefined) form.append(name, value);
	const signature = op.signed === false ? '' : sign(sent, account.secret, op.unsigned);
	if (signature) form.append('sign', signature);
	// The service words its messages in the language asked for (client facts 2.7).
	const headers = { accept: 'application/json', 'accept-language': 'en-US' };
	if (methodOf(op) === 'GET') return { signature, request: { method: 'GET', url: `${base.href}?${form}`, headers } };
	return {
		signature,
		request: {
			method: 'POST',
			url: base.href,
			headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
			body: form.toString(),
		},
	};
}

/** Seconds that are added to our clock for this service. */
const skewOf = (caller: Caller, base: URL): number => skews.get(caller.http)?.get(base.origin) ?? 0;

/**
 * True when a signature was refused that was made with a time off by more than a minute, as the service's Date tells:
 * the difference is kept for later calls, or forgotten when the clocks agree again.
 */
function learnSkew(caller: Caller, base: URL, error: LibraryError): boolean {
	const theirs = error.clockSkew;
	if (
		!isSignatureRefused(error) ||
		theirs === undefined ||
		Math.abs(theirs - skewOf(caller, base)) <= CLOCK_TOLERANCE
	)
		return false;
	const known = skews.get(caller.http) ?? new Map<string, number>();
	skews.set(caller.http, known.set(base.origin, Math.abs(theirs) <= CLOCK_TOLERANCE ? 0 : theirs));
	return true;
}

async function pauseOrThrow(caller: Caller, op: ServiceRequest, attempt: number, error: LibraryError): Promise<void> {
	const again = error.retryable && (op.repeatable || neverSent(error));
	if (!again || attempt >= ATTEMPTS || (error.retryAfter ?? 0) > PATIENCE) throw error;
	const delayMs = Math.max((error.retryAfter ?? 0) * 1000, backoff(attempt, (caller.random ?? Math.random)()));
	caller.onWait?.({ operation: op.id, attempt, delayMs, error });
	await pause(caller.clock, delayMs, caller.signal);
}
