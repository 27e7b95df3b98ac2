/* What the rest of the package asks of an edition: content, and how requests leave this machine. */

/** A stream of bytes as n8n takes and gives them: a `Readable` of Node.js, or what does all that n8n asks of one. */
export type ByteStream = import('node:stream').Readable;

/**
 * Takes a piece, which is good only until it returns: its memory is used again. When it returns a promise, the
 * connection is held back until that resolves; a piece that has arrived already may still come.
 */
export type TakePiece = (piece: Buffer) => Promise<void> | undefined;

/** Content that becomes a stream. */
export interface ContentSource {
	/** Hands all of the content to `take`; what it throws becomes the error of the stream. Called once. */
	receive(take: TakePiece): Promise<void>;
	/** Called once the stream is over or destroyed. */
	end(): void;
}

/** An open file of this machine. */
export interface HostFile {
	/** Bytes. */
	readonly size: number;
	/** Fills `bytes` from an offset of the file; returns how many there were, 0 at its end. */
	read(bytes: Buffer, offset: number): Promise<number>;
	/** May be called twice. */
	close(): Promise<void>;
}

/** n8n's egress filter by its structure (`NodeEgressFilter` of n8n-workflow 2.41). */
export interface EgressFilter {
	/** n8n's own resolves to `{ ok: true }` or `{ ok: false, error }` and does not throw; a rejection also means no. */
	validateUrl(url: string): Promise<unknown> | unknown;
	/** Returns a `LookupFunction` of node:net that refuses forbidden addresses. */
	createSecureLookup(): unknown;
	/** Throws when the target is not allowed. */
	validateRedirectSync(url: string): void;
}

/** n8n's request helper (`helpers.httpRequest`) by its structure. */
export type RequestHelper = (options: {
	readonly method: SentRequest['method'];
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly body?: string | Buffer | object;
	readonly [option: string]: unknown;
}) => Promise<unknown>;

/** Whose connections are wanted. */
export interface TransportSettings {
	readonly allowUnauthorizedCerts: boolean;
	readonly egress?: EgressFilter;
	/** The filter's lookup, which refuses forbidden addresses; n8n's own helper has it anyway. */
	readonly lookup?: () => import('node:net').LookupFunction;
	/** That of the node that works; an edition that sends by it cannot do without. */
	readonly helper?: RequestHelper;
}

/** A multipart/form-data body: text fields first, then one file that is streamed. */
export interface MultipartBody {
	readonly fields: ReadonlyArray<readonly [name: string, value: string]>;
	readonly file: {
		readonly field: string;
		readonly name: string;
		readonly contentType: string;
		/** Bytes; must be the total length of `pieces`. */
		readonly size: number;
		/** When one is requested, the one before has been sent if it has 1 MiB or more: its buffer may be reused. */
		readonly pieces: AsyncIterable<Buffer>;
	};
}

/** One request as it is sent. Redirects are not followed. */
export interface SentRequest {
	readonly method: 'GET' | 'POST' | 'PUT';
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | Buffer | MultipartBody;
	/** Longest silence in ms until the answer starts. */
	readonly headersTimeout: number;
	/** The answer may be large: its pieces may lie in memory that is used again. */
	readonly largeAnswer: boolean;
}

/** Headers as they came: a repeated header is a list. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** An answer whose head has come. */
export interface Exchange {
	readonly status: number;
	readonly headers: RawHeaders;
	/**
	 * Hands the body to `take`, to its end; called once. Rejects with what `take` throws, or with the error of the
	 * transfer: its code, or that of a cause, says how it failed.
	 */
	receive(take: TakePiece): Promise<void>;
	/** Gives up what has not come yet, for which `receive` rejects. */
	drop(reason: Error): void;
}

/** What watches over a request until its head has come. */
export interface RequestWatch {
	/** The request is under way: `stop` ends it. */
	begun(stop: (reason: Error) => void): void;
	/** A provisional head came, with a status below 200: another one follows. */
	provisional(): void;
}

/** The connections of some settings. */
export interface Transport {
	/** Sends a request. Rejects with an error whose code, or that of a cause, says how it failed. */
	send(request: SentRequest, watch: RequestWatch): Promise<Exchange>;
}
