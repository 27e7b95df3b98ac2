import type { Readable } from 'node:stream';

/** n8n's egress filter, structurally (NodeEgressFilter of n8n-workflow 2.41). */
export interface EgressFilter {
	/** n8n's resolves to `{ ok: true }` or `{ ok: false, error }`, it does not throw; a rejection is a refusal too. */
	validateUrl(url: string): Promise<unknown> | unknown;
	/** A LookupFunction of node:net that refuses forbidden addresses. */
	createSecureLookup(): unknown;
	/** Throws when the target is not allowed. */
	validateRedirectSync(url: string): void;
}

/** What makes two callers share connections. */
export interface HttpSettings {
	readonly allowUnauthorizedCerts: boolean;
	readonly egress?: EgressFilter;
}

/** A multipart/form-data body: text fields first, then one file that is streamed. */
export interface MultipartBody {
	readonly fields: ReadonlyArray<readonly [name: string, value: string]>;
	/** `size` in bytes must be what `pieces` give. A piece of 1 MiB or more has left when the next one is asked for: its memory can be used again. */
	readonly file: {
		readonly field: string;
		readonly name: string;
		readonly contentType: string;
		readonly size: number;
		readonly pieces: AsyncIterable<Buffer>;
	};
}

/** One request. A stream as body is sent once; its length, when known, stands in the header `content-length`. */
export interface HttpRequest {
	readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD';
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer | Readable | MultipartBody;
	readonly signal?: AbortSignal;
	/** Longest silence in ms until the answer begins, and between parts of the request while sending. Default 60 000. */
	readonly headersTimeout?: number;
	/** Longest silence in ms inside the answer. Default 60 000. */
	readonly bodyTimeout?: number;
	/** At most 5 redirects, credentials stay at their origin. Default: none. */
	readonly followRedirects?: boolean;
	/** operationId, for errors. */
	readonly operation?: string;
}

/** An answer whose body has not been read yet; exactly one of text, stream and discard must be used. */
export interface HttpAnswer {
	readonly status: number;
	/** Names in lower case; repeated headers joined by ", ". */
	readonly headers: Readonly<Record<string, string>>;
	/** The body as UTF-8, cut after `limit` bytes (default 64 MiB). */
	text(limit?: number): Promise<string>;
	/** The body with backpressure; fails with LibraryError. */
	stream(): Readable;
	/** Drops the body so that the connection can be used again. */
	discard(): Promise<void>;
}

/** Sends requests; the port that tests replace. Every failure without an answer is a LibraryError (network, timeout, aborted). */
export interface Http {
	request(r: HttpRequest): Promise<HttpAnswer>;
	/** Ends all connections of these settings. */
	close(): Promise<void>;
}
