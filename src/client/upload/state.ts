import type { Operator } from '../service/account';
import type { LibraryError } from '../../protocol/wire/libraryError';
import type { Clock } from '../async/clock';
import type { ChunkReader } from './source';

/** What is uploaded. `size` in bytes, `sha1` in 40 lower-case hexadecimal characters. */
export interface UploadContent {
	readonly size: number;
	readonly sha1: string;
}

/** The file that create_file announced. */
export interface UploadFile {
	readonly hash: string;
	readonly fullpath: string;
	/** The service has this content already, so nothing needs to be sent. */
	readonly instant: boolean;
	/** Addresses of upload servers that accept the content; empty for an instant upload. */
	readonly servers: readonly string[];
}

/** The key of an upload session. Anyone who has it can write into the upload: never put it in an error or a log. */
export interface UploadSession {
	readonly server: string;
	readonly id: string;
}

/** The requests of an upload. All throw LibraryError, with the HTTP status when there was an answer. */
export interface UploadPort {
	create(content: UploadContent, signal: AbortSignal): Promise<UploadFile>;
	/** Opens a session; `complete` when the service needs no content (202). */
	init(file: UploadFile, content: UploadContent, signal: AbortSignal): Promise<UploadSession | 'complete'>;
	/** Sends one part; `complete` when the service has everything it needs (202). */
	part(
		session: UploadSession,
		offset: number,
		bytes: Buffer,
		crc: number | undefined,
		signal: AbortSignal,
	): Promise<'stored' | 'complete'>;
	/** How many bytes the server has, counted from the first; undefined when it does not answer that question. */
	query(session: UploadSession, signal: AbortSignal): Promise<number | undefined>;
	finish(session: UploadSession, signal: AbortSignal): Promise<'done' | 'processing'>;
	abort(session: UploadSession, signal: AbortSignal): Promise<void>;
	/** Whether the finished file is in the library: asked when the session is gone and may have been finished. */
	isStored(file: UploadFile, content: UploadContent, signal: AbortSignal): Promise<boolean>;
}

/** Where the content goes. */
export interface UploadTarget {
	/** Library of a person's upload (mount_id); a library authorization is for one library anyway. */
	readonly mountId?: string;
	/** The path of the file itself, with its name. */
	readonly fullpath: string;
	/** When false, the service adds a number to a name that is taken. */
	readonly overwrite: boolean;
	/** Whether others often create the same file in the same moment: where it is, is looked up then. */
	readonly isRacing?: boolean;
	readonly operator?: Operator;
}

/** Failure history carried through every upload state. */
export interface FailureHistory {
	/** Failures in a row without new bytes. */
	readonly failures: number;
	readonly restarts: number;
	/** The most bytes this session has had confirmed: only progress beyond it refills the failure budget. */
	readonly mostConfirmed: number;
	/** Bytes the server had when it was last heard from; survives a restart, for the error message. */
	readonly arrived: number;
	/** After a 410 (no data accepted right now): `asked` the server for the offset, or `waited` and asked again. */
	readonly closed: 'no' | 'asked' | 'waited';
	/** First failure of the row: the one to report. */
	readonly cause: LibraryError | undefined;
	/** Seconds that the service asked to wait. */
	readonly retryAfter: number | undefined;
}

/** The history of an upload, or of a session, without any failure. */
export const NO_FAILURES: FailureHistory = {
	failures: 0,
	restarts: 0,
	mostConfirmed: 0,
	arrived: 0,
	closed: 'no',
	cause: undefined,
	retryAfter: undefined,
};

/** A state that has a session; `confirmed` is the number of bytes the server is known to have. */
interface InSession extends FailureHistory {
	readonly file: UploadFile;
	readonly session: UploadSession;
	readonly confirmed: number;
}

/** Where an upload is: `start → opening → sending ⇄ asking → finishing → done`. */
export type UploadState =
	| (FailureHistory & { readonly at: 'start' })
	| (FailureHistory & { readonly at: 'opening'; readonly file: UploadFile })
	| (InSession & { readonly at: 'sending' })
	| (InSession & {
			/** Something failed: the server is asked how many bytes it has, unless its refusal said so. */
			readonly at: 'asking';
			/** Where the server wants the content to continue, where its refusal said so. */
			readonly expected: number | undefined;
	  })
	| (InSession & {
			readonly at: 'finishing';
			/** How often the server answered that it is still processing. */
			readonly polls: number;
			/** When finishing started (`steadyMs`). */
			readonly since: number;
			/** An answer to finish was lost, or said that the service is at it: the file may be complete already. */
			readonly mayBeDone: boolean;
	  })
	| { readonly at: 'done'; readonly file: UploadFile };

/** A state that is not the end. */
export type Unfinished = Exclude<UploadState, { at: 'done' }>;
/** The upload state with this name. */
export type At<K extends UploadState['at']> = Extract<UploadState, { at: K }>;

/** The file as it is in the library now, and what the upload took. */
export interface UploadResult {
	readonly hash: string;
	/** The final path: the service may have added a number to the name. */
	readonly fullpath: string;
	readonly filehash: string;
	/** Bytes. */
	readonly filesize: number;
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
	/** Bytes. */
	readonly chunkSize: number;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly count: { chunks: number; retries: number; bytesSent: number };
}
