import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listenOn } from '../emulator';
import { bodyOf, disturb, sendReply, type Reply } from './wire';

/* The one HTTP server to fake a service with: records requests; a handler's replies and faults are data. */

/** What is known of a request before its body has arrived. */
export interface RequestHead {
	/** 0 for the first request of the server. */
	readonly index: number;
	readonly method: string;
	/** Path and query, as sent. */
	readonly url: string;
	/** Without the query. */
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingHttpHeaders;
}

/** A request as it arrived, with its whole body. */
export interface RecordedRequest extends RequestHead {
	readonly body: Buffer;
	/** The fields of a urlencoded body; empty for any other (multipartForm.ts reads that kind of form). */
	readonly form: URLSearchParams;
}

/** Answers a request: with a reply, or with undefined when it uses `response` by itself. */
export type Handler = (
	request: RecordedRequest,
	response: ServerResponse,
) => Reply | undefined | Promise<Reply | undefined>;

export interface FakeServerOptions {
	/** Called when the head of a request has arrived; its result disturbs the request before the body has been read. */
	readonly onArrival?: (head: RequestHead) => 'reset' | 'notHttp' | 'resetInBody' | undefined;
	/** Key and certificate in PEM form: the server then speaks HTTPS. */
	readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
}

/** A server on 127.0.0.1, on a port of its own. */
export class FakeServer {
	/** Requests whose body arrived whole, in that order. Empty it to forget them. */
	readonly requests: RecordedRequest[] = [];
	/** What the handler threw; each was answered with 500. */
	readonly errors: unknown[] = [];
	/** Scheme, address and port, without trailing slash. */
	url = '';
	/** Connections opened so far. */
	sockets = 0;
	/** Requests that have arrived and whose handler has not ended. */
	active = 0;
	readonly server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>;
	private arrived = 0;

	/** It listens from `listen` on. */
	constructor(
		private readonly handler: Handler,
		private readonly options: FakeServerOptions = {},
	) {
		const listener = (raw: IncomingMessage, response: ServerResponse) => void this.take(raw, response);
		this.server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
		this.server.on('connection', () => this.sockets++);
	}

	static async start(handler: Handler, options: FakeServerOptions = {}): Promise<FakeServer> {
		return await new FakeServer(handler, options).listen();
	}

	/** Starts on a free port. */
	async listen(): Promise<this> {
		const port = await listenOn(this.server, '127.0.0.1');
		this.url = `${this.options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
		return this;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
	}

	private async take(raw: IncomingMessage, response: ServerResponse): Promise<void> {
		this.active++;
		try {
			await this.serve(raw, response);
		} catch (error) {
			this.errors.push(error);
			if (response.headersSent) response.destroy();
			else response.writeHead(500).end(String(error));
		} finally {
			this.active--;
		}
	}

	private async serve(raw: IncomingMessage, response: ServerResponse): Promise<void> {
		const head = headOf(raw, this.arrived++);
		const fault = this.options.onArrival?.(head);
		if (fault === 'reset' || fault === 'notHttp') return disturb(raw.socket, fault);
		const body = await bodyOf(raw, fault === 'resetInBody');
		if (fault) return disturb(raw.socket, 'reset');
		if (!body) return; // the client went away
		const request = { ...head, body, form: formOf(head, body) };
		this.requests.push(request);
		const reply = await this.handler(request, response);
		if (reply) await sendReply(reply, response);
	}
}

function headOf({ method = '', url = '', headers }: IncomingMessage, index: number): RequestHead {
	const { pathname, searchParams } = new URL(url, 'http://x');
	return { index, method, url, path: pathname, query: searchParams, headers };
}

function formOf({ headers }: RequestHead, body: Buffer): URLSearchParams {
	const urlencoded = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
	return new URLSearchParams(urlencoded ? body.toString('utf8') : '');
}
