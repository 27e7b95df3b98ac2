import type { Readable } from 'node:stream';

/** The beginning of a file, or all of it. */
export interface Beginning {
	readonly bytes: Buffer;
	/** There is more of it. */
	readonly isCut: boolean;
}

/** At most `most` bytes of a stream, which is destroyed then. Throws what the stream throws. */
export async function readUpTo(stream: Readable, most: number): Promise<Beginning> {
	const pieces: Buffer[] = [];
	let length = 0;
	for await (const piece of stream as AsyncIterable<Buffer>) {
		pieces.push(piece);
		length += piece.length;
		if (length > most) break;
	}
	return { bytes: Buffer.concat(pieces).subarray(0, most), isCut: length > most };
}
