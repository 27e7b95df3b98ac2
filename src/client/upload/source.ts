import { createHash, type Hash } from 'node:crypto';
import { openFile, turn } from '../../edition/edition';
import type { HostFile } from '../../edition/ports';
import { makeBudget } from '../async/tasks';
import { defined } from '../../protocol/wire/json';
import { LibraryError, isLibraryError } from '../../protocol/wire/libraryError';
import { machineFailure } from '../../protocol/wire/machineFailure';

/** Content to send, readable more than once. Memory does not grow with its size. Every failure is a LibraryError. */
export interface Source {
	/** Bytes; -1 until `sha1` has run, for a stream of unknown length. */
	readonly size: number;
	/** SHA1 of the whole content, 40 lower-case hexadecimal characters. `close` ends it for what is not in memory. */
	sha1(): Promise<string>;
	/**
	 * Exactly `length` bytes from `offset`; one call at a time. Where the bytes have to be copied, `memory` is asked
	 * for a buffer that is at least as long. Throws kind `upload` when the content has become shorter.
	 */
	read(offset: number, length: number, memory?: () => Buffer): Promise<Buffer>;
	/** Releases files and streams for good, even while they are read or opened; may be called twice. */
	close(): Promise<void>;
}

const STEP = 3 * 1024 * 1024;

/**
 * Goes over `size` bytes in steps of 3 MiB (a multiple of 3, as Base64 needs it), so that other work of the process
 * does not have to wait for all of them.
 */
export async function overBytes(size: number, task: (from: number, to: number) => unknown): Promise<void> {
	for (let at = 0; at < size; at += STEP) {
		task(at, Math.min(size, at + STEP));
		await turn();
	}
}

/** The content is no longer as long as it was; `size` and `needed` in bytes. */
export const tooShort = (size: number, needed: number): LibraryError =>
	new LibraryError(
		'upload',
		`The content ended after ${size} bytes, but ${needed} were expected: it changed during the upload`,
	);

/** The result of `reading`; its failure as LibraryError of this kind, with the reason. */
export async function reportingUnreadable<T>(kind: 'input' | 'upload', reading: Promise<T>): Promise<T> {
	return await reading.catch((cause: unknown) => {
		if (isLibraryError(cause)) throw cause;
		const { what, hint } = machineFailure(cause) ?? {};
		const why = what ?? (cause instanceof Error ? cause.message : String(cause));
		throw new LibraryError(kind, `The content to upload can't be read: ${why}`, { cause, ...defined({ hint }) });
	});
}

const PIECE_SIZE = 1024 * 1024;

/** A file behind one descriptor; undefined where an edition opens none. Throws kind `input` if it cannot be opened. */
export async function fileSource(path: string): Promise<Source | undefined> {
	if (!openFile) return undefined;
	const file = await reportingUnreadable('input', openFile(path));
	const { size } = file;
	const read: Source['read'] = async (offset, length, memory = () => Buffer.allocUnsafe(length)) =>
		await reportingUnreadable('upload', readExactly(file, offset, memory().subarray(0, length)));
	return {
		size,
		read,
		sha1: async () => {
			const hash = createHash('sha1');
			for await (const piece of piecesAhead({ size, read }, PIECE_SIZE)) hash.update(piece);
			return hash.digest('hex');
		},
		close: async () => await file.close(),
	};
}

async function readExactly(file: HostFile, offset: number, bytes: Buffer): Promise<Buffer> {
	for (let done = 0; done < bytes.length;) {
		const bytesRead = await file.read(bytes.subarray(done), offset + done);
		if (bytesRead === 0) throw tooShort(offset + done, offset + bytes.length);
		done += bytesRead;
	}
	return bytes;
}

interface Chunk {
	readonly offset: number;
	readonly bytes: Buffer;
	/** What `checksum` makes of the bytes; undefined without one. */
	readonly crc: number | undefined;
	/** The buffer it was copied into, if it was, which is reused once the chunk is no longer needed. */
	readonly memory: Buffer | undefined;
}

/** What `makeChunkReader` makes. */
export type ChunkReader = ReturnType<typeof makeChunkReader>;

/**
 * Reads a source in chunks of `chunkSize` bytes, one ahead, from any offset: never more than two chunks are in memory,
 * in buffers that are reused. The checksum of a chunk that is read ahead is made then, while the one before is on the
 * wire. Only one reader may use a source.
 */
export function makeChunkReader(
	source: Pick<Source, 'size' | 'read'>,
	chunkSize: number,
	checksum?: (bytes: Buffer) => number,
) {
	// New memory for each chunk costs more than all the rest of an upload: the system clears every page of it.
	const free: Buffer[] = [];
	let last: Chunk | undefined;
	let next: { offset: number; chunk: Promise<Chunk> } | undefined;
	let inFlight = false;
	const newBuffer = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(Math.min(chunkSize, source.size));
	const load = async (offset: number): Promise<Chunk> => {
		let memory: Buffer | undefined;
		const copied = (): Buffer => (memory ??= newBuffer());
		const bytes = await source.read(offset, Math.min(chunkSize, source.size - offset), copied);
		return { offset, bytes, crc: checksum?.(bytes), memory };
	};
	const release = (chunk: Chunk | undefined): void => void (chunk?.memory && free.push(chunk.memory));
	return {
		/** Call when the last chunk may still be in flight; its buffer must not be reused. */
		discardLastBuffer: (): void => void (inFlight = true),
		/** Starts to read the chunk at `offset`; `read` throws its failure. */
		prefetch: (offset: number): void => {
			if (offset >= source.size || next) return;
			const chunk = load(offset);
			chunk.catch(() => undefined); // thrown by read()
			next = { offset, chunk };
		},
		settled: async (): Promise<void> => void (await next?.chunk.catch(() => undefined)),
		/** The chunk at `offset`: from memory when it is there, else read. Valid until the next call. */
		read: async (offset: number): Promise<Chunk> => {
			const rest = last && restOf(last, offset);
			if (rest) return (last = { ...rest, crc: checksum?.(rest.bytes) });
			if (!inFlight) release(last);
			last = undefined;
			inFlight = false;
			const ready = next;
			// A source reads one thing at a time, and an unwanted chunk would be a third one in memory.
			if (ready && ready.offset !== offset) release(await ready.chunk.catch(() => undefined));
			next = undefined;
			return (last = await (ready?.offset === offset ? ready.chunk : load(offset)));
		},
	};
}

