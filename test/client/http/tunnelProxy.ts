import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { FakeServer } from '../../support/fakeServer';

/** A proxy that opens tunnels (CONNECT) and counts them. */
export interface TunnelProxy {
	readonly url: string;
	readonly tunnels: number;
	close(): Promise<void>;
}

/** Starts a proxy. */
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
