import {
	isChange,
	isRepeatable,
	pathOf,
	type ServiceRequest,
	isDated,
	methodOf,
} from '../../protocol/operation/define';
import { decodeAnswer, withShape, CLOCK_TOLERANCE } from '../../protocol/wire/decode';
import { parsedBody, withDoubt } from '../../protocol/wire/errorBody';
import { fieldsIn } from '../../protocol/wire/json';
import { isLibraryError, type LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { WINDOW } from '../../protocol/wire/scrub';
import { type WireParams, sign } from '../../protocol/wire/sign';
import { backoff, type Clock, pause } from '../async/clock';
import { inTurns } from '../async/inTurns';
import { eitherOf } from '../async/onAbort';
import { MAX_RETRY_AFTER, type Pace, pausesOf } from '../async/pace';
import { serviceUrl } from '../http/addresses';
import { SILENCE_MS } from '../http/slowTransfer';
import { neverSent, stayedSilent, wasLost } from '../http/transportErrors';
import type { Http, HttpRequest } from '../http/types';
import { type Account, secretsOf, wireIdentity } from './account';
import { linkSecrets, type SecretVault } from './secretVault';
import { hasTrait, mayHaveTrait } from '../../protocol/wire/errorCodes';

/** Everything a call needs; one for each execution. */
export interface Caller {
	/** The newest one, see `renew`; the same object until there is another one. */
	readonly account: () => Account;
	readonly http: Http;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	/**
	 * Present where the account can become invalid and be obtained again.
	 * Returns the account to repeat a call with that failed with kind `auth` on `refused`, or undefined to report the
	 * refusal. Asked once for each such call; calls that ask about the same account get the same new one.
	 */
	readonly renew?: (error: LibraryError, refused: Account) => Promise<Account | undefined>;
	/** Longest silence of a server in ms before an answer is given up. Default: 2 minutes, 10 for a `slow` request. */
	readonly silenceMs?: number;
	/** How often a call is attempted at most. Default: 4. */
	readonly attempts?: number;
	/** Once it is aborted, nothing that has failed is tried again; requests under way go on. */
	readonly noRetryAfter?: AbortSignal;
	/** The pauses that all calls with it make together after answers 429, which then are no attempts. */
	readonly pace?: Pace;
	/** A number in [0, 1) for the jitter. Default: Math.random. */
	readonly random?: () => number;
	/** Further values that no error may show. */
	readonly secrets?: readonly string[];
	/** What the run knows that nobody may read; each call adds to it. */
	readonly vault?: SecretVault;
}

/** Everything that no error about this caller may show. */
export const hiddenBy = ({ account, secrets = [], vault }: Caller): string[] => [
	...secretsOf(account()),
	...secrets,
	...(vault?.all() ?? []),
];

const MAX_ATTEMPTS = 4;
/** Wire parameters, or what makes them for a time: the one of the service in Unix seconds, anew for each attempt. */
export type CallParams = WireParams | ((seconds: number) => WireParams);

/**
 * One call: adds identity, dateline and sign, sends, decodes. Returns the parsed JSON (`{}` for an empty body).
 * Repeatable operations are attempted up to 4 times on network errors, 429 and 502 to 504, and up to 3 times when the
 * service itself fails (500, 50001); all others again only when nothing was sent. Two refusals are answered by one more
 * request and do not count as attempts, because a refused call did nothing: one made with a wrong clock, and one of an
 * account that the caller can renew. Each request is signed anew. Before a request is repeated whose answer was lost,
 * `findDone` is asked: what it finds to be done already is the answer, undefined lets the request be repeated.
 * Throws LibraryError of any kind but `upload`; kind `input` for an invalid Base URL, before anything is sent.
 */
export async function call<O>(
	caller: Caller,
	op: ServiceRequest<O>,
	params: CallParams,
	findDone?: () => Promise<O | undefined>,
): Promise<O> {
	let account = caller.account();
	const url = serviceUrl(account.baseUrl, pathOf(op));
	const failures: LibraryError[] = [];
	let [signedAgain, renewed] = [false, false];
	const pauses = pausesOf(caller);
	for (;;) {
		if (caller.pace) await pauses.wait();
		try {
			// The one place where an answer is trusted to be of the type that the catalogue declares.
			const answer = (await attemptCall(caller, account, { op, params, url })) as O;
			caller.pace?.accepted();
			return answer;
		} catch (cause) {
			if (!isLibraryError(cause)) throw rethrown(cause);
			if (pauses.isRefused(cause)) continue;
			if (!signedAgain && learnSkew(caller.clock, url, cause, op)) {
				signedAgain = true;
				continue;
			}
			const fresh = renewed || cause.kind !== 'auth' ? undefined : await caller.renew?.(cause, account);
			if (fresh) {
				renewed = true;
				account = fresh;
				continue;
			}
			failures.push(cause);
			await pauseOrThrow(caller, op, failures);
			const done = neverSent(cause) ? undefined : await findDone?.();
			if (done !== undefined) return done;
		}
	}
}

/** One request of a call. There are many: what only a failure needs is collected when there is one. */
async function attemptCall(
	caller: Caller,
	account: Account,
	{ op, params, url }: { readonly op: ServiceRequest; readonly params: CallParams; readonly url: URL },
): Promise<unknown> {
	const { http, clock, signal, vault } = caller;
	const seconds = serviceSeconds(clock, url);
	const wire = typeof params === 'function' ? params(seconds) : params;
	const { request, signature } = signedRequest(account, op, wire, url, seconds);
	const silence = caller.silenceMs ?? SILENCE_MS[op.slow ? 'slowCall' : 'call'];
	const own = [...secretsIn(wire), signature];
	vault?.note(...own);
	const limits = { headersTimeout: silence, bodyTimeout: silence };
	const answer = await http.request(signal ? { ...request, ...limits, signal } : { ...request, ...limits });
	const { status, headers } = answer;
	const text = await answer.text();
	const body = decodeAnswer(
		op.id,
		{ status, headers, text, parsed: await inTurns(parsedBody(text)) },
		clock.now(),
		() => [...hiddenBy({ ...caller, account: () => account }), ...own],
		{ isChange: isChange(op), mustConfirm: op.done !== undefined },
	);
	if (op.secrets) vault?.note(...handedOut(body, op.secrets));
	if (vault && text.length > WINDOW) await inTurns(vault.searchLong(body));
	return op.shape ? withShape(body, op.shape) : body;
}

/** Parameters that are secrets, whatever the request. */
const SECRET_PARAMS: readonly string[] = ['password', 'ticket', 'refresh_token', 'exchange_token'];

const secretsIn = (wire: WireParams): string[] => SECRET_PARAMS.flatMap((name) => wire[name] ?? []);

/** The secrets that an answer is made to contain, by the names of their fields. */
function handedOut(body: unknown, names: readonly string[]): string[] {
	const fields = fieldsIn(body);
	const texts = names.flatMap((name) => fields[name] ?? []).filter((value) => typeof value === 'string');
	return texts.flatMap((text) => (/^https?:/i.test(text) ? linkSecrets(text) : [text]));
}

/** Waits before the next attempt; throws the last failure when there must not be one. */
async function pauseOrThrow(caller: Caller, op: ServiceRequest, failures: readonly LibraryError[]): Promise<void> {
	const attempt = failures.length;
	const error = failures.at(-1) as LibraryError;
	const retryAfter = error.retryAfter ?? 0;
	const isLast = attempt >= (caller.attempts ?? MAX_ATTEMPTS);
	if (isLast || !mayRepeat(op, failures, error) || retryAfter > MAX_RETRY_AFTER)
		throw isChange(op) && wasLost(error) ? withDoubt(error) : error;
	const delayMs = Math.max(retryAfter * 1000, backoff(attempt, (caller.random ?? Math.random)()));
	await pauseBeforeRetry(caller, delayMs, error);
}

/**
 * Waits before something is tried again. Throws LibraryError aborted when the caller is cancelled, and `failure`, that
 * of the last attempt, when nothing is to be tried again meanwhile.
 */
export async function pauseBeforeRetry(caller: Caller, delayMs: number, failure: LibraryError): Promise<void> {
	const { clock, signal, noRetryAfter: over } = caller;
	if (over?.aborted) throw failure;
	try {
		await pause(clock, delayMs, eitherOf(signal, over));
	} catch (cause) {
		throw over?.aborted && !signal?.aborted ? failure : cause;
	}
}

/** Whether a request is sent once more after these failures, of which `last` is the last one. */
function mayRepeat(op: ServiceRequest, failures: readonly LibraryError[], last: LibraryError): boolean {
	if (neverSent(last)) return last.retryable;
	if (!isRepeatable(op) || (op.slow && stayedSilent(last))) return false;
	const { retries } = last;
	return retries === undefined
		? last.retryable
		: failures.filter((failure) => failure.retries !== undefined).length <= retries;
}

/**
 * Adds identity, `dateline` (`seconds`, the time of the service) and `sign` to the parameters, and puts them into the
 * query of a GET or the form of a POST. A service may repeat the signature in an error; it is empty when unsigned.
 */
export function signedRequest(
	account: Account,
	op: ServiceRequest,
	params: WireParams,
	url: URL,
	seconds: number,
): { readonly request: HttpRequest; readonly signature: string } {
	const all: WireParams = {
		...params,
		...wireIdentity(account),
		...(isDated(op) ? { dateline: String(seconds) } : {}),
	};
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(all))
		if (value !== null && value !== undefined) form.append(name, value);
	const signature = op.signed === false ? '' : sign(all, account.secret, op.unsigned);
	if (signature) form.append('sign', signature);
	return { signature, request: requestOf(op, url, form) };
}

