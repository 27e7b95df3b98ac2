import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportServer } from './reportServer';

/** Serves what `answer` makes of the path and the form of each request, as JSON, and reports itself. */
export function serveJson(answer: (path: string, params: URLSearchParams) => unknown): void {
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		let body = '';
		request.on('data', (part: Buffer) => {
			body += part.toString();
		});
		request.on('end', () => {
			const text = JSON.stringify(answer(request.url ?? '', new URLSearchParams(body)));
			response.writeHead(200, { 'content-type': 'application/json' }).end(text);
		});
	});
	server.keepAliveTimeout = 60_000;
	server.listen(0, '127.0.0.1', () => {
		reportServer({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, () => requests);
	});
}
