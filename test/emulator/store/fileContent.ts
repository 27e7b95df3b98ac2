import { createReadStream, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Content } from './content';

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
