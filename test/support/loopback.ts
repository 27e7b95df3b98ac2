import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: Buffer;
}
export interface Loopback {
	url: string;
	sockets: number;
	seen: Seen[];
	server: Server;
	close(): Promise<void>;
}
type Handler = (request: Seen, response: ServerResponse, raw: IncomingMessage) => void;

/** A server on 127.0.0.1 that reads each request whole, notes it, and then lets the handler answer. */
export async function loopback(handler: Handler): Promise<Loopback> {
	const seen: Seen[] = [];
	const server = createServer((raw, response) => {
		const parts: Buffer[] = [];
		raw.on('data', (part: Buffer) => parts.push(part));
		raw.on('error', () => undefined);
		raw.on('end', () => {
			const request = {
				method: raw.method ?? '',
				url: raw.url ?? '',
				headers: raw.headers,
				body: Buffer.concat(parts),
			};
			seen.push(request);
			handler(request, response, raw);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const made: Loopback = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		sockets: 0,
		seen,
		server,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	server.on('connection', () => {
		made.sockets++;
	});
	return made;
}
