import { LibraryError } from '../../protocol/wire/libraryError';

/** After so many pieces of an answer, their average size in bytes must not be less than the least one. */
const MANY_PIECES = 100_000;
const LEAST_PIECE = 16;

/**
 * Counts the pieces of one answer, by their bytes. A server can send each byte in a chunk of its own, and provisional
 * heads without end, which count as empty pieces: each keeps the event loop busy for some microseconds. `onTooMany` is
 * called once, with LibraryError protocol.
 */
export function countPieces(where: string, onTooMany: (error: LibraryError) => void): (bytes: number) => void {
	let [pieces, total] = [0, 0];
	return (bytes) => {
		total += bytes;
		if (++pieces <= MANY_PIECES || total >= pieces * LEAST_PIECE) return;
		pieces = -Infinity;
		onTooMany(
			new LibraryError('protocol', `${where}: the answer comes in more than ${MANY_PIECES} very small pieces`, {
				hint: 'Report this to the operator of the service, or of the proxies between this machine and it',
			}),
		);
	};
}
