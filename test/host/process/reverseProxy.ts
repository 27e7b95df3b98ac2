import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LoopbackServer, serve } from './loopbackServer';

/**
 * Starts a proxy on a free port of this machine that sends each request to the port of this machine which `portFor`
 * names for its path. Where nothing listens there, it answers 503, as proxies do while a process restarts.
 */
export const startReverseProxy = async (portFor: (path: string) => number): Promise<LoopbackServer> =>
	await serve((incoming, outgoing) => pass(incoming, outgoing, portFor(incoming.url ?? '/')), 'localhost');

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
