import { finishUpload, queryUpload } from '../../protocol/catalogue/requests';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { backoff, pause, steadyMs, type Clock } from '../async/clock';
import { afterFailure, FINISH_TIMEOUT_MS, OFFSET_UNKNOWN } from './recovery';
import {
	NO_FAILURES,
	type At,
	type FailureHistory,
	type Unfinished,
	type UploadState,
	type UploadRun,
	type UploadPort,
	type UploadSession,
} from './state';
import { onAbort, stoppedBy } from '../async/onAbort';

/** One step forward from a state. Throws what the port or the source throws; `recover` says where that leads. */
export async function next(state: Unfinished, run: UploadRun): Promise<UploadState> {
	switch (state.at) {
		case 'start':
			await backOff(state, run);
			return await announce(state, run);
		case 'opening':
			return await openSession(state, run);
		case 'sending':
			return await sendPart(state, run);
		case 'asking':
			await backOff(state, run);
			return await askOffset(state, run);
		case 'finishing':
			if (state.mayBeDone) await backOff(state, run);
			return await finish(state, run);
	}
}

/** Backs off after a failure; the first retry is immediate because most failures are transient. */
async function backOff({ failures, retryAfter, closed }: FailureHistory, { clock, signal }: UploadRun): Promise<void> {
	const own = failures > 1 ? backoff(clock, failures - 1, 1_000, 20_000) : 0;
	const ms = Math.max(own, (retryAfter ?? 0) * 1000, closed === 'waited' ? 1_000 : 0);
	if (ms > 0) await pause(clock, ms, signal);
}

async function announce(state: At<'start'>, { port, content, signal }: UploadRun): Promise<UploadState> {
	const file = await port.create(content, signal);
	return { ...state, at: file.instant ? 'done' : 'opening', file };
}

async function openSession({ file, restarts }: At<'opening'>, run: UploadRun): Promise<UploadState> {
	run.chunks.prefetch(0); // the first chunk is read while the service opens the session
	const session = await withGracePeriod(run, async (signal) => await run.port.init(file, run.content, signal));
	if (session === 'complete') return { at: 'done', file: { ...file, instant: true } };
	// Cancelled while the session was being opened: no later step would abort it.
	if (run.signal.aborted) await abortSession(run, session);
	return { ...NO_FAILURES, at: 'sending', file, session, confirmed: 0, restarts };
}

async function sendPart(state: At<'sending'>, run: UploadRun): Promise<UploadState> {
	const { port, content, chunks, count, signal, clock } = run;
	if (state.confirmed === content.size)
		return { ...state, at: 'finishing', polls: 0, since: steadyMs(clock), mayBeDone: false };
	const { bytes, crc } = await chunks.read(state.confirmed);
	const end = state.confirmed + bytes.length;
	chunks.prefetch(end);
	count.bytesSent += bytes.length;
	const answer = await port.part(state.session, state.confirmed, bytes, crc, signal);
	count.chunks++;
	const after = withConfirmed(state, end);
	// "Complete" before the last byte cannot be right: the server is asked, so that a file with a hole is never
	// finished.
	return answer === 'complete' && end !== content.size ? afterFailure(after, completeTooEarly()) : after;
}

const offsetUnknown = (): LibraryError =>
	new LibraryError('protocol', "The upload server doesn't tell how many bytes it has", {
		operation: queryUpload.id,
		code: OFFSET_UNKNOWN,
	});

const completeTooEarly = (): LibraryError =>
	new LibraryError('upload', 'The upload server reported a complete file before all bytes were sent', {
		retryable: true,
	});

async function askOffset(state: At<'asking'>, { port, content, signal }: UploadRun): Promise<UploadState> {
	const { expected } = state;
	// Believed only so far: not before it has accepted a part does the server prove what it has.
	if (expected !== undefined)
		return { ...state, at: 'sending', confirmed: expected, arrived: Math.min(state.arrived, expected) };
	const confirmed = await port.query(state.session, signal);
	if (confirmed === undefined) throw offsetUnknown();
	if (confirmed > content.size) {
		throw new LibraryError(
			'protocol',
			`The upload server reports ${confirmed} bytes for a file of ${content.size} bytes`,
		);
	}
	// 410: the service is working on the file. Ask, wait, ask; then try once more, and another 410 starts over.
	if (state.closed === 'asked' && confirmed !== content.size)
		return { ...state, arrived: confirmed, closed: 'waited' };
	return withConfirmed({ ...state, at: 'sending' }, confirmed);
}

