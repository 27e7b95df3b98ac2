import type { Source } from './source';

/**
 * The content in order, `pieceSize` bytes at a time: while one piece is used, the next one is read into the other of
 * two buffers. A piece is valid until the next one is asked for. A failure of `read` is thrown where its piece is due.
 * When the loop ends early, it waits for the read that is under way, so that the source can be closed.
 */
export async function* readAhead(size: number, pieceSize: number, read: Source['read']): AsyncGenerator<Buffer> {
	const buffers = [
		Buffer.allocUnsafeSlow(Math.min(pieceSize, size)),
		Buffer.allocUnsafeSlow(Math.min(pieceSize, size)),
	] as const;
	const readAt = async (offset: number): Promise<Buffer> =>
		await read(offset, Math.min(pieceSize, size - offset), buffers[(offset / pieceSize) & 1 ? 1 : 0]);
	let next: Promise<Buffer> | undefined;
	try {
		for (let offset = 0; offset < size; offset += pieceSize) {
			const piece = await (next ?? readAt(offset));
			next = offset + pieceSize < size ? readAt(offset + pieceSize) : undefined;
			next?.catch(() => undefined); // thrown when it is its turn
			yield piece;
		}
	} finally {
		await next?.catch(() => undefined);
	}
}
