import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Calls `use` with the origin of a website of somebody else, all of whose pages have this body. */
export async function withStranger<T>(body: string, use: (origin: string) => Promise<T>): Promise<T> {
	const server = createServer((_request, response) =>
		response
			.writeHead(200, { 'content-type': 'text/html' })
			.end(`<!doctype html><title>Stranger</title><body>${body}</body>`),
	);
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	try {
		return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}