/** The service words its messages in the language asked for (client facts 2.7). */
const ACCEPTED = { accept: 'application/json', 'accept-language': 'en-US' };
const ACCEPTED_OF_FORM = { ...ACCEPTED, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

function requestOf(op: ServiceRequest, url: URL, form: URLSearchParams): HttpRequest {
	const operation = op.id;
	if (methodOf(op) === 'GET') return { method: 'GET', url: `${url.href}?${form}`, headers: ACCEPTED, operation };
	return { method: 'POST', url: url.href, headers: ACCEPTED_OF_FORM, body: form.toString(), operation };
}

/**
 * How far the clock of each service is ahead of ours, in seconds by origin. It belongs to our clock, so that whoever
 * uses that clock shares what was learned, whatever transport its requests take.
 */
const skews = new WeakMap<Clock, Map<string, number>>();

const skewOf = (clock: Clock, { origin }: URL): number => skews.get(clock)?.get(origin) ?? 0;

/** The time of a service in Unix seconds, as far as it is known: ours, corrected by what `learnSkew` has learned. */
export const serviceSeconds = (clock: Clock, service: URL): number =>
	Math.floor(clock.now() / 1000) + skewOf(clock, service);

/**
 * Learns the clock of a service from a refusal. Returns true when the request was made with a time that is more than a
 * minute off, judging by the Date of the answer: then the same request, made with `serviceSeconds`, may succeed. Only a
 * refused signature says so; where a person signs in, so does every refusal that a wrong clock may cause, because the
 * codes of a late ticket and of a late token request are not documented (B01, B06).
 */
function learnSkew(
	clock: Clock,
	service: URL,
	error: LibraryError,
	{ signsIn }: Pick<ServiceRequest, 'signsIn'> = {},
): boolean {
	const theirs = error.clockSkew;
	if (theirs === undefined || !(signsIn ? mayHaveTrait(error, 'clock') : hasTrait(error, 'signature'))) return false;
	if (Math.abs(theirs - skewOf(clock, service)) <= CLOCK_TOLERANCE) return false;
	const known = skews.get(clock) ?? new Map<string, number>();
	// Clocks that agree again need no correction.
	known.set(service.origin, Math.abs(theirs) <= CLOCK_TOLERANCE ? 0 : theirs);
	skews.set(clock, known);
	return true;
}
