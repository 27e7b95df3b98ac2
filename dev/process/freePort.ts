import { connect, createServer } from 'node:net';

/** A free port on the loopback address; `preferred` if it is free. Rejects when there is none. */
export async function freePort(preferred = 0): Promise<number> {
	return (await tryPort(preferred)) ?? (await tryPort(0)) ?? Promise.reject(new Error('No free port on 127.0.0.1'));
}

/** Whether nothing listens on a port of this machine: `localhost` may be its IPv4 or its IPv6 address. */
export async function isFree(port: number): Promise<boolean> {
	return (await tryPort(port)) !== undefined && (await tryPort(port, '::1')) !== undefined;
}

/** The port, when it can be listened on. A machine without IPv6 has nothing that could listen there. */
async function tryPort(preferred: number, host = '127.0.0.1'): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', ({ code }: NodeJS.ErrnoException) =>
			resolve(code === 'EADDRINUSE' || host === '127.0.0.1' ? undefined : preferred),
		);
		server.listen(preferred, host, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
		});
	});
}

/** Whether something accepts connections at a port of the loopback address. */
export const listens = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
