import { abortedError } from '../../protocol/wire/libraryError';
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { bufferSource, inSteps, shorter, type Source } from './source';

const STEP = 1024 * 1024;

/** A file on disk, behind one descriptor. Throws kind `input` when it cannot be opened. */
export async function fileSource(path: string): Promise<Source> {
	const file = await guarded('input', open(path, 'r'));
	const size = (await guarded('input', file.stat())).size;
	let closed = false;
	return {
		size,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) =>
			await guarded('upload', readExactly(file, offset, memory.subarray(0, length))),
		sha1: async (signal) => await guarded('upload', fileHash(file, size, signal)),
		close: async () => {
			if (!closed) await file.close();
			closed = true;
		},
	};
}

/** SHA1 of a file: one piece is hashed while the next one is read. */
async function fileHash(file: FileHandle, size: number, signal: AbortSignal | undefined): Promise<string> {
	const hash = createHash('sha1');
	const memory = [
		Buffer.allocUnsafeSlow(Math.min(STEP, size)),
		Buffer.allocUnsafeSlow(Math.min(STEP, size)),
	] as const;
	const piece = async (at: number): Promise<Buffer> =>
		await readExactly(file, at, memory[(at / STEP) & 1 ? 1 : 0].subarray(0, Math.min(STEP, size - at)));
	for (let at = 0, next = piece(0); at < size; at += STEP) {
		const bytes = await next;
		if (signal?.aborted) throw abortedError(signal.reason);
		if (at + STEP < size) next = piece(at + STEP);
		hash.update(bytes);
	}
	return hash.digest('hex');
}

/** Fills `bytes` from `offset` on. */
async function readExactly(file: FileHandle, offset: number, bytes: Buffer): Promise<Buffer> {
	for (let done = 0; done < bytes.length;) {
		const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
		if (bytesRead === 0) throw shorter(offset + done, offset + bytes.length);
		done += bytesRead;
	}
	return bytes;
}

/**
 * Content that only comes as a stream, from its beginning (n8n's getBinaryStream). `open` is called again to hash and to go back.
 * Pieces of the stream may have any length: they are put together anew. `size` in bytes when known; what was counted while hashing wins.
 */
export function streamSource({ size, open }: { size?: number; open(): Promise<Readable> }): Source {
	let counted = size ?? -1;
	let reader: Forward | undefined;
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
			const { hash, length, only } = await guarded('input', hashOf(await guarded('input', open()), signal));
			counted = length;
			// n8n's database mode loads the content as one piece: to load it again would be a second one in memory.
			whole = only && bufferSource(only);
			return hash;
		},
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => {
			if (whole) return await whole.read(offset, length);
			if (reader && reader.at > offset) await close();
			reader ??= forward(await guarded('upload', open()));
			return await guarded('upload', reader.take(offset, memory.subarray(0, length)));
		},
		close,
	};
}

/** `only` is the content when it came in one piece. */
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
			if (bytes.length > STEP)
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

const toBuffer = (piece: Buffer | string): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** A stream read forwards; `take` fills `into` from `offset` on, `at` is the offset of its next byte. */
interface Forward {
	readonly at: number;
	take(offset: number, into: Buffer): Promise<Buffer>;
	end(): void;
}

function forward(stream: Readable): Forward {
	const pieces = (stream as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
	// An error between two reads is found by the next read; without a listener it would end the process.
	stream.on('error', () => undefined);
	let rest: Buffer = Buffer.alloc(0);
	let at = 0;
	const more = async (needed: number): Promise<void> => {
		const next = await pieces.next();
		if (next.done) throw shorter(at, needed);
		rest = toBuffer(next.value);
	};
	return {
		get at() {
			return at;
		},
		take: async (offset, bytes) => {
			const { length } = bytes;
			while (at < offset + length) {
				if (rest.length === 0) await more(offset + length);
				const skip = Math.min(rest.length, Math.max(0, offset - at));
				const use = Math.min(rest.length - skip, offset + length - at - skip);
				if (use > 0) rest.copy(bytes, at + skip - offset, skip, skip + use);
				rest = rest.subarray(skip + use);
				at += skip + use;
			}
			return bytes;
		},
		end: () => void stream.destroy(),
	};
}

async function guarded<T>(kind: 'input' | 'upload', work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (cause) {
		if (isLibraryError(cause)) throw cause;
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new LibraryError(kind, `The content to upload cannot be read: ${why}`, { retryable: false, cause });
	}
}
