/** What is uploaded. `size` in bytes, `sha1` in 40 lower-case hexadecimal characters. */
export interface UploadContent {
	readonly size: number;
	readonly sha1: string;
}

/** The file that create_file announced. */
export interface UploadFile {
	readonly hash: string;
	readonly fullpath: string;
	/** The service already has this content, so nothing needs to be sent. */
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
		crc: number,
		signal: AbortSignal,
	): Promise<'stored' | 'complete'>;
	/** How many bytes the server has, counted from the first; undefined when it does not answer that question. */
	query(session: UploadSession, signal: AbortSignal): Promise<number | undefined>;
	finish(session: UploadSession, signal: AbortSignal): Promise<'done' | 'processing'>;
	abort(session: UploadSession, signal: AbortSignal): Promise<void>;
	/** Whether the finished file is in the library: asked when the session is gone and may have been finished. */
	isStored(file: UploadFile, content: UploadContent, signal: AbortSignal): Promise<boolean>;
}

/** The member in whose name the service records the upload; at most one of both (document, OP). */
export interface Operator {
	readonly op_id?: string;
	readonly op_name?: string;
}

/** Where the content goes. */
export interface UploadTarget {
	/** Library of a person's upload (mount_id); a library authorization is for one library anyway. */
	readonly mountId?: string;
	/** Full path, including the file's name. */
	readonly fullpath: string;
	/** When false, the service adds a number to a name that is taken. */
	readonly overwrite: boolean;
	/** Whether others often create the same file in the same moment: where it is, is looked up then. */
	readonly isRacing?: boolean;
	readonly operator?: Operator;
}

/** The library as a wire parameter, where one is needed. */
export const mountParams = ({ mountId }: Pick<UploadTarget, 'mountId'>): Record<string, string> =>
	mountId === undefined ? {} : { mount_id: mountId };
