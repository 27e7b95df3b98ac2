import { hasTrait } from '../../protocol/wire/errorCodes';
import { defined } from '../../protocol/wire/json';
import type { LibraryError } from '../../protocol/wire/libraryError';
import { steadyMs } from '../async/clock';
import { MAX_RETRY_AFTER } from '../service/knownService';
import { NO_FAILURES, type At, type FailureHistory, type Unfinished, type UploadState, type UploadRun } from './state';

/* The next state of an upload after a failure. */

/** Failures in a row without a new byte. */
const MAX_FAILURES = 6;
/** Tries with create_file in all (client facts 7.4, 7.8). */
const MAX_STARTS = 3;
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
	const failures = state.failures + 1;
	const first = state.cause ?? cause;
	if (failures > MAX_FAILURES) throw first;
	const { file, session, confirmed, restarts, mostConfirmed, arrived } = state;
	return {
		at: 'asking',
		file,
		session,
		confirmed,
		restarts,
		mostConfirmed,
		arrived,
		closed,
		failures,
		cause: first,
		...requestedPause(cause),
		...defined({ expected }),
	};
}

/** Starts over with create_file, or throws the first cause. */
function startedOver(state: Unfinished, cause: LibraryError): At<'start'> {
	const restarts = state.restarts + 1;
	const first = state.cause ?? cause;
	if (restarts >= MAX_STARTS) throw first;
	const { arrived } = state;
	const history = { ...NO_FAILURES, restarts, failures: restarts, arrived, cause: first, ...requestedPause(cause) };
	return { at: 'start', ...history };
}

const requestedPause = ({ retryAfter }: LibraryError): Pick<FailureHistory, 'retryAfter'> => defined({ retryAfter });

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
 * began, and nothing that was never sent, because a jump over it would leave a hole.
 */
function expectedIn({ confirmed }: At<'sending' | 'finishing'>, cause: LibraryError, { sent }: UploadRun) {
	const { expectedOffset: offset } = cause;
	if (offset === undefined || offset < 0 || offset > sent.end || offset === confirmed) return undefined;
	return offset;
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

async function afterFinish(
	{ retryAfter: _, ...state }: At<'finishing'>,
	cause: LibraryError,
	run: UploadRun,
): Promise<UploadState> {
	const { status } = cause;
	const { clock, finishTimeoutMs } = run.options;
	if (cause.code === 'finishTimeout') throw cause;
	if (status === 409) return afterFailure(state, cause, { expected: expectedIn(state, cause, run) });
	if (status === 401 || status === 500) {
		const isStored = async (): Promise<boolean> =>
			await run.port.isStored(state.file, run.content, run.signal).catch(() => {
				// Without an answer, a second upload could create a second file.
				throw state.cause ?? cause;
			});
		// Where the file is in the library already, the session is gone.
		if (state.mayBeDone && (await isStored())) return { at: 'done', file: state.file, instant: false };
		return startedOver(state, cause);
	}
	const failures = state.failures + 1;
	if (!mayPass(cause, [408, 410, 429]) || failures > MAX_FAILURES || steadyMs(clock) - state.since > finishTimeoutMs)
		throw state.cause ?? cause;
	return { ...state, failures, mayBeDone: true, cause: state.cause ?? cause, ...requestedPause(cause) };
}