/** The rest of a chunk from `offset` on, if it starts there: going back a little requires no second read. */
function restOf(chunk: Chunk, offset: number): Chunk | undefined {
	if (offset < chunk.offset || offset >= chunk.offset + chunk.bytes.length) return undefined;
	return { ...chunk, offset, bytes: chunk.bytes.subarray(offset - chunk.offset) };
}

/**
 * The content in order, in pieces of `pieceSize` bytes. A piece is valid until the next one is asked for. When the loop
 * ends early, it waits for the read that is under way: a source reads one thing at a time.
 */
export async function* piecesAhead(source: Pick<Source, 'size' | 'read'>, pieceSize: number): AsyncGenerator<Buffer> {
	const reader = makeChunkReader(source, pieceSize);
	try {
		for (let offset = 0; offset < source.size; offset += pieceSize) {
			const { bytes } = await reader.read(offset);
			reader.prefetch(offset + pieceSize);
			yield bytes;
		}
	} finally {
		await reader.settled();
	}
}

/** Bytes of the chunks of all uploads of this process: two of 10 MB for each of three uploads, or more smaller ones. */
const chunkMemory = makeBudget(64_000_000);

/** Runs an upload once there is memory for two chunks of its source, which is closed then. Settles as `upload` does. */
export async function withChunkMemory<T>(source: Source, chunkSize: number, upload: () => Promise<T>): Promise<T> {
	const size = source.size < 0 ? Infinity : source.size;
	return await chunkMemory.reserve(Math.min(size, 2 * chunkSize), async () => {
		try {
			return await upload();
		} finally {
			await source.close();
		}
	});
}

/** Content that is in memory already, as bytes. */
export function bufferSource(buffer: Buffer): Source {
	return {
		size: buffer.length,
		sha1: async () => {
			const hash = createHash('sha1');
			await overBytes(buffer.length, (from, to) => hash.update(buffer.subarray(from, to)));
			return hash.digest('hex');
		},
		read: async (offset, length) => {
			if (offset + length > buffer.length) throw tooShort(buffer.length, offset + length);
			return buffer.subarray(offset, offset + length);
		},
		close: async () => undefined,
	};
}

/**
 * Content that is in memory as Base64 text (n8n without a place for binary data): decoded part by part, never as a
 * whole. Only text with other characters, e.g. line breaks, is decoded as a whole. `size` is -1, and
 * nothing can be read, until `sha1` has run.
 */
export function base64Source(text: string): Source {
	const size = Buffer.byteLength(text, 'base64');
	let source: Pick<Source, 'size' | 'read'> = plainSource(text, -1);
	return {
		get size() {
			return source.size;
		},
		sha1: async () => {
			const hash = createHash('sha1');
			if (await hashIfPlain(text, size, hash)) {
				source = plainSource(text, size);
				return hash.digest('hex');
			}
			const whole = bufferSource(Buffer.from(text, 'base64'));
			source = whole;
			return await whole.sha1();
		},
		read: async (...part) => await source.read(...part),
		close: async () => undefined,
	};
}

/** Whether every step decodes to as many bytes as plain Base64 must; if so, all of them have been hashed. */
async function hashIfPlain(text: string, size: number, hash: Hash): Promise<boolean> {
	const memory = Buffer.allocUnsafeSlow(Math.min(STEP, size));
	let plain = true;
	await overBytes(size, (from, to) => {
		plain &&= memory.write(charactersOf(text, from, to), 'base64') === to - from;
		hash.update(memory.subarray(0, to - from));
	});
	return plain;
}

const plainSource = (text: string, size: number): Pick<Source, 'size' | 'read'> => ({
	size,
	read: async (offset, length, memory = () => Buffer.allocUnsafe(length)) => {
		if (offset + length > size) throw tooShort(size, offset + length);
		const bytes = memory().subarray(0, length);
		// Four characters are three bytes: the group in which the part begins is decoded on its own.
		const inGroup = offset % 3;
		const lead = Math.min(length, (3 - inGroup) % 3);
		const group = Buffer.from(charactersOf(text, offset - inGroup, offset + lead), 'base64');
		group.copy(bytes, 0, inGroup, inGroup + lead);
		bytes.subarray(lead).write(charactersOf(text, offset + lead, offset + length), 'base64');
		return bytes;
	},
});

/** The characters of bytes `from` (at the start of a group of three) up to `to`. */
const charactersOf = (text: string, from: number, to: number): string =>
	text.slice((from / 3) * 4, Math.ceil(to / 3) * 4);
