import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** The ports that servers of this process had. */
const had = new Set<number>();

/**
 * Listens on a port, 0 for any that no server of this process had before: a client that outlives a server remembers it
 * by its address, for example what its clock says. Rejects when the port is taken.
 */
export async function listenOn(server: Server, host: string, port = 0): Promise<number> {
	for (;;) {
		server.listen(port, host);
		await once(server, 'listening');
		const { port: actual } = server.address() as AddressInfo;
		if (port !== 0 || !had.has(actual)) {
			had.add(actual);
			return actual;
		}
		server.close();
		await once(server, 'close');
	}
}
