import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';

/* What undici can do with the same bytes: without n8n and without our code. */

const agent = new Agent();

const addressOf = (url: string) => {
	const { origin, pathname } = new URL(url);
	return { origin, path: pathname };
};

/** Reads a file and computes its SHA1. */
export async function hashFile(path: string): Promise<string> {
	const hash = createHash('sha1');
	for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece as Buffer);
	return hash.digest('hex');
}

/** Sends a file to `url` in chunks of `chunk` bytes, one after another, with undici alone. */
export async function putFile(path: string, url: string, chunk: number): Promise<void> {
	const file = await open(path);
	try {
		const buffer = Buffer.allocUnsafe(chunk);
		for (let offset = 0; ;) {
			const { bytesRead } = await file.read(buffer, 0, chunk, offset);
			if (bytesRead === 0) return;
			offset += bytesRead;
			const body = buffer.subarray(0, bytesRead);
			const answer = await agent.request({ ...addressOf(url), method: 'PUT', body });
			await answer.body.dump();
		}
	} finally {
		await file.close();
	}
}

/** Downloads `url` into a file with undici alone, unchecked. */
export async function getFile(url: string, path: string): Promise<undefined> {
	const { body } = await agent.request({ ...addressOf(url), method: 'GET' });
	await pipeline(body, createWriteStream(path));
	return undefined;
}
