import { hasTrait } from '../../protocol/wire/errorCodes';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { steadyMs } from '../async/clock';
import { MAX_RETRY_AFTER } from '../service/knownService';
import { NO_FAILURES, type At, type FailureHistory, type Unfinished, type UploadState, type UploadRun } from './state';

/* The next state of an upload after a failure. */

/** Failures in a row without a new byte. */
const MAX_FAILURES = 6;
/** Tries with create_file in all (client facts 7.4, 7.8). */
const MAX_STARTS = 3;
/** How long the service may take to assemble the file after the last part, in ms. */
export const FINISH_TIMEOUT_MS = 600_000;
/** Code of the failure to learn an offset from a server that does not answer such requests. */
export const OFFSET_UNKNOWN = 'offsetUnknown';

/** The state that a failure of a step leads to. Throws the first cause when it cannot be recovered from. */
export async function recover(state: Unfinished, cause: LibraryError, run: UploadRun): Promise<UploadState> {
	if (cause.kind === 'aborted' || cause.kind === 'input' || (cause.retryAfter ?? 0) > MAX_RETRY_AFTER) throw cause;
	switch (state.at) {
		case 'start':
			throw state.cause && cause.retryable ? state.cause : cause; // `call` repeats create_file where that is safe
		case 'opening':
			return afterInit(state, cause);
		case 'sending':
			return afterPart(state, cause, run);
		case 'asking':
			return afterQuery(state, cause);
		case 'finishing':
			return await afterFinish(state, cause, run);
	}
}

/** Records a failure; the server is asked for its offset. Throws the first cause when the budget is used up. */
export function afterFailure(
	state: At<'sending' | 'asking' | 'finishing'>,
	cause: LibraryError,
	{ closed = state.closed, expected }: { closed?: FailureHistory['closed']; expected?: number | undefined } = {},
): At<'asking'> {
	const history = withFailure(state, cause);
	if (history.failures > MAX_FAILURES) throw history.cause;
	return { ...state, ...history, at: 'asking', closed, expected };
}

const withFailure = ({ failures, cause: first }: FailureHistory, cause: LibraryError) => ({
	failures: failures + 1,
	cause: first ?? cause,
	retryAfter: cause.retryAfter,
});

/** Starts over with create_file, or throws the first cause. */
function startedOver(state: Unfinished, cause: LibraryError): At<'start'> {
	const { arrived } = state;
	const restarts = state.restarts + 1;
	const history = { ...withFailure(state, cause), failures: restarts };
	if (restarts >= MAX_STARTS) throw history.cause;
	return { ...NO_FAILURES, ...history, at: 'start', restarts, arrived };
}

/** Whether the step is worth another try: after these statuses and those of a server that fails. */
const mayPass = ({ status, retryable }: LibraryError, statuses: readonly number[]): boolean =>
	status === undefined ? retryable : status >= 500 || statuses.includes(status);

/**
 * A failed init leaves nothing behind that we know of. 404: the server does not know of the file that create_file has
 * announced, as where another upload of the same content to the same path was quicker (assumed); create_file tells.
 */
function afterInit(state: At<'opening'>, cause: LibraryError): UploadState {
	if (mayPass(cause, [404, 429])) return startedOver(state, cause);
	throw cause;
}

/**
 * The offset from which the server says it expects the content, when it can be right: not where the refused part
 * began, and nothing behind it, because a jump over what was never sent would leave a hole.
 */
function expectedIn(
	{ confirmed }: At<'sending' | 'finishing'>,
	{ expectedOffset: offset }: LibraryError,
	{ chunkSize, content }: UploadRun,
): number | undefined {
	const end = Math.min(confirmed + chunkSize, content.size);
	return offset === undefined || offset < 0 || offset > end || offset === confirmed ? undefined : offset;
}

function afterPart(state: At<'sending'>, cause: LibraryError, run: UploadRun): UploadState {
	const { status, code } = cause;
	if (status === 401) return startedOver(state, cause);
	if (status === 410)
		return state.closed === 'waited' ? startedOver(state, cause) : afterFailure(state, cause, { closed: 'asked' });
	if (status === 409) return afterFailure(state, cause, { expected: expectedIn(state, cause, run) });
	// 500 means a failed write (document) or a lost session: the query tells which (E02).
	const isDamaged = status === 400 && hasTrait({ code }, 'damagedPart');
	if (isDamaged || mayPass(cause, [408, 416, 429])) return afterFailure(state, cause);
	throw cause;
}

function afterQuery(state: At<'asking'>, cause: LibraryError): UploadState {
	const { status, code } = cause;
	if (status === 401 || status === 500 || code === OFFSET_UNKNOWN) return startedOver(state, cause);
	const isUseless = cause.kind === 'protocol';
	if (isUseless && state.failures >= MAX_FAILURES) return startedOver(state, cause);
	if (isUseless || mayPass(cause, [408, 409, 410, 429])) return afterFailure(state, cause);
	throw state.cause ?? cause;
}

async function afterFinish(state: At<'finishing'>, cause: LibraryError, run: UploadRun): Promise<UploadState> {
	const { status } = cause;
	if (cause.code === 'finishTimeout') throw cause;
	if (status === 409) return afterFailure(state, cause, { expected: expectedIn(state, cause, run) });
	if (status === 401 || status === 500) {
		const isStored = async (): Promise<boolean> =>
			await run.port.isStored(state.file, run.content, run.signal).catch(() => {
				// Without an answer, a second upload could create a second file.
				throw state.cause ?? cause;
			});
		// Where the file is in the library already, the session is gone.
		if (state.mayBeDone && (await isStored())) return { at: 'done', file: state.file };
		return startedOver(state, cause);
	}
	const history = withFailure(state, cause);
	const isOver = history.failures > MAX_FAILURES || steadyMs(run.clock) - state.since > FINISH_TIMEOUT_MS;
	if (isOver || !mayPass(cause, [408, 410, 429])) throw history.cause;
	return { ...state, ...history, mayBeDone: true };
}
