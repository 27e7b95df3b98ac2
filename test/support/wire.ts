import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What happens to the connection: */
export type WireFault =
	/** It is reset instead of an answer. */
	| 'reset'
	/** The server answers with bytes that are not HTTP. */
	| 'notHttp'
	/** It is closed after the body of the reply; announce more bytes in `content-length`, and they are missing. */
	| 'cut'
	/** The body of the reply arrives in up to 64 pieces. */
	| 'drip'
	/** The server never answers. */
	| 'hang';

/** What a fake server answers. */
export interface Reply {
	/** Default 200. */
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string | number>>;
	/** Text and bytes are sent as they are, everything else as JSON. Default: none. */
	readonly body?: unknown;
	/** Without `content-length`. */
	readonly chunked?: boolean;
	readonly fault?: WireFault;
}

/** A turn of the event loop, in which sockets are read. */
const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** Ends a connection without an answer. */
export function disturb(socket: Socket, fault: 'reset' | 'notHttp'): void {
	if (fault === 'reset') socket.resetAndDestroy();
	else socket.end('BOGUS\r\n\r\n');
}

/** Sends a reply, with its fault. */
export async function sendReply(reply: Reply, response: ServerResponse): Promise<void> {
	const { status = 200, headers = {}, chunked = false, fault } = reply;
	const { socket } = response;
	if (fault === 'hang') return;
	if ((fault === 'reset' || fault === 'notHttp') && socket) return disturb(socket, fault);
	const bytes = bytesOf(reply.body);
	response.writeHead(status, {
		...(isJson(reply.body) ? { 'content-type': 'application/json' } : {}),
		...(chunked ? {} : { 'content-length': bytes.length }),
		...headers,
	});
	if (fault === 'cut') {
		if (bytes.length) return void response.write(bytes, () => socket?.destroy());
		response.flushHeaders();
		await turn();
		return void socket?.destroy();
	}
	const step = fault === 'drip' ? Math.ceil(bytes.length / 64) : bytes.length;
	for (let at = 0; at < bytes.length; at += step) {
		response.write(bytes.subarray(at, at + step));
		if (fault === 'drip') await turn();
	}
	response.end();
}

const isJson = (body: unknown): boolean => body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);

function bytesOf(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Buffer.from(isJson(body) ? JSON.stringify(body) : String(body ?? ''));
}

/** The body of a request, or with `onlyStarted` its first piece; undefined when the client went away. */
export async function bodyOf(raw: IncomingMessage, onlyStarted = false): Promise<Buffer | undefined> {
	const parts: Buffer[] = [];
	return await new Promise((resolve) => {
		raw.on('data', (part: Buffer) => {
			parts.push(part);
			if (onlyStarted) resolve(undefined);
		});
		raw.on('error', () => undefined);
		raw.on('end', () => resolve(Buffer.concat(parts)));
		raw.on('close', () => resolve(undefined));
	});
}
