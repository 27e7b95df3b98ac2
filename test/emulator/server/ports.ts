import { createServer, type Server } from 'node:http';
import type { World } from '../world/world';
import { createListener } from './listener';
import type { PortRole } from './routes';

interface OpenPort {
	readonly server: Server;
	readonly port: number;
	/** URL without a trailing slash. */
	readonly origin: string;
}

async function listen(world: World, role: PortRole, port: number): Promise<OpenPort> {
	const { host } = world.options;
	const server = createServer(
		{ keepAliveTimeout: 60_000, requestTimeout: 0, noDelay: true },
		createListener(world, role),
	);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const address = server.address();
	const actual = typeof address === 'object' ? (address?.port ?? port) : port;
	return { server, port: actual, origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` };
}

/** Opens the ports and sets the origins of the world. Rejects when a port is taken. */
export async function openPorts(world: World): Promise<{ servers: Server[]; port: number }> {
	const { port, separateHosts } = world.options;
	const main = await listen(world, separateHosts ? 'service' : 'all', port);
	Object.assign(world.origins, { service: main.origin, upload: main.origin, content: main.origin });
	if (!separateHosts) return { servers: [main.server], port: main.port };
	const upload = await listen(world, 'upload', 0);
	const content = await listen(world, 'content', 0);
	Object.assign(world.origins, { upload: upload.origin, content: content.origin });
	return { servers: [main.server, upload.server, content.server], port: main.port };
}

/** Closes a port and all its connections. */
export function closePort(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
