import type { ServerResponse, IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { httpFor } from '../../../src/client/http/http';
import type { Http } from '../../../src/client/http/types';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';

interface Closable {
	close(): Promise<unknown> | unknown;
}

/** What a test file about the HTTP client works with; everything it opens is closed after each test. */
export interface HttpBench {
	/** The client of ordinary settings. */
	http(): Http;
	/** A server whose answers `handler` writes. */
	server(handler: (request: RecordedRequest, answer: ServerResponse) => unknown): Promise<FakeServer>;
	/** Closes `thing` after the test. */
	closing<T extends Closable>(thing: T): T;
}

/** Call it at the top of a test file. */
export function httpBench(): HttpBench {
	const opened: Closable[] = [];
	const closing = <T extends Closable>(thing: T): T => {
		opened.push(thing);
		return thing;
	};
	afterEach(async () => {
		for (const thing of opened.splice(0).reverse()) await thing.close();
	});
	return {
		http: () => httpFor({ allowUnauthorizedCerts: false }),
		server: async (handler) =>
			closing(
				await FakeServer.start((request, answer) => {
					handler(request, answer);
					return undefined;
				}),
			),
		closing,
	};
}

/** A proxy that opens tunnels (CONNECT) and counts them. */
export interface TunnelProxy {
	readonly url: string;
	readonly tunnels: number;
	close(): Promise<void>;
}

export async function tunnelProxy(): Promise<TunnelProxy> {
	let tunnels = 0;
	const proxy = await FakeServer.start(() => undefined);
	proxy.server.on('connect', (request: IncomingMessage, socket: Socket) => {
		tunnels++;
		const [host, port] = (request.url ?? '').split(':');
		const out = connect(Number(port), host, () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			out.pipe(socket);
			socket.pipe(out);
		});
		for (const end of [socket, out]) end.on('error', () => undefined);
	});
	return {
		url: proxy.url,
		close: async () => await proxy.close(),
		get tunnels() {
			return tunnels;
		},
	};
}
