import { isChange, isRepeatable, pathOf, type ServiceRequest } from '../../protocol/operation/define';
import { decodeAnswer, withShape } from '../../protocol/wire/decode';
import { parsedBody, withDoubt } from '../../protocol/wire/errorBody';
import { fieldsIn } from '../../protocol/wire/json';
import { isLibraryError, type LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { WINDOW } from '../../protocol/wire/scrub';
import type { WireParams } from '../../protocol/wire/sign';
import { backoff, type Clock, pause } from '../async/clock';
import { inTurns } from '../async/inTurns';
import { eitherOf } from '../async/onAbort';
import { MAX_RETRY_AFTER, type Pace, pausesOf } from '../async/pace';
import { serviceUrl } from '../http/serviceUrl';
import { neverSent, stayedSilent, wasLost } from '../http/transportErrors';
import type { Http } from '../http/types';
import { type Account, secretsOf } from './account';
import { linkSecrets, type SecretVault } from './secretVault';
import { learnSkew, serviceSeconds } from './clockSkew';
import { signedRequest } from './signedRequest';

/** A pause before the next attempt, as `onWait` reports it; `attempt` is the number of the one that failed, from 1. */
export interface Wait {
	readonly operation: string;
	readonly attempt: number;
	readonly delayMs: number;
	readonly error: LibraryError;
}

/** Everything a call needs; one for each execution. */
export interface Caller {
	/** The newest one, see `renew`; the same object until there is another one. */
	readonly account: () => Account;
	readonly http: Http;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	readonly onWait?: (wait: Wait) => void;
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
/** Silence of the service in ms before a call is given up. */
const SILENCE_MS = 120_000;
/** The same for a request that works on whole folders: other clients wait 5 minutes to an hour (client facts 7.16). */
const SLOW_SILENCE_MS = 600_000;

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
			caller.pace?.goOn();
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
	const silence = caller.silenceMs ?? (op.slow ? SLOW_SILENCE_MS : SILENCE_MS);
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
	caller.onWait?.({ operation: op.id, attempt, delayMs, error });
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
