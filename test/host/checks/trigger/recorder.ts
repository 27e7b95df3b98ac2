import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Records what a workflow posts to it. It runs outside the n8n that is killed. */
export interface Recorder {
	readonly url: string;
	/** All values received, in order; each post is an array of values. */
	readonly values: string[];
	/** The number of posts received; each is one execution of the workflow. */
	posts(): number;
	/** When the last post arrived, in milliseconds since 1970; 0 before the first. */
	lastPost(): number;
	close(): Promise<void>;
}

/** Starts a recorder on a free port of the loopback address. */
export async function startRecorder(): Promise<Recorder> {
	const values: string[] = [];
	let [posts, last] = [0, 0];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const received: string[] = JSON.parse(Buffer.concat(chunks).toString('utf8'));
			values.push(...received);
			[posts, last] = [posts + 1, Date.now()];
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		values,
		posts: () => posts,
		lastPost: () => last,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
