import type { Readable } from 'node:stream';
import { tooShort } from './source';

/** Reads parts of a stream, from its beginning towards its end. */
export interface ForwardReader {
	/** Offset of the next byte. */
	readonly at: number;
	/**
	 * Fills `bytes` from `offset` on, which must not be before `at`. Throws kind `upload` when the stream ends earlier.
	 */
	fill(offset: number, bytes: Buffer): Promise<Buffer>;
	/** Reads what is left and drops it. Throws what the stream ends with, e.g. that its content is not as expected. */
	drain(): Promise<void>;
	/** Destroys the stream. */
	end(): void;
}

/** A piece of a stream as bytes. */
export const toBuffer = (piece: Buffer | string): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** Puts the pieces of a stream, of any length, together to the parts asked for. */
export function makeForwardReader(stream: Readable): ForwardReader {
	const pieces = (stream as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
	// An error between two reads is found by the next read; without a listener it would end the process.
	stream.on('error', () => undefined);
	let rest: Buffer = Buffer.alloc(0);
	let at = 0;
	const nextPiece = async (needed: number): Promise<void> => {
		const next = await pieces.next();
		if (next.done) throw tooShort(at, needed);
		rest = toBuffer(next.value);
	};
	return {
		get at() {
			return at;
		},
		fill: async (offset, bytes) => {
			const end = offset + bytes.length;
			while (at < end) {
				if (rest.length === 0) await nextPiece(end);
				const skip = Math.min(rest.length, Math.max(0, offset - at));
				const use = Math.min(rest.length - skip, end - at - skip);
				if (use > 0) rest.copy(bytes, at + skip - offset, skip, skip + use);
				rest = rest.subarray(skip + use);
				at += skip + use;
			}
			return bytes;
		},
		drain: async () => {
			for (let next = await pieces.next(); !next.done; ) next = await pieces.next();
		},
		end: () => void stream.destroy(),
	};
}
