import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { LibraryError, isLibraryError } from '../protocol/errors';
import { abortedError } from './transportError';

/** Content to send, readable more than once. Memory does not grow with its size. Every failure is a LibraryError. */
export interface Source {
	/** Bytes; -1 until `sha1` has run, for a stream of unknown length. */
	readonly size: number;
	/** SHA1 of the whole content, 40 lower-case characters. */
	sha1(signal?: AbortSignal): Promise<string>;
	/**
	 * Exactly `length` bytes from `offset`; one call at a time. `memory` (at least as long) is used where they must be put somewhere.
	 * Throws kind `upload` when the content has become shorter.
	 */
	read(offset: number, length: number, memory?: Buffer): Promise<Buffer>;
	/** Lets go of files and streams; may be called twice. */
	close(): Promise<void>;
}

const STEP = 1024 * 1024;

/** Content that is in memory already. */
export function bufferSource(buffer: Buffer): Source {
	return {
		size: buffer.length,
		sha1: async () => createHash('sha1').update(buffer).digest('hex'),
		read: async (offset, length) => {
			if (offset + length > buffer.length) throw shorter(buffer.length, offset + length);
			return buffer.subarray(offset, offset + length);
		},
		close: async () => undefined,
	};
}

/** A file on disk, behind one descriptor. Throws kind `input` when it cannot be opened. */
export async function fileSource(path: string): Promise<Source> {
	const file = await guarded('input', open(path, 'r'));
	const size = (await guarded('input', file.stat())).size;
	let closed = false;
	return {
		size,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => await guarded('upload', readExactly(file, offset, memory.subarray(0, length))),
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
	const memory = [Buffer.allocUnsafeSlow(Math.min(STEP, size)), Buffer.allocUnsafeSlow(Math.min(STEP, size))] as const;
	const piece = async (at: number): Promise<Buffer> => await readExactly(file, at, memory[(at / STEP) & 1 ? 1 : 0].subarray(0, Math.min(STEP, size - at)));
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
	for (let done = 0; done < bytes.length; ) {
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
	const close = async () => {
		reader?.end();
		reader = undefined;
	};
	return {
		get size() { return counted; },
		sha1: async (signal) => {
			await close();
			const { hash, length } = await guarded('input', hashOf(await guarded('input', open()), signal));
			counted = length;
			return hash;
		},
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => {
			if (reader && reader.at > offset) await close();
			reader ??= forward(await guarded('upload', open()));
			return await guarded('upload', reader.take(offset, memory.subarray(0, length)));
		},
		close,
	};
}

async function hashOf(stream: Readable, signal: AbortSignal | undefined): Promise<{ hash: string; length: number }> {
	const hash = createHash('sha1');
	let length = 0;
	const stop = () => stream.destroy();
	signal?.addEventListener('abort', stop, { once: true });
	try {
		for await (const piece of stream as AsyncIterable<Buffer | string>) {
			if (signal?.aborted) break;
			const bytes = toBuffer(piece);
			hash.update(bytes);
			length += bytes.length;
		}
	} catch (cause) {
		if (!signal?.aborted) throw cause;
	} finally {
		signal?.removeEventListener('abort', stop);
		stream.destroy();
	}
	if (signal?.aborted) throw abortedError(signal.reason);
	return { hash: hash.digest('hex'), length };
}

const toBuffer = (piece: Buffer | string): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** A stream read forwards; `take` fills `into` from `offset` on, `at` is the offset of its next byte. */
interface Forward { readonly at: number; take(offset: number, into: Buffer): Promise<Buffer>; end(): void }

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
		get at() { return at; },
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

const shorter = (size: number, needed: number): LibraryError =>
	new LibraryError('upload', `The content ended after ${size} bytes, ${needed} were expected: it was changed during the upload`, { retryable: false });

async function guarded<T>(kind: 'input' | 'upload', work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (cause) {
		if (isLibraryError(cause)) throw cause;
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new LibraryError(kind, `The content to upload cannot be read: ${why}`, { retryable: false, cause });
	}
}
