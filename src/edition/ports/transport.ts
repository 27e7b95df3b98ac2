/* How requests leave this machine: what `src/client/http` asks of an edition. */

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
	/** Longest silence in ms inside the answer; 0 where the handler limits it. */
	readonly bodyTimeout: number;
	/** The answer may be large: its pieces may lie in memory that is used again. */
	readonly largeAnswer: boolean;
}

/** Headers as they came: a repeated header is a list. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the handler of a request may do with it. */
export interface Controller {
	/** Ends the request; `onResponseError` gets the reason. */
	abort(reason: Error): void;
	/** Holds the answer back; `piece` is the one that its reader is busy with. A piece under way may still come. */
	pause(piece?: Buffer): void;
	resume(): void;
}

/** Takes one answer as it comes. A head with a status below 200 is provisional: another one follows. */
export interface AnswerHandler {
	onRequestStart(controller: Controller): void;
	onResponseStart(controller: Controller, statusCode: number, headers: RawHeaders): void;
	/** The piece is good only until this returns, or, after `pause(piece)`, until `resume`. */
	onResponseData(controller: Controller, piece: Buffer): void;
	onResponseEnd(): void;
	/** The request failed, before its answer or inside it; its code, or that of a cause, says how. */
	onResponseError(controller: Controller, error: Error): void;
}

/** The connections of some settings. */
export interface Transport {
	/** Sends a request. Throws nothing: every failure is given to the handler. */
	dispatch(request: SentRequest, handler: AnswerHandler): void;
	close(): Promise<void>;
}
