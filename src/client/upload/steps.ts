import { finishUpload } from '../../protocol/catalogue/uploadRequests';
import type { Failing, State, Work } from './types';
import { pause } from '../async/clock';
import { isDamagedPart } from '../../protocol/wire/errorCodes';
import { LibraryError } from '../../protocol/wire/libraryError';
import { abandon, outlasting } from './abort';
import { backoff } from '../async/clock';

type Running = Exclude<State, { at: 'done' }>;
type At<K extends State['at']> = Extract<State, { at: K }>;

/** Failures in a row without a new byte. */
const MAX_FAILURES = 6;
/** Tries with create_file in all (client facts 7.4, 7.8). */
const MAX_STARTS = 3;
/** A longer Retry-After, in seconds, is reported instead of waited for. */
const PATIENCE = 60;

/** One step forward from a state. Throws what the port or the source throws. */
export async function next(state: Running, work: Work): Promise<State> {
	switch (state.at) {
		case 'start':
			await calm(state, work);
			return await begin(state, work);
		case 'opening':
			return await open(state, work);
		case 'sending':
			return await send(state, work);
		case 'asking':
			await calm(state, work);
			return await ask(state, work);
		case 'finishing':
			if (state.lost) await calm(state, work);
			return await finish(state, work);
	}
}

/** Waits after a failure. The first one is followed up at once: most are over by then. */
async function calm({ failures, retryAfter, gone }: Failing, { options, signal }: Work): Promise<void> {
	const own = failures > 1 ? backoff(failures - 1, (options.random ?? Math.random)(), 1_000, 20_000) : 0;
	const ms = Math.max(own, (retryAfter ?? 0) * 1000, gone > 1 ? 1_000 : 0);
	if (ms > 0) await pause(options.clock, ms, signal);
}

async function begin(state: At<'start'>, { port, job, signal }: Work): Promise<State> {
	const file = await port.create(job, signal);
	return file.stored ? { at: 'done', file, instant: true } : { ...state, at: 'opening', file };
}

async function open({ file, restarts }: At<'opening'>, work: Work): Promise<State> {
	work.chunks.ahead(0); // the first chunk is read while the service opens the session
	const session = await outlasting(work, async (signal) => await work.port.init(file, work.job, signal));
	if (session === 'complete') return { at: 'done', file, instant: true };
	// Cancelled while the session came into being: nobody else will know of it.
	if (work.signal.aborted) await abandon(work, session);
	return { at: 'sending', file, session, sent: 0, failures: 0, restarts, high: 0, arrived: 0, gone: 0 };
}

async function send(state: At<'sending'>, { port, job, chunks, count, signal, options }: Work): Promise<State> {
	if (state.sent === job.size)
		return { ...state, at: 'finishing', polls: 0, since: options.clock.now(), lost: false };
	const chunk = await chunks.at(state.sent);
	chunks.ahead(state.sent + chunk.bytes.length);
	count.bytesSent += chunk.bytes.length;
	const took = await port.part(state.session, state.sent, chunk.bytes, chunk.crc, signal);
	count.chunks++;
	const now = moved(state, state.sent + chunk.bytes.length);
	// "Complete" before the last byte cannot be right: the service is asked, and a hole is never sealed.
	if (took === 'complete' && now.sent !== job.size) {
		return tired(
			now,
			new LibraryError('upload', 'The upload server reported a complete file before all bytes were sent', {
				retryable: true,
			}),
		);
	}
	return now;
}

async function ask(state: At<'asking'>, { port, job, signal }: Work): Promise<State> {
	const held = await port.query(state.session, signal);
	if (!Number.isInteger(held) || held < 0 || held > job.size) {
		throw new LibraryError('protocol', `The upload server reports ${held} bytes of a file of ${job.size}`, {
			retryable: false,
		});
	}
	// 410: the service works on the file. Ask, wait, ask; then try once more, and another 410 starts again.
	if (state.gone === 1 && held !== job.size) return { ...state, arrived: held, gone: 2 };
	return moved({ ...state, at: 'sending' }, held);
}

async function finish(state: At<'finishing'>, { port, signal, options }: Work): Promise<State> {
	if ((await port.finish(state.session, signal)) === 'done') return { at: 'done', file: state.file, instant: false };
	const { clock, finishTimeoutMs } = options;
	const left = state.since + finishTimeoutMs - clock.now();
	if (left <= 0) throw slow(finishTimeoutMs);
	await pause(clock, Math.min(left, 10_000, 1_000 * 2 ** state.polls), signal);
	return { ...state, polls: state.polls + 1 };
}

const slow = (ms: number): LibraryError =>
	new LibraryError('busy', `The service had not put the parts together after ${Math.round(ms / 1000)} seconds`, {
		operation: finishUpload.id,
		retryable: false,
		code: 'finishTimeout',
		hint: 'Try again later, or raise the time limit for finishing',
	});

