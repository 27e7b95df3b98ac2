import type { TakePiece, EgressFilter, MultipartBody, SentRequest } from '../../edition/ports';
import type { Clock } from '../async/clock';
import type { Slack } from './slowTransfer';

export type { EgressFilter, MultipartBody, TakePiece };

/** What a run has sent and received so far. */
export interface Tally {
	requests: number;
	/** Requests like one that had failed. */
	retries: number;
	/** Bytes of contents: of bodies, without headers. */
	sent: number;
	received: number;
}

/** Callers with equal settings share connections. */
export interface HttpSettings {
	readonly allowUnauthorizedCerts: boolean;
	readonly egress?: EgressFilter;
	/** Refuses every http:// address: the service is reached by https, and nothing it names may be less secure. */
	readonly httpsOnly?: boolean;
	/** Measures how long transfers take. Default: the clock of this machine. */
	readonly clock?: Clock;
	readonly tally?: Tally;
}

/** One request. */
export interface HttpRequest extends Pick<SentRequest, 'method' | 'url'>, Partial<Omit<SentRequest, 'method' | 'url'>> {
	readonly signal?: AbortSignal;
	/** Longest silence in ms inside the answer. Default 60,000, as until it starts. */
	readonly bodyTimeout?: number;
	/** Whether redirects are followed, at most 5; credentials stay at their origin. Default: false. */
	readonly followRedirects?: boolean;
	/** How far `receive` may fall behind the least rate, with other answers that share it. Default: one of its own. */
	readonly slack?: Slack;
	/** operationId, for errors. */
	readonly operation?: string;
}

/** An answer; call exactly one of `text`, `receive` and `discard`. A body that came compressed is decompressed. */
export interface HttpAnswer {
	readonly status: number;
	/** Names in lower case; repeated headers joined by ", ". Without coding and length where it came compressed. */
	readonly headers: Readonly<Record<string, string>>;
	/** The body came compressed: a range of it is one of the compressed bytes. */
	readonly compressed?: boolean;
	/** The body as UTF-8, cut after `limit` bytes; without a limit, more than 4 MiB throw LibraryError. */
	text(limit?: number): Promise<string>;
	/** The body, piece by piece, to its end. Throws LibraryError; an error of `take` is its cause. */
	receive(take: TakePiece): Promise<void>;
	/** Drops the body so that its connection can be used again. */
	discard(): Promise<void>;
}

/** Sends requests; the port that tests replace. A failure without an answer is a LibraryError. */
export interface Http {
	request(request: HttpRequest): Promise<HttpAnswer>;
}
