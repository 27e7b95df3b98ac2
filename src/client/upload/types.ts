import type { Clock } from '../async/clock';
import type { ChunkReader } from './chunkReader';
import type { UploadContent, UploadPort } from './port';
import type { UploadState } from './state';

/** How an upload is carried out. */
export interface UploadOptions {
	/** Bytes. */
	readonly chunkSize: number;
	readonly clock: Clock;
	readonly signal?: AbortSignal;
	/** Called after each step. */
	readonly onState?: (state: UploadState) => void;
	/** How long the service may take to assemble the file after the last part, in ms. */
	readonly finishTimeoutMs: number;
	/** A number in [0, 1) for the jitter of pauses. Default Math.random. */
	readonly random?: () => number;
}

/** The file as it is in the library now, and what the upload took. */
export interface UploadResult {
	readonly hash: string;
	/** The final path: the service may have added a number to the name. */
	readonly fullpath: string;
	/** SHA1 of the content. */
	readonly filehash: string;
	/** Bytes. */
	readonly filesize: number;
	/** The service already had the content. */
	readonly instant: boolean;
	/** Parts the service accepted. */
	readonly chunks: number;
	/** Steps that failed and were recovered from. */
	readonly retries: number;
	/** Bytes sent, including those of failed parts. */
	readonly bytesSent: number;
}

/** One upload under way: what its steps work with. */
export interface UploadRun {
	readonly port: UploadPort;
	readonly content: UploadContent;
	readonly chunks: ChunkReader;
	readonly options: UploadOptions;
	readonly signal: AbortSignal;
	readonly count: { chunks: number; retries: number; bytesSent: number };
	/** The end of the furthest part that was sent, in any session. */
	readonly sent: { end: number };
}
