import { createServer, type IncomingMessage, request, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../support/certificate';

/** A server of this machine. */
export interface LoopbackServer {
	readonly port: number;
	/** Without a trailing slash. */
	readonly origin: string;
	/** Ends connections too that are still open. */
	close(): Promise<void>;
}

/** Starts a server on a free port of `host`; with a certificate one that speaks HTTPS. */
export async function serve(
	answer: RequestListener,
	host = '127.0.0.1',
	certificate?: Pick<Certificate, 'key' | 'cert'>,
): Promise<LoopbackServer> {
	const server = certificate ? createTlsServer(certificate, answer) : createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		origin: `${certificate ? 'https' : 'http'}://${host}:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

/** Starts a proxy on a free port that sends each request to the local port that `portFor` names for its path. */
export const startReverseProxy = async (portFor: (path: string) => number): Promise<LoopbackServer> =>
	await serve(
		(incoming, outgoing) => passTo(`http://127.0.0.1:${portFor(incoming.url ?? '/')}`, incoming, outgoing),
		'localhost',
	);

/** Passes a request on to an origin. Where nothing listens there, it answers 503, as proxies do during a restart. */
export function passTo(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
	const { method, url = '/', headers } = incoming;
	const onward = request(`${origin}${url}`, { method, headers, agent: false }, (answer) => {
		outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(outgoing);
	});
	onward.once('error', () => {
		if (outgoing.headersSent) outgoing.destroy();
		else outgoing.writeHead(503).end('{}');
	});
	incoming.pipe(onward);
}
