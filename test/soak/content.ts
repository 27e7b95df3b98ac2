import { createCipheriv, createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** A random content, which its seed and size determine: it is never kept, only made again. */
export interface Content {
	readonly size: number;
	readonly sha1: string;
	/** The whole content at once. */
	buffer(): Buffer;
	/** The content in blocks, in constant memory. */
	stream(): Readable;
}

const BLOCK = 256 * 1024;
const ZEROS = Buffer.alloc(BLOCK);

/** The key stream of a cipher: random for every purpose, and fast. */
function* blocks(seed: number, size: number): Generator<Buffer> {
	const key = createHash('md5').update(`soak ${seed}`).digest();
	const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
	for (let left = size; left > 0; left -= BLOCK) yield cipher.update(ZEROS.subarray(0, Math.min(left, BLOCK)));
}

/** The content of a seed and a size. */
export function contentOf(seed: number, size: number): Content {
	const hash = createHash('sha1');
	for (const block of blocks(seed, size)) hash.update(block);
	return {
		size,
		sha1: hash.digest('hex'),
		buffer: () => Buffer.concat([...blocks(seed, size)]),
		stream: () => Readable.from(blocks(seed, size), { objectMode: false }),
	};
}

/** The SHA1 of a stream. */
export async function sha1Of(stream: Readable): Promise<string> {
	const hash = createHash('sha1');
	for await (const piece of stream as AsyncIterable<Buffer>) hash.update(piece);
	return hash.digest('hex');
}
