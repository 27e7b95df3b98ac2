import { LibraryError, isLibraryError, reworded, rethrown } from '../../protocol/wire/libraryError';
import { partChecksum } from '../../edition/edition';
import { cancellable } from '../async/onAbort';
import type { Caller } from '../service/call';
import { abortSession, next } from './steps';
import { makeChunkReader, type Source } from './source';
import {
	type UploadPort,
	type UploadTarget,
	NO_FAILURES,
	type Unfinished,
	type UploadState,
	type UploadResult,
	type UploadRun,
} from './state';
import { recover } from './recovery';
import { servicePort } from './servicePort';

/* An upload in chunks, from its first state to its last. */

/** A chunked upload. */
export interface LibraryUpload extends UploadTarget {
	/** Bytes, 1 to 10 485 760; 10 000 000 is safe under both readings of "10 MB" (E03). */
	readonly chunkSize: number;
	/** Called whenever the service is known to have `confirmed` bytes. */
	readonly onProgress?: (confirmed: number, size: number) => void;
}

/**
 * Uploads a source into a library in chunks and returns the file as it is there now, or aborts the session and throws
 * the first cause as LibraryError, with the number of bytes that had arrived. Ends soon after the signal of the caller
 * is aborted, with kind `aborted`. Never finishes a file unless the service has every byte. The source stays open:
 * after a failure a read may still be under way, which its `close` ends.
 */
export async function uploadToLibrary(
	caller: Caller,
	source: Source,
	{ chunkSize, onProgress, ...target }: LibraryUpload,
	port: UploadPort = servicePort(caller, target),
): Promise<UploadResult> {
	const { clock, signal = new AbortController().signal } = caller;
	let state: UploadState = { at: 'start', ...NO_FAILURES };
	let run: UploadRun | undefined;
	try {
		// Before size: only hashing finds the size of some sources.
		const sha1 = await cancellable(source.sha1(), signal);
		const { size } = source;
		const chunks = makeChunkReader(source, chunkSize, partChecksum);
		const count = { chunks: 0, retries: 0, bytesSent: 0 };
		run = { port, content: { size, sha1 }, chunks, chunkSize, clock, signal, count };
		while (state.at !== 'done') {
			state = await step(state, run);
			if (state.at === 'done') onProgress?.(size, size);
			else if (state.at === 'sending') onProgress?.(state.confirmed, size);
		}
		const { hash, fullpath, instant } = state.file;
		return { hash, fullpath, filehash: sha1, filesize: size, instant, ...count };
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
		if (run.signal.aborted || !isLibraryError(cause)) throw rethrown(cause);
		run.count.retries++;
		run.chunks.discardLastBuffer(); // an early refusal may leave bytes on the wire
		reached = await cancellable(recover(state, cause, run), run.signal);
	}
	// The service need not keep the bytes of a session that is given up.
	if ('session' in state && reached.at === 'start') await abortSession(run, state.session);
	return reached;
}

function withProgress(cause: unknown, size: number, arrived: number): LibraryError {
	const progress = arrived === 0 || size < 0 ? 'before any bytes arrived' : `after ${arrived} of ${size} bytes`;
	if (!isLibraryError(cause)) {
		const why = cause instanceof Error ? cause.message : String(cause);
		return new LibraryError('upload', `The upload failed ${progress}: ${why}`, { cause });
	}
	const what = cause.kind === 'aborted' ? 'The upload was cancelled' : 'The upload failed';
	return reworded(cause, `${what} ${progress}: ${cause.message}`);
}
