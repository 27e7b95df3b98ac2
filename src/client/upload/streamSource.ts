import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { abortedError } from '../../protocol/wire/libraryError';
import { bufferSource } from './bufferSource';
import { makeForwardReader, toBuffer, type ForwardReader } from './forwardReader';
import { inSteps, reportingUnreadable, type Source } from './source';

/** A larger piece is hashed in steps, in bytes. */
const LARGE = 1024 * 1024;

/**
 * Content that is only available as a stream from its beginning (n8n's getBinaryStream). `open` is called again to hash
 * and to go back. Pieces of the stream may have any length. `size` in bytes when known; the number counted while
 * hashing takes precedence.
 */
export function streamSource({ size, open }: { size?: number; open(): Promise<Readable> }): Source {
	let counted = size ?? -1;
	let reader: ForwardReader | undefined;
	let whole: Source | undefined;
	const close = async () => {
		reader?.end();
		reader = undefined;
		whole = undefined;
	};
	return {
		get size() {
			return counted;
		},
		sha1: async (signal) => {
			await close();
			const stream = await reportingUnreadable('input', open());
			const { hash, length, only } = await reportingUnreadable('input', hashOf(stream, signal));
			counted = length;
			// n8n's database mode loads the content as one piece: loading it again would put a second one in memory.
			whole = only && bufferSource(only);
			return hash;
		},
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => {
			if (whole) return await whole.read(offset, length);
			if (reader && reader.at > offset) await close();
			reader ??= makeForwardReader(await reportingUnreadable('upload', open()));
			return await reportingUnreadable('upload', reader.fill(offset, memory.subarray(0, length)));
		},
		close,
	};
}

/** SHA1 and length of a stream; `only` is the content when it came in one piece. */
async function hashOf(
	stream: Readable,
	signal: AbortSignal | undefined,
): Promise<{ hash: string; length: number; only?: Buffer | undefined }> {
	const hash = createHash('sha1');
	let length = 0;
	let only: Buffer | undefined;
	const stop = () => stream.destroy();
	signal?.addEventListener('abort', stop, { once: true });
	try {
		for await (const piece of stream as AsyncIterable<Buffer | string>) {
			if (signal?.aborted) break;
			const bytes = toBuffer(piece);
			only = length === 0 ? bytes : undefined;
			if (bytes.length > LARGE)
				await inSteps(bytes.length, signal, (from, to) => hash.update(bytes.subarray(from, to)));
			else hash.update(bytes);
			length += bytes.length;
		}
	} catch (cause) {
		if (!signal?.aborted) throw cause;
	} finally {
		signal?.removeEventListener('abort', stop);
		stream.destroy();
	}
	if (signal?.aborted) throw abortedError(signal.reason);
	return { hash: hash.digest('hex'), length, only };
}
