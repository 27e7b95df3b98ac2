import {
	isChange,
	isRepeatable,
	pathOf,
	type ServiceRequest,
	isDated,
	methodOf,
} from '../../protocol/operation/define';
import { decodeAnswer, withShape } from '../../protocol/wire/decode';
import { type Answer, withDoubt } from '../../protocol/wire/errorBody';
import { fieldsIn } from '../../protocol/wire/json';
import {
	type ErrorKind,
	counted,
	isLibraryError,
	type LibraryError,
	rethrown,
	reworded,
} from '../../protocol/wire/libraryError';
import { type WireParams, sign } from '../../protocol/wire/sign';
import { backoff, type Clock, pause, stopwatch } from '../async/clock';
import { type Budget, oneOf } from '../async/tasks';
import { serviceUrl } from '../http/addresses';
import { SILENCE_MS } from '../http/slowTransfer';
import { neverSent, stayedSilent, wasLost } from '../http/transportErrors';
import type { Http, HttpRequest } from '../http/types';
import { type Account, secretsOf, wireIdentity } from './account';
import { learnSkew, MAX_RETRY_AFTER, pausesOf, serviceSeconds } from './knownService';
import { linkSecrets, type SecretVault } from './secretVault';

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
	/** How many requests of a run may be under way. */
	readonly underWay?: Budget | undefined;
	/** Once it is aborted, nothing that has failed is tried again; requests under way go on. */
	readonly noRetryAfter?: AbortSignal;
	/** What the run knows that nobody may read; each call adds to it. */
	readonly vault: SecretVault;
}

/** Everything that no error about this caller may show. */
export const hiddenBy = ({ account, vault }: Pick<Caller, 'account' | 'vault'>): string[] => [
	...secretsOf(account()),
	...vault.all(),
];

const MAX_ATTEMPTS = 4;
/** How long a call waits in all for a service that wants fewer requests, in ms. */
const MAX_REFUSED_MS = 300_000;

/** Wire parameters, or what makes them for a time: the one of the service in Unix seconds, anew for each attempt. */
export type CallParams = WireParams | ((seconds: number) => WireParams);

/** What a call returns, and the Date of its answer in Unix seconds: Infinity where it has none or was not awaited. */
interface Dated<O> {
	readonly answer: O;
	readonly at: number;
}

/**
 * One call: adds identity, dateline and sign, sends, decodes. Returns the parsed JSON (`{}` for an empty body).
 * Repeatable operations are attempted up to 4 times on network errors and 502 to 504, and up to 3 times when the
 * service itself fails (500, 50001); all others again only when nothing was sent. Three refusals do not count as
 * attempts, because a refused call did nothing: one made with a wrong clock and one of an account that the caller can
 * renew, each answered by one more request, and 429, after which all calls to the service pause, for up to 5 minutes.
 * Each request is signed anew, after all pauses.
 *
 * With `findDone` every operation is repeatable: it is asked after a failure that may have left the work done, by this
 * call or by someone else. What it finds is the answer; undefined says that the work is not done.
 *
 * Throws LibraryError of any kind but `upload`; kind `input` for an invalid Base URL, before anything is sent. The
 * error says how long was waited.
 */
export const call = async <O>(
	caller: Caller,
	op: ServiceRequest<O>,
	params: CallParams,
	findDone?: () => Promise<O | undefined>,
): Promise<O> => (await callDated(caller, op, params, findDone)).answer;

/** `call`, with the Date of the answer. */
export async function callDated<O>(
	caller: Caller,
	op: ServiceRequest<O>,
	params: CallParams,
	findDone?: () => Promise<O | undefined>,
): Promise<Dated<O>> {
	let account = caller.account();
	const url = serviceUrl(account.baseUrl, pathOf(op));
	const pauses = pausesOf(caller.clock, url);
	const elapsedMs = stopwatch(caller.clock);
	const failures: LibraryError[] = [];
	let [waitedMs, refusals, signedAgain, renewed] = [0, 0, false, false];
	const waiting = async (pausing: () => Promise<void>): Promise<void> => {
		const pausedMs = stopwatch(caller.clock);
		await pausing();
		waitedMs += pausedMs();
	};
	for (;;) {
		if (pauses.isNow()) await waiting(async () => await pauses.wait(caller.signal, caller.noRetryAfter));
		const sent = pauses.sent();
		try {
			// The one place where an answer is trusted to be of the type that the catalogue declares.
			const attempt = async (): Promise<unknown> => await attemptCall(caller, account, { op, params, url });
			const dated = (await oneOf(caller.underWay, attempt)) as Dated<O>;
			pauses.accepted();
			return dated;
		} catch (cause) {
			if (!isLibraryError(cause)) throw rethrown(cause);
			const { status, retryAfter = 0 } = cause;
			if (status === 429) {
				const isLast = elapsedMs() > MAX_REFUSED_MS || retryAfter > MAX_RETRY_AFTER;
				if (isLast || caller.noRetryAfter?.aborted) throw afterWaiting(cause, waitedMs);
				pauses.refused(sent, ++refusals, retryAfter * 1000);
				continue;
			}
			if (status !== undefined) pauses.accepted();
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
			const isLast = !mayRepeat(findDone ? { ...op, repeatable: true } : op, failures, cause);
			if (!isLast) await waiting(async () => await pauseBeforeRetry(caller, failures.length, cause));
			const done = findDone && mayBeDone(cause) ? await lookUp(findDone, cause) : undefined;
			if (done !== undefined) return { answer: done, at: Infinity };
			if (isLast) throw withDoubtIfLost(op, afterWaiting(cause, waitedMs));
		}
	}
}

