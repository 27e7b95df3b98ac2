import { serve } from '../../process/loopbackServer';

/** Calls `use` with the origin of a website of somebody else, all of whose pages have this body. */
export async function withStranger<T>(body: string, use: (origin: string) => Promise<T>): Promise<T> {
	const server = await serve((_request, response) =>
		response
			.writeHead(200, { 'content-type': 'text/html' })
			.end(`<!doctype html><title>Stranger</title><body>${body}</body>`),
	);
	try {
		return await use(server.origin);
	} finally {
		await server.close();
	}
}