/** `sent` is what the service holds now; only bytes beyond all before refill the budget, so that no circle is endless. */
function moved(state: At<'sending'>, sent: number): At<'sending'> {
	const { cause, retryAfter: _, ...rest } = state;
	if (sent > state.high) return { ...rest, sent, arrived: sent, high: sent, failures: 0, gone: 0 };
	return { ...rest, sent, arrived: sent, ...(cause ? { cause } : {}) };
}

/** One more failure of a session: ask the service for the truth. Throws the first cause when the budget is used up. */
function tired(state: At<'sending' | 'asking' | 'finishing'>, cause: LibraryError, gone = state.gone): At<'asking'> {
	const failures = state.failures + 1;
	const first = state.cause ?? cause;
	if (failures > MAX_FAILURES) throw first;
	const { file, session, sent, restarts, high, arrived } = state;
	return {
		at: 'asking',
		file,
		session,
		sent,
		restarts,
		high,
		arrived,
		gone,
		failures,
		cause: first,
		...waitOf(cause),
	};
}

function waitOf({ retryAfter }: LibraryError): { retryAfter?: number } {
	return retryAfter === undefined ? {} : { retryAfter };
}

/** Begins again with create_file, or throws the first cause. */
function again(state: Running, cause: LibraryError): At<'start'> {
	const restarts = state.restarts + 1;
	const first = state.cause ?? cause;
	if (restarts >= MAX_STARTS) throw first;
	return {
		at: 'start',
		restarts,
		failures: restarts,
		high: 0,
		arrived: state.arrived,
		gone: 0,
		cause: first,
		...waitOf(cause),
	};
}

/** Where a failure leads. Throws the first cause when it cannot be made good. */
export async function failed(state: Running, cause: LibraryError, work: Work): Promise<State> {
	if (cause.kind === 'aborted' || cause.kind === 'input' || (cause.retryAfter ?? 0) > PATIENCE) throw cause;
	switch (state.at) {
		case 'start':
			throw state.cause && cause.retryable ? state.cause : cause; // create_file is repeated by `call` where it may be
		case 'opening':
			return failedInit(state, cause);
		case 'sending':
			return failedPart(state, cause);
		case 'asking':
			return failedQuery(state, cause);
		case 'finishing':
			return await failedFinish(state, cause, work);
	}
}

/** A failed init leaves nothing behind that we know of: begin again. */
function failedInit(state: At<'opening'>, cause: LibraryError): State {
	const passing = cause.status === undefined ? cause.retryable : cause.status >= 500 || cause.status === 429;
	if (passing) return again(state, cause);
	throw cause;
}

function failedPart(state: At<'sending'>, cause: LibraryError): State {
	const { status, code } = cause;
	if (status === 401) return again(state, cause);
	if (status === 410) return state.gone === 2 ? again(state, cause) : tired(state, cause, 1);
	// 500 means a failed write (document) or a lost session: the query tells which (ambiguities E02).
	const passing =
		status === undefined
			? cause.retryable
			: status >= 500 || [408, 409, 416, 429].includes(status) || (status === 400 && isDamagedPart(code));
	if (passing) return tired(state, cause);
	throw cause;
}

function failedQuery(state: At<'asking'>, cause: LibraryError): State {
	const { status } = cause;
	if (status === 401 || status === 500) return again(state, cause);
	const passing =
		status === undefined
			? cause.retryable || cause.kind === 'protocol'
			: status >= 500 || [200, 408, 409, 410, 429].includes(status);
	if (passing) return tired(state, cause);
	throw state.cause ?? cause;
}

async function failedFinish(state: At<'finishing'>, cause: LibraryError, work: Work): Promise<State> {
	const { status } = cause;
	const { options } = work;
	if (cause.code === 'finishTimeout') throw cause;
	if (status === 409) return tired(state, cause);
	if (status === 401 || status === 500) {
		// A lost answer to finish may have been "done": the session is gone then, but the file stands.
		if (state.lost && (await stands(state, cause, work))) return { at: 'done', file: state.file, instant: false };
		return again(state, cause);
	}
	const passing = status === undefined ? cause.retryable : status >= 500 || [408, 410, 429].includes(status);
	const failures = state.failures + 1;
	if (!passing || failures > MAX_FAILURES || options.clock.now() - state.since > options.finishTimeoutMs)
		throw state.cause ?? cause;
	return { ...state, failures, lost: true, cause: state.cause ?? cause, ...waitOf(cause) };
}

async function stands(state: At<'finishing'>, cause: LibraryError, { port, job, signal }: Work): Promise<boolean> {
	try {
		return (await port.stands?.(state.file, job, signal)) ?? false;
	} catch {
		// Not knowing, a second upload could make a second file.
		throw state.cause ?? cause;
	}
}
