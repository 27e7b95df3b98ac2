import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes down what a workflow posts to it, outside of the n8n that gets killed. */
export interface Recorder {
	readonly url: string;
	/** Every value that arrived, in its order; each post is an array of them. */
	readonly values: string[];
	/** Posts received; each is one execution of the workflow. */
	posts(): number;
	/** When the last post arrived, in milliseconds since 1970; 0 before the first. */
	lastPost(): number;
	close(): Promise<void>;
}

/** Starts a recorder on a free port of loopback. */
export async function startRecorder(): Promise<Recorder> {
	const values: string[] = [];
	let [posts, last] = [0, 0];
	const server = createServer((req, res) => {
		const chunks: Buffer[] = [];
		req.on('data', (chunk: Buffer) => chunks.push(chunk));
		req.on('end', () => {
			values.push(...(JSON.parse(Buffer.concat(chunks).toString('utf8')) as string[]));
			[posts, last] = [posts + 1, Date.now()];
			res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
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