/** A failure that says how long was waited before, where a person notices it. */
const afterWaiting = (failure: LibraryError, waitedMs: number): LibraryError =>
	waitedMs < 1000
		? failure
		: reworded(failure, `${failure.message}; waited ${counted(Math.round(waitedMs / 1000), 'second')} in all`);

const withDoubtIfLost = (op: ServiceRequest, failure: LibraryError): LibraryError =>
	isChange(op) && wasLost(failure) ? withDoubt(failure) : failure;

/** Kinds of refusals that say nothing of what is there. */
const NOT_DONE: readonly ErrorKind[] = ['aborted', 'auth', 'input', 'quota'];

/** Whether what failed may be done all the same, by a request whose answer was lost or by someone else. */
const mayBeDone = (failure: LibraryError): boolean => !neverSent(failure) && !NOT_DONE.includes(failure.kind);

/** What was asked after `failure`. Where that fails, too, nobody knows whether the work is done. */
const lookUp = async <O>(findDone: () => Promise<O | undefined>, failure: LibraryError): Promise<O | undefined> =>
	await unlessFailed(findDone(), ({ message }) => {
		// What the service refused was not done, whatever the look-up says.
		if (failure.status !== undefined && failure.status < 500 && !failure.retryable) throw failure;
		const doubt = 'whether the change was made is not known, because the look-up failed';
		throw reworded(failure, `${failure.message}; ${doubt}: ${message}`);
	});

/**
 * What is asked for besides the work itself: a failure to find it out is no failure of the work, and `otherwise` says
 * what takes its place. Throws only kind `aborted`, and what is no LibraryError.
 */
export async function unlessFailed<T, U>(asking: Promise<T>, otherwise: (failure: LibraryError) => U): Promise<T | U> {
	try {
		return await asking;
	} catch (failure) {
		if (!isLibraryError(failure) || failure.kind === 'aborted') throw rethrown(failure);
		return otherwise(failure);
	}
}

/**
 * The answer to one request with its text, of which at most `limit` bytes are read. The server may be silent for
 * `silenceMs`, unless the caller says otherwise.
 */
export async function answerTo(
	{ http, silenceMs: longest }: Caller,
	request: HttpRequest,
	silenceMs: number,
	limit?: number,
): Promise<Answer> {
	const limits = { headersTimeout: longest ?? silenceMs, bodyTimeout: longest ?? silenceMs };
	const { status, headers, text } = await http.request({ ...request, ...limits });
	return { status, headers, text: await text(limit) };
}

/** One request of a call. There are many: what only a failure needs is collected when there is one. */
async function attemptCall(
	caller: Caller,
	account: Account,
	{ op, params, url }: { readonly op: ServiceRequest; readonly params: CallParams; readonly url: URL },
): Promise<Dated<unknown>> {
	const { clock, signal, vault } = caller;
	const seconds = serviceSeconds(clock, url);
	const wire = typeof params === 'function' ? params(seconds) : params;
	const { request, signature } = signedRequest(account, op, wire, url, seconds);
	// The vault keeps the last ones only.
	const own = [...secretsIn(wire), signature];
	vault.note(...own);
	const silence = SILENCE_MS[op.slow ? 'slowCall' : 'call'];
	const answer = await answerTo(caller, signal ? { ...request, signal } : request, silence);
	const body = decodeAnswer(
		op.id,
		answer,
		clock.now(),
		() => [...hiddenBy({ account: () => account, vault }), ...own],
		{ isChange: isChange(op), mustConfirm: op.done !== undefined },
	);
	if (op.secrets) vault.note(...handedOut(body, op.secrets));
	const ms = Date.parse(answer.headers.date ?? '');
	return {
		answer: op.shape ? withShape(body, op.shape) : body,
		at: Number.isNaN(ms) ? Infinity : Math.floor(ms / 1000),
	};
}

const SECRET_PARAMS: readonly string[] = ['password', 'ticket', 'refresh_token', 'exchange_token'];

const secretsIn = (wire: WireParams): string[] => SECRET_PARAMS.flatMap((name) => wire[name] ?? []);

/** The secrets that an answer is made to contain, by the names of their fields. */
function handedOut(body: unknown, names: readonly string[]): string[] {
	const fields = fieldsIn(body);
	const texts = names.flatMap((name) => fields[name] ?? []).filter((value) => typeof value === 'string');
	return texts.flatMap((text) => (/^https?:/i.test(text) ? linkSecrets(text) : [text]));
}

/**
 * Waits before something is tried again: as long as the service asks, or longer with each failure. Throws LibraryError
 * aborted when the caller is cancelled, and the last failure when nothing is to be tried again meanwhile.
 */
async function pauseBeforeRetry(caller: Caller, failures: number, last: LibraryError): Promise<void> {
	const { clock, signal, noRetryAfter: over } = caller;
	const ms = Math.max((last.retryAfter ?? 0) * 1000, backoff(clock, failures));
	if (!over?.aborted) await pause(clock, ms, signal, over);
	if (over?.aborted) throw last;
}

/** Whether a request is sent once more after these failures, of which `last` is the last one. */
function mayRepeat(op: ServiceRequest, failures: readonly LibraryError[], last: LibraryError): boolean {
	if (failures.length >= MAX_ATTEMPTS || (last.retryAfter ?? 0) > MAX_RETRY_AFTER) return false;
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
