import type { ByteStream } from '../ports/content';

/** Bytes that a connection reads into. */
const BLOCK_BYTES = 256 * 1024;
/** Less room than this is not worth a read. */
const LEAST_ROOM = 64 * 1024;

/**
 * `onread` of a connection of Node.js: it reads into the same two blocks again and again, instead of a new buffer each
 * time, which only V8 could free. V8 searches all memory of n8n for such buffers, most of the time of a download. What
 * the parser of the answer has not taken yet stays as it is. n8n 1 does not pass this on.
 */
export function connectionMemory() {
	const newBlock = (): Buffer => Buffer.allocUnsafeSlow(BLOCK_BYTES);
	let [block, other, used] = [newBlock(), newBlock(), 0];
	return {
		buffer: (): Buffer => block.subarray(used),
		callback(this: ByteStream, bytes: number): boolean {
			const isWanted = this.push(block.subarray(used, used + bytes));
			used += bytes;
			const waiting = this.readableLength;
			if (waiting === 0) used = 0;
			// All that waits came last: it is in this block, or goes on in the other one.
			else if (BLOCK_BYTES - used < LEAST_ROOM)
				[block, other, used] = [waiting <= used ? other : newBlock(), block, 0];
			return isWanted;
		},
	};
}
