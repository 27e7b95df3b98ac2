import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this machine. */
export interface LoopbackServer {
	readonly port: number;
	/** Without a trailing slash. */
	readonly origin: string;
	/** Ends connections too that are still open. */
	close(): Promise<void>;
}

/** Starts a server on a free port of `host`. */
export async function serve(answer: RequestListener, host = '127.0.0.1'): Promise<LoopbackServer> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		origin: `http://${host}:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
