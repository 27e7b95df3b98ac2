import type { Clock } from '../async/clock';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { Chunks } from './chunkReader';

/** What every state remembers of its troubles. */
export interface Failing {
	/** In a row without new bytes. */
	readonly failures: number;
	/** How often the upload began again with create_file. */
	readonly restarts: number;
	/** The most bytes the service held in this session: only beyond it does the failure budget refill. */
	readonly high: number;
	/** Bytes the service held when last heard of. */
	readonly arrived: number;
	/** How far the answer 410 was followed up: 0 not seen, 1 ask, 2 waited and asked again. */
	readonly gone: number;
	/** First failure of the row: the one to report. */
	readonly cause?: LibraryError;
	/** Seconds the service asked to wait. */
	readonly retryAfter?: number;
}

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
