import type { State, UploadOptions, UploadPort, UploadResult, Work } from './types';
import { cancellable } from '../async/cancellable';
import { abortedError } from '../../protocol/wire/libraryError';
import type { Failing } from './types';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { abandon } from './abort';
import { chunksOf, type Chunks } from './chunkReader';
import type { Clock } from '../async/clock';
import type { Source } from './source';
import { failed, next } from './steps';

/**
 * Sends a source in chunks (DESIGN 6). Ends in `done`, or aborts the session and throws the first cause as LibraryError,
 * with how many bytes had arrived. Ends soon after `signal` is aborted, in every state, with kind `aborted`.
 * Never finishes unless the service holds every byte. The source stays open; after a failure it may still be reading, which its `close` ends.
 */
export async function upload(port: UploadPort, source: Source, options: UploadOptions): Promise<UploadResult> {
	const signal = options.signal ?? new AbortController().signal;
	let state: State = { at: 'start', failures: 0, restarts: 0, high: 0, arrived: 0, gone: 0 };
	let work: Work | undefined;
	try {
		if (signal.aborted) throw abortedError(signal.reason);
		const sha1 = await cancellable(source.sha1(signal), signal); // before size: only hashing finds the size of some sources
		const chunks = chunksOf(source, options.chunkSize);
		work = {
			port,
			chunks,
			options,
			signal,
			job: { size: source.size, sha1 },
			count: { chunks: 0, retries: 0, bytesSent: 0 },
		};
		while (state.at !== 'done') {
			state = await step(state, work);
			options.onState?.(state);
		}
		return {
			hash: state.file.hash,
			fullpath: state.file.fullpath,
			filehash: sha1,
			filesize: source.size,
			instant: state.instant,
			...work.count,
		};
	} catch (cause) {
		if (work && 'session' in state) await abandon(work, state.session);
		throw explained(cause, source.size, 'arrived' in state ? state.arrived : source.size);
	}
}

async function step(state: Exclude<State, { at: 'done' }>, work: Work): Promise<State> {
	let reached: State;
	try {
		reached = await cancellable(next(state, work), work.signal);
	} catch (cause) {
		if (work.signal.aborted || !isLibraryError(cause)) throw cause;
		work.count.retries++;
		work.chunks.spoiled(); // an early refusal may leave bytes on the wire
		reached = await cancellable(failed(state, cause, work), work.signal);
	}
	// A session that is given up is told so: the service need not keep its bytes.
	if ('session' in state && reached.at === 'start') await abandon(work, state.session);
	return reached;
}

function explained(cause: unknown, size: number, arrived: number): LibraryError {
	const how = size < 0 ? 'no byte had arrived' : `${arrived} of ${size} bytes had arrived`;
	if (!isLibraryError(cause))
		return new LibraryError(
			'upload',
			`The upload failed when ${how}: ${cause instanceof Error ? cause.message : String(cause)}`,
			{ retryable: false, cause },
		);
	const { operation, status, code, retryable, hint, retryAfter } = cause;
	const known = Object.fromEntries(
		Object.entries({ operation, status, code, hint, retryAfter }).filter(([, value]) => value !== undefined),
	);
	const what = cause.kind === 'aborted' ? 'The upload was cancelled' : 'The upload failed';
	return new LibraryError(cause.kind, `${what} when ${how}: ${cause.message}`, { ...known, retryable, cause });
}
