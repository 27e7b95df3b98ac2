import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the processes of n8n. */
export interface ReverseProxy {
	readonly port: number;
	close(): Promise<void>;
}

/**
 * Starts a proxy on a free port of this machine that sends each request to the port of this machine which `portFor`
 * names for its path. Where nothing listens there, it answers 503, as proxies do while a process restarts.
 */
export async function startReverseProxy(portFor: (path: string) => number): Promise<ReverseProxy> {
	const server = createServer((incoming, outgoing) => pass(incoming, outgoing, portFor(incoming.url ?? '/')));
	const port = await listen(server);
	return {
		port,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
	const { method, url, headers } = incoming;
	const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
		outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(outgoing);
	});
	onward.once('error', () => {
		if (outgoing.headersSent) outgoing.destroy();
		else outgoing.writeHead(503).end('{}');
	});
	incoming.pipe(onward);
}

async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	return (server.address() as AddressInfo).port;
}
