import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { abandon, cancellable } from './abort';
import { chunksOf, type Chunks } from './chunkReader';
import type { Clock } from '../async/clock';
import type { Source } from './source';
import { abortedError } from '../http/transportErrors';
import { type Failing, failed, next } from './steps';

/** What create_file answered. `stored`: the service has the content already, nothing is to be sent. */
export interface UploadFile {
	readonly hash: string;
	readonly fullpath: string;
	readonly stored: boolean;
	readonly servers: readonly string[];
}
/** The key of an upload session. Whoever has it can write into the upload: never in an error or a log. */
export interface UploadSession {
	readonly server: string;
	readonly id: string;
}
/** What is uploaded. `size` in bytes, `sha1` 40 lower-case characters. */
export interface Job {
	readonly size: number;
	readonly sha1: string;
}

/** What the service offers to an upload. Every method throws LibraryError, with the HTTP status when there was an answer. */
export interface UploadPort {
	create(job: Job, signal: AbortSignal): Promise<UploadFile>;
	/** A session, or `complete` when the service needs no content (202). */
	init(file: UploadFile, job: Job, signal: AbortSignal): Promise<UploadSession | 'complete'>;
	/** `complete`: the service has all it needs (202). */
	part(
		session: UploadSession,
		offset: number,
		bytes: Buffer,
		crc: number,
		signal: AbortSignal,
	): Promise<'stored' | 'complete'>;
	/** How many bytes the service holds, counted from the first. */
	query(session: UploadSession, signal: AbortSignal): Promise<number>;
	finish(session: UploadSession, signal: AbortSignal): Promise<'done' | 'processing'>;
	abort(session: UploadSession, signal: AbortSignal): Promise<void>;
	/** Whether the finished file stands in the library: asked when the answer to finish was lost. */
	stands?(file: UploadFile, job: Job, signal: AbortSignal): Promise<boolean>;
}

interface Open extends Failing {
	readonly file: UploadFile;
	readonly session: UploadSession;
}
/** Where an upload is. `sent` is what the service is known to hold, `high` the most it ever held. */
export type State =
	| (Failing & { readonly at: 'start' })
	| (Failing & { readonly at: 'opening'; readonly file: UploadFile })
	| (Open & { readonly at: 'sending'; readonly sent: number })
	| (Open & { readonly at: 'asking'; readonly sent: number })
	| (Open & {
			readonly at: 'finishing';
			readonly sent: number;
			readonly polls: number;
			readonly since: number;
			readonly lost: boolean;
	  })
	| { readonly at: 'done'; readonly file: UploadFile; readonly instant: boolean };

/** How an upload is carried out. */
export interface UploadOptions {
	/** Bytes. */
	readonly chunkSize: number;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	/** Called after each step. */
	readonly onState?: (state: State) => void;
	/** How long the service may put the parts together after the last one, in ms. */
	readonly finishTimeoutMs: number;
	/** A number in [0, 1) for the jitter of pauses. Default Math.random. */
	readonly random?: () => number;
}

/** What stands in the library, and what it took. */
export interface UploadResult {
	readonly hash: string;
	/** The final path: the service may have added a number to the name. */
	readonly fullpath: string;
	/** SHA1 of the content. */
	readonly filehash: string;
	/** Bytes. */
	readonly filesize: number;
	/** The service had the content already. */
	readonly instant: boolean;
	/** Parts the service took. */
	readonly chunks: number;
	/** Steps that failed and were made good. */
	readonly retries: number;
	/** Bytes that were sent, those of failed parts included. */
	readonly bytesSent: number;
}

/** What the steps work with. */
export interface Work {
	readonly port: UploadPort;
	readonly job: Job;
	readonly chunks: Chunks;
	readonly options: UploadOptions;
	readonly signal: AbortSignal;
	readonly count: { chunks: number; retries: number; bytesSent: number };
}

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
