import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const contents = new Map<number, Buffer>();

/** A content of this size in which no two places look alike. */
export function bytes(size: number): Buffer {
	const known = contents.get(size);
	if (known) return known;
	const made = Buffer.alloc(size);
	for (let i = 0; i < size; i++) made[i] = i * 31 + (i >> 7);
	contents.set(size, made);
	return made;
}

/** A stream of pieces with the given lengths in turn. */
export const pieces = (data: Buffer, lengths: number[]): Readable =>
	Readable.from(
		(function* () {
			for (let at = 0, i = 0; at < data.length; i++) {
				const length = lengths[i % lengths.length] ?? 1;
				yield data.subarray(at, at + length);
				at += length;
			}
		})(),
		{ objectMode: false },
	);

export const folder = mkdtempSync(join(tmpdir(), 'source-'));

export function fileOf(name: string, data: Buffer): string {
	const path = join(folder, name);
	writeFileSync(path, data);
	return path;
}
