import { createServer } from 'node:net';

/** A free port on the loopback address; `preferred` if it is free. Rejects when there is none. */
export async function freePort(preferred = 0): Promise<number> {
	return (await tryPort(preferred)) ?? (await tryPort(0)) ?? Promise.reject(new Error('No free port on 127.0.0.1'));
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
		});
	});
}
