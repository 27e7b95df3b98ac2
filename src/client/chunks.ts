import * as zlib from 'node:zlib';
import type { Source } from './source';

/** A part of the content with its CRC-32 (IEEE, unsigned). */
export interface Chunk { readonly offset: number; readonly bytes: Buffer; readonly crc: number }

/** Reads a source in chunks, one ahead: never more than two chunks are held. */
export interface Chunks {
	/** The chunk that begins at `offset`: the held one when it fits, else read. Throws what the source throws. */
	at(offset: number): Promise<Chunk>;
	/** Begins to read the chunk at `offset`; its failure is thrown by `at`. */
	ahead(offset: number): void;
	/** Resolves when nothing is being read. */
	idle(): Promise<void>;
}

/** Chunks of `chunkSize` bytes; a source is read by one at a time. */
export function chunksOf(source: Source, chunkSize: number): Chunks {
	let held: Chunk | undefined;
	let next: { offset: number; chunk: Promise<Chunk> } | undefined;
	const load = async (offset: number): Promise<Chunk> => {
		const bytes = await source.read(offset, Math.min(chunkSize, source.size - offset));
		return { offset, bytes, crc: crc32(bytes) };
	};
	const idle = async () => void (await next?.chunk.catch(() => undefined));
	return {
		idle,
		ahead: (offset) => {
			if (offset >= source.size || next) return;
			const chunk = load(offset);
			chunk.catch(() => undefined); // thrown when it is asked for
			next = { offset, chunk };
		},
		at: async (offset) => {
			const kept = held && within(held, offset);
			if (kept) return (held = kept);
			// A source reads one thing at a time, and an unwanted chunk would be a third one in memory.
			if (next && next.offset !== offset) await idle();
			const chunk = next?.offset === offset ? next.chunk : undefined;
			held = undefined;
			next = undefined;
			return (held = await (chunk ?? load(offset)));
		},
	};
}

/** What is left of a chunk from `offset` on: going back a little needs no second reading. */
function within(chunk: Chunk, offset: number): Chunk | undefined {
	if (chunk.offset === offset) return chunk;
	if (offset < chunk.offset || offset >= chunk.offset + chunk.bytes.length) return undefined;
	const bytes = chunk.bytes.subarray(offset - chunk.offset);
	return { offset, bytes, crc: crc32(bytes) };
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
export const crc32: (bytes: Buffer) => number = typeof zlib.crc32 === 'function' ? (bytes) => zlib.crc32(bytes) : crc32ByTable;
