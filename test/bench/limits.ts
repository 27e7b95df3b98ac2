import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';

/* What the machine can do at best with the same bytes: no n8n, none of our code. */

const agent = new Agent({ connect: { rejectUnauthorized: false } });

/** SHA1 of a file. */
export async function sha1(path: string): Promise<string> {
	const hash = createHash('sha1');
	for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer);
	return hash.digest('hex');
}

/** Puts a file to `url` in chunks of `chunk` bytes, one after another, by undici alone. */
export async function put(path: string, url: string, chunk: number): Promise<void> {
	const file = await open(path);
	try {
		const buffer = Buffer.allocUnsafe(chunk);
		for (let at = 0; ;) {
			const { bytesRead } = await file.read(buffer, 0, chunk, at);
			if (bytesRead === 0) return;
			at += bytesRead;
			const { body } = await agent.request({
				origin: new URL(url).origin,
				path: new URL(url).pathname,
				method: 'PUT',
				body: buffer.subarray(0, bytesRead),
			});
			await body.dump();
		}
	} finally {
		await file.close();
	}
}

/** Gets `url` into a file by undici alone. */
export async function get(url: string, path: string): Promise<void> {
	const { body } = await agent.request({ origin: new URL(url).origin, path: new URL(url).pathname, method: 'GET' });
	await pipeline(body, createWriteStream(path));
}
