import type { IncomingHttpHeaders } from 'node:http';

/** One request as the emulator saw it. Nothing is masked here: this stays in memory for tests. */
export interface RequestRecord {
	readonly atMs: number;
	readonly method: string;
	/** Path without the query. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** Query and form parameters, merged and decoded. */
	params: Record<string, string>;
	/** Bytes of an upload chunk or web upload. */
	bodyBytes: number;
	/** 0 while unanswered, or when the socket was destroyed instead. */
	status: number;
	/** Refused signatures: what should have been signed, and a hint. */
	note: string;
	/** Number of the connection: equal numbers shared a socket. */
	readonly connection: number;
}

/** The latest requests, oldest first. */
export class RequestLog {
	readonly list: RequestRecord[] = [];

	constructor(private readonly limit: number) {}

	add(record: RequestRecord): void {
		this.list.push(record);
		// In bulk, because shifting one by one would cost a move of the whole list for each request.
		if (this.list.length > this.limit * 1.25 + 10) this.list.splice(0, this.list.length - this.limit);
	}

	clear(): void {
		this.list.length = 0;
	}
}
