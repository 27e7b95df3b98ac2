import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LoopbackServer, serve } from '../../process/loopbackServer';
import type { Attack } from './hostileAnswers';

/** Headers of one connection, and of one body. */
const OWN = new Set(['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

/** Starts a service that attacks where `attack` says so; what else it is asked goes to an honest one. */
export async function startHostileService({ at, answer }: Attack, honest: string): Promise<LoopbackServer> {
	const server: LoopbackServer = await serve((request, response) => {
		const [path = ''] = (request.url ?? '').split('?');
		response.on('error', () => undefined);
		if (at.test(path)) request.resume().on('end', () => answer(response, path));
		else passOn(request, response, [honest, server.origin]).catch(() => response.destroy());
	});
	return server;
}

/** The answer of the honest service names the hostile one in its place. */
async function passOn(
	request: IncomingMessage,
	response: ServerResponse,
	[honest, hostile]: readonly [string, string],
): Promise<void> {
	const { method = '', headers, url = '' } = request;
	const kept = Object.entries(headers).filter(([name]) => !OWN.has(name)) as Array<[string, string]>;
	const body = method === 'GET' ? null : new Uint8Array(await buffer(request));
	const answer = await fetch(honest + url, { method, headers: kept, body, redirect: 'manual' });
	const text = (await answer.text()).replaceAll(honest, hostile);
	response.writeHead(answer.status, [...answer.headers].filter(([name]) => !OWN.has(name)).flat()).end(text);
}
