import { partChecksum } from '../../edition/edition';
import { makeBudget } from '../async/tasks';
import type { Source } from './source';

/** A part of the content with its CRC-32 (IEEE, unsigned), in an edition that sends one. */
interface Chunk {
	readonly offset: number;
	readonly bytes: Buffer;
	readonly crc: number | undefined;
	/** The buffer it was copied into, if it was, which is reused once the chunk is no longer needed. */
	readonly memory: Buffer | undefined;
}

/** What `makeChunkReader` makes. */
export type ChunkReader = ReturnType<typeof makeChunkReader>;

/**
 * Reads a source in chunks of `chunkSize` bytes, one ahead, from any offset: never more than two chunks are in memory,
 * in buffers that are reused. Only one reader may use a source. (Content that is only read forwards, in equal pieces,
 * is read by `piecesAhead` instead.)
 */
export function makeChunkReader(source: Source, chunkSize: number) {
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
		return { offset, bytes, crc: partChecksum?.(bytes), memory };
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
		/** The chunk at `offset`: from memory when it is there, else read. Valid until the next call. */
		read: async (offset: number): Promise<Chunk> => {
			const rest = last && restOf(last, offset);
			if (rest) return (last = rest);
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
	const bytes = chunk.bytes.subarray(offset - chunk.offset);
	return { offset, bytes, crc: partChecksum?.(bytes), memory: chunk.memory };
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
