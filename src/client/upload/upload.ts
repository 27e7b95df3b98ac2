import { defined } from '../../protocol/wire/json';
import {
	LibraryError,
	abortedError,
	inputError,
	isLibraryError,
	reworded,
	rethrown,
} from '../../protocol/wire/libraryError';
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
	type UploadOptions,
	type UploadResult,
	type UploadRun,
} from './state';
import { recover } from './recovery';
import { servicePort } from './servicePort';

/* An upload in chunks, from its first state to its last. */

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
		const chunks = makeChunkReader(source, options.chunkSize, partChecksum);
		const content = { size: source.size, sha1 };
		const count = { chunks: 0, retries: 0, bytesSent: 0 };
		run = { port, content, chunks, options, signal, count, sent: { end: 0 } };
		while (state.at !== 'done') {
			state = await step(state, run);
			if (state.at === 'done') options.onProgress?.(content.size, content.size);
			else if (state.at === 'sending') options.onProgress?.(state.confirmed, content.size);
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

/** A chunked upload. */
export interface LibraryUpload extends UploadTarget, Pick<UploadOptions, 'onProgress'> {
	/** Bytes, 1 to 10 485 760; 10 000 000 is safe under both readings of "10 MB" (E03). */
	readonly chunkSize: number;
}

const FINISH_TIMEOUT_MS = 600_000;
/** The largest part a server accepts, in bytes (E03, client facts 7.6). */
const MAX_CHUNK = 10 * 1024 * 1024;

/**
 * Uploads a source into a library in chunks and returns the file as it is there now. Throws what `upload` throws, and
 * kind `input` for a chunk size that is out of range. The source stays open.
 */
export async function uploadToLibrary(
	caller: Caller,
	source: Source,
	target: LibraryUpload,
	port: UploadPort = servicePort(caller, target),
): Promise<UploadResult> {
	const { chunkSize, onProgress } = target;
	if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > MAX_CHUNK)
		throw inputError('Chunk Size', `must be between 1 and ${MAX_CHUNK} bytes`);
	const { clock, signal } = caller;
	const given = defined({ signal, onProgress });
	return await upload(port, source, { chunkSize, finishTimeoutMs: FINISH_TIMEOUT_MS, clock, ...given });
}
