import { LibraryError, abortedError, isLibraryError, reworded } from '../../protocol/wire/libraryError';
import { cancellable } from '../async/cancellable';
import { abortSession } from './abort';
import { makeChunkReader } from './chunkReader';
import type { UploadPort } from './port';
import { recover } from './recovery';
import type { Source } from './source';
import { NO_FAILURES, type Unfinished, type UploadState } from './state';
import { next } from './steps';
import type { UploadOptions, UploadResult, UploadRun } from './types';

/**
 * Sends a source in chunks. Ends in `done`, or aborts the session and throws the first cause as LibraryError, with the
 * number of bytes that had arrived. Ends soon after `signal` is aborted, in every state, with kind `aborted`.
 * Never finishes a file unless the service has every byte. The source stays open; after a failure a read may still be
 * under way, which its `close` ends.
 */
export async function upload(port: UploadPort, source: Source, options: UploadOptions): Promise<UploadResult> {
	const signal = options.signal ?? new AbortController().signal;
	let state: UploadState = { at: 'start', ...NO_FAILURES };
	let run: UploadRun | undefined;
	try {
		if (signal.aborted) throw abortedError(signal.reason);
		// Before size: only hashing finds the size of some sources.
		const sha1 = await cancellable(source.sha1(signal), signal);
		const chunks = makeChunkReader(source, options.chunkSize);
		const content = { size: source.size, sha1 };
		const count = { chunks: 0, retries: 0, bytesSent: 0 };
		run = { port, content, chunks, options, signal, count, sent: { end: 0 } };
		while (state.at !== 'done') {
			state = await step(state, run);
			options.onState?.(state);
		}
		const { hash, fullpath } = state.file;
		return { hash, fullpath, filehash: sha1, filesize: content.size, instant: state.instant, ...run.count };
	} catch (cause) {
		if (run && 'session' in state) await abortSession(run, state.session);
		throw withProgress(cause, source.size, 'arrived' in state ? state.arrived : source.size);
	}
}

/** The state after one step; a step that fails leads to where `recover` says. */
async function step(state: Unfinished, run: UploadRun): Promise<UploadState> {
	let reached: UploadState;
	try {
		reached = await cancellable(next(state, run), run.signal);
	} catch (cause) {
		if (run.signal.aborted || !isLibraryError(cause)) throw cause;
		run.count.retries++;
		run.chunks.discardLastBuffer(); // an early refusal may leave bytes on the wire
		reached = await cancellable(recover(state, cause, run), run.signal);
	}
	// The service need not keep the bytes of a session that is given up.
	if ('session' in state && reached.at === 'start') await abortSession(run, state.session);
	return reached;
}

/** The failure, with how far the upload got. */
function withProgress(cause: unknown, size: number, arrived: number): LibraryError {
	const progress = size < 0 ? 'before any bytes were sent' : `after ${arrived} of ${size} bytes`;
	if (!isLibraryError(cause)) {
		const why = cause instanceof Error ? cause.message : String(cause);
		return new LibraryError('upload', `The upload failed ${progress}: ${why}`, { retryable: false, cause });
	}
	const what = cause.kind === 'aborted' ? 'The upload was cancelled' : 'The upload failed';
	return reworded(cause, `${what} ${progress}: ${cause.message}`);
}