/** The server has `confirmed` bytes. Only a new maximum refills the failure budget, so that the loop ends. */
function withConfirmed(state: At<'sending'>, confirmed: number): At<'sending'> {
	const reached = { ...state, confirmed, arrived: confirmed };
	if (confirmed <= state.mostConfirmed) return reached;
	return { ...reached, mostConfirmed: confirmed, failures: 0, closed: 'no', cause: undefined };
}

async function finish(state: At<'finishing'>, { port, signal, clock }: UploadRun): Promise<UploadState> {
	if ((await port.finish(state.session, signal)) === 'done') return { at: 'done', file: state.file };
	const left = state.since + FINISH_TIMEOUT_MS - steadyMs(clock);
	if (left <= 0) throw notAssembled();
	await pause(clock, Math.min(left, 10_000, 1_000 * 2 ** state.polls), signal);
	return { ...state, polls: state.polls + 1, mayBeDone: true, retryAfter: undefined };
}

const notAssembled = (): LibraryError =>
	new LibraryError(
		'busy',
		`The service hadn't finished assembling the file after ${FINISH_TIMEOUT_MS / 1000} seconds`,
		{
			operation: finishUpload.id,
			retryable: false,
			code: 'finishTimeout',
			hint: 'Check later whether the file has appeared in the library, or upload it again',
		},
	);

/* The end of an upload that is given up: its session is aborted at the service. */

/** How long the service may take to answer after a cancel, in ms. */
const ABORT_MS = 5_000;
/** How long the person who pressed Stop waits for that, in ms; the request itself continues in the background. */
const STOP_MS = 700;
/** How often the abort is asked for at most, and the pause in ms before each repetition. */
const ATTEMPTS = 3;
const PAUSE_MS = 250;

/**
 * Runs `ask` with a signal that fires 5 s after `signal`, so that a late answer (e.g. a new session) can still be
 * cleaned up. Throws kind `aborted` when `signal` has fired already.
 */
export async function withGracePeriod<T>(
	{ clock, signal }: Pick<UploadRun, 'clock' | 'signal'>,
	ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	if (signal.aborted) throw stoppedBy(signal);
	const limit = new AbortController();
	let cancel = (): void => undefined;
	const forget = onAbort(signal, () => {
		cancel = clock.timer(ABORT_MS, () => limit.abort(signal.reason));
	});
	try {
		return await ask(limit.signal);
	} finally {
		forget();
		cancel();
	}
}

/**
 * Aborts the session at the service, with its own timeout, even after the caller cancelled. Asks again after a passing
 * failure: a session that stays keeps its temporary file at the service, for a day (E08). Never throws.
 */
export async function abortSession(
	{ port, clock, signal }: Pick<UploadRun, 'port' | 'clock' | 'signal'>,
	session: UploadSession,
): Promise<void> {
	const limit = new AbortController();
	const over = new AbortController();
	const answered = askToAbort(port, session, clock, limit.signal).then(() => over.abort());
	const timedOut = clock.sleep(ABORT_MS, over.signal).then(
		() => limit.abort(),
		() => undefined,
	);
	const waited = signal.aborted ? clock.sleep(STOP_MS, over.signal).catch(() => undefined) : timedOut;
	await Promise.race([answered, waited]);
}

/** Never throws: the failure that led to the abort is the one to report. */
async function askToAbort(port: UploadPort, session: UploadSession, clock: Clock, signal: AbortSignal): Promise<void> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		try {
			return await port.abort(session, signal);
		} catch (cause) {
			const mayPass = isLibraryError(cause) && cause.retryable;
			if (!mayPass || attempt === ATTEMPTS) return;
			await clock.sleep(PAUSE_MS * attempt, signal).catch(() => undefined);
		}
	}
}
