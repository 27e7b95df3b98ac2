import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LoopbackServer, serve } from './loopbackServer';

/**
 * Starts a proxy on a free port of this machine that sends each request to the port of this machine which `portFor`
 * names for its path.
 */
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
