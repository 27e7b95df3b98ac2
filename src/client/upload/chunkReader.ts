import * as zlib from 'node:zlib';
import type { Source } from './source';

/** A part of the content with its CRC-32 (IEEE, unsigned). */
export interface Chunk {
	readonly offset: number;
	readonly bytes: Buffer;
	readonly crc: number;
}

/** Reads a source in chunks, one ahead: never more than two chunks are held, in memory that is used again and again. */
export interface Chunks {
	/** The chunk that begins at `offset`: the held one when it fits, else read. Valid until the next call. Throws what the source throws. */
	at(offset: number): Promise<Chunk>;
	/** Begins to read the chunk at `offset`; its failure is thrown by `at`. */
	ahead(offset: number): void;
	/** Somebody may still be sending the chunk given last: its memory is not used again. */
	spoiled(): void;
}

/** A chunk and the memory it was read into, which is used again once the chunk is no longer held. */
interface Held extends Chunk {
	readonly memory: Buffer;
}

/** Chunks of `chunkSize` bytes; a source is read by one at a time. */
export function chunksOf(source: Source, chunkSize: number): Chunks {
	// New memory for each chunk costs more than all the rest of an upload: the system clears every page of it.
	const free: Buffer[] = [];
	let held: Held | undefined;
	let next: { offset: number; chunk: Promise<Held> } | undefined;
	let sending = false;
	const load = async (offset: number): Promise<Held> => {
		const memory = free.pop() ?? Buffer.allocUnsafeSlow(Math.min(chunkSize, source.size));
		const bytes = await source.read(offset, Math.min(chunkSize, source.size - offset), memory);
		return { offset, bytes, crc: crc32(bytes), memory };
	};
	const release = (chunk: Held | undefined, used = false): void => {
		if (chunk && !used) free.push(chunk.memory);
	};
	return {
		spoiled: () => void (sending = true),
		ahead: (offset) => {
			if (offset >= source.size || next) return;
			const chunk = load(offset);
			chunk.catch(() => undefined); // thrown when it is asked for
			next = { offset, chunk };
		},
		at: async (offset) => {
			const kept = held && within(held, offset);
			if (kept) return (held = kept);
			release(held, sending);
			held = undefined;
			sending = false;
			const read = next;
			// A source reads one thing at a time, and an unwanted chunk would be a third one in memory.
			if (read && read.offset !== offset) release(await read.chunk.catch(() => undefined));
			next = undefined;
			return (held = await (read?.offset === offset ? read.chunk : load(offset)));
		},
	};
}

/** What is left of a chunk from `offset` on: going back a little needs no second reading. */
function within(chunk: Held, offset: number): Held | undefined {
	if (chunk.offset === offset) return chunk;
	if (offset < chunk.offset || offset >= chunk.offset + chunk.bytes.length) return undefined;
	const bytes = chunk.bytes.subarray(offset - chunk.offset);
	return { offset, bytes, crc: crc32(bytes), memory: chunk.memory };
}

let table: Uint32Array | undefined;

function crcTable(): Uint32Array {
	return Uint32Array.from({ length: 256 }, (_, n) => {
		let c = n;
		for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
		return c >>> 0;
	});
}

/** CRC-32 by table: for Node before 20.15, whose zlib has none. */
export function crc32ByTable(bytes: Buffer): number {
	table ??= crcTable();
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

/** CRC-32 as in zip, unsigned (client facts 7.7). */
export const crc32: (bytes: Buffer) => number =
	typeof zlib.crc32 === 'function' ? (bytes) => zlib.crc32(bytes) : crc32ByTable;
