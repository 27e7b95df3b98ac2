import { createReadStream, renameSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';

/** assumed: contents up to this size are searched. */
const SEARCHABLE_BYTES = 64 * 1024;

/** A stored content, identified by its SHA1. */
export interface Content {
	readonly sha1: string;
	readonly size: number;
	/** Lower-case text for the search; null when the content is too long or is not text. */
	readonly text: string | null;
	/** The bytes from position `first` to `last`, both inclusive. */
	read(first: number, last: number): Readable;
	/** Makes the bytes a file at this path, which stays when the emulator ends. */
	keep(path: string): void;
}

/** Whether a content of this size is searched. */
export const isSearchable = (size: number): boolean => size <= SEARCHABLE_BYTES;

/** The text that a search looks at; null for contents that are too long or not text. */
export function searchText(bytes: Buffer): string | null {
	if (!isSearchable(bytes.length) || bytes.includes(0)) return null;
	return bytes.toString('utf8').toLowerCase();
}

/** A content kept in memory. */
export function memoryContent(chunks: readonly Buffer[], sha1: string): Content {
	const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	return {
		sha1,
		size,
		text: isSearchable(size) ? searchText(Buffer.concat(chunks)) : null,
		read: (first, last) => Readable.from(slices(chunks, first, last), { objectMode: false }),
		keep: (path) => writeFileSync(path, Buffer.concat(chunks)),
	};
}

function* slices(chunks: readonly Buffer[], first: number, last: number): Generator<Buffer> {
	let at = 0;
	for (const chunk of chunks) {
		const [from, to] = [Math.max(first - at, 0), Math.min(last + 1 - at, chunk.length)];
		if (from < to) yield chunk.subarray(from, to);
		at += chunk.length;
	}
}

/** Bytes per read from disk: with small reads the emulator would limit the speed of every download. */
const READ_BYTES = 1024 * 1024;

/** A content in a file. */
export function fileContent(path: string, facts: Pick<Content, 'sha1' | 'size' | 'text'>): Content {
	let place = path;
	return {
		...facts,
		read: (first, last) =>
			last < first
				? Readable.from([])
				: createReadStream(place, { start: first, end: last, highWaterMark: READ_BYTES }),
		keep: (wanted) => {
			renameSync(place, wanted);
			place = wanted;
		},
	};
}
