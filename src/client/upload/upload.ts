import { defined, filledText, isSha1 } from '../../protocol/wire/json';
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
import { type Caller, unlessFailed } from '../service/call';
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
import { infoIfExists, fileCalls } from '../files/fileCalls';
import { libraryKey, mountParams } from '../service/account';

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
export interface LibraryUpload extends UploadTarget {
	/** Bytes, 1 to 10 485 760; 10 000 000 is safe under both readings of "10 MB" (E03). */
	readonly chunkSize: number;
	/** Called whenever the service is known to have `confirmed` bytes. */
	readonly onProgress?: (confirmed: number, size: number) => void;
}

/** How long the service may take to assemble a file, in ms. */
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
	return await upload(port, source, {
		chunkSize,
		finishTimeoutMs: FINISH_TIMEOUT_MS,
		clock,
		...defined({ signal }),
		onState: (state) => {
			if (state.at === 'done') onProgress?.(source.size, source.size);
			else if (state.at === 'sending') onProgress?.(state.confirmed, source.size);
		},
	});
}

/*
 * The service says the path of a file before it has the content. If another file is there by then, it adds a number and
 * does not say so.
 */

/** An upload under way, and whether another one of this process went to the same path meanwhile. */
interface UnderWay {
	met: boolean;
}
const underWay = new Map<string, Set<UnderWay>>();

/** Notes whether other uploads to the same path are under way together with a task. */
async function noting<R>(key: string, task: (own: UnderWay) => Promise<R>): Promise<R> {
	const all = underWay.get(key) ?? new Set();
	const own = { met: all.size > 0 };
	for (const other of all) other.met = true;
	underWay.set(key, all.add(own));
	try {
		return await task(own);
	} finally {
		all.delete(own);
		if (all.size === 0) underWay.delete(key);
	}
}

/**
 * Uploads, and returns where the file is: where others may have come to its path, which is known of this process only,
 * it is looked up by its ID. Throws what `upload` throws, and kind `aborted`.
 */
export async function whereStored(
	caller: Caller,
	target: UploadTarget,
	upload: () => Promise<UploadResult>,
): Promise<UploadResult> {
	const key = `${libraryKey(caller.account(), target.mountId)} ${target.fullpath.toLowerCase()}`;
	return await noting(key, async (own) => {
		const stored = await upload();
		if (stored.instant || target.overwrite || !(own.met || target.isRacing)) return stored;
		const byId = { ...mountParams(target), hash: stored.hash };
		const found = await unlessFailed(infoIfExists(caller, byId), () => undefined);
		return { ...stored, fullpath: filledText(found?.fullpath) ?? stored.fullpath };
	});
}

/** Whether the service has the content that was sent. */
export interface Verification {
	readonly verified: boolean;
	/** Why that is not known. */
	readonly warning?: string;
}

/**
 * Reads back what was stored at a path and compares its SHA1 with that of what was sent: one request. Where it cannot
 * be read the content may still be right, so that is a warning. Throws LibraryError upload when the content differs,
 * and kind `aborted`.
 */
export async function verification(
	caller: Caller,
	target: UploadTarget,
	{ fullpath, filehash }: { readonly fullpath: string; readonly filehash: string },
): Promise<Verification> {
	const reading = fileCalls(caller).info({ ...mountParams(target), fullpath });
	const info = await unlessFailed(reading, (failure) => failure);
	if (isLibraryError(info))
		return { verified: false, warning: `The stored content could not be verified: ${info.message}` };
	const { filehash: stored } = info;
	if (!isSha1(stored))
		return { verified: false, warning: 'The service sent no SHA1 to verify the stored content with' };
	if (stored.toLowerCase() === filehash) return { verified: true };
	throw new LibraryError(
		'upload',
		`The content stored at "${fullpath}" is not the one that was sent: its SHA1 differs`,
		{ hint: 'Check the file in the library: it may have been changed at the same time. Then upload it again.' },
	);
}
