import type { IncomingHttpHeaders } from 'node:http';

/** One request as the emulator received it. Secrets are not masked: the log stays in memory, for tests. */
export interface RequestRecord {
	/** The emulator's clock when the request arrived, in milliseconds. */
	readonly atMs: number;
	readonly method: string;
	/** Path without the query. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** Query and form parameters, merged and decoded. */
	params: Record<string, string>;
	/** Bytes of an upload chunk or web upload. */
	bodyBytes: number;
	/** HTTP status; 0 while unanswered, or when the connection was reset instead. */
	status: number;
	/** For a refused signature: the string that should have been signed, and a hint; '' otherwise. */
	note: string;
	/** Number of the connection: requests with equal numbers shared a socket. */
	readonly connection: number;
	/** How many requests of its port were being answered when it had come, itself included. */
	readonly underWay: number;
}

/** The latest requests, oldest first. */
export class RequestLog {
	readonly list: RequestRecord[] = [];

	/** Keeps about `limit` records. */
	constructor(private readonly limit: number) {}

	add(record: RequestRecord): void {
		this.list.push(record);
		// Trim in bulk: removing one record at a time would move the whole list on every request.
		if (this.list.length > this.limit * 1.25 + 10) this.list.splice(0, this.list.length - this.limit);
	}
}
