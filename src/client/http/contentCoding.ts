import { CODINGS, decompressed } from '../../edition/edition';
import { LibraryError } from '../../protocol/wire/libraryError';

/* Answers that a service or a proxy compresses although `accept-encoding` asks for none. */

/** The least that may come out of a compressed body, in bytes, and how much more for each byte of it: gzip's most. */
const ALWAYS_ALLOWED = 64 * 1024 * 1024;
const MAX_RATIO = 1_100;

/** Codings around each other: each takes memory for its decoder. More of them are not known. */
const MAX_CODINGS = 3;

/**
 * The codings of a body in the order in which they are undone; empty for a body that is not compressed, and undefined
 * for one whose coding is not known, which is passed on as it is.
 */
export function codingsIn(header: string | undefined): readonly string[] | undefined {
	if (header === undefined) return [];
	const names = header
		.split(',')
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== '' && name !== 'identity');
	const isKnown = names.length <= MAX_CODINGS && names.every((name) => CODINGS.has(name));
	return isKnown ? names.reverse() : undefined;
}

/**
 * The pieces of a body without its codings. What comes out is bounded by what went in, so that a small answer cannot
 * keep the reader busy forever. Throws LibraryError protocol for a body that cannot be decompressed, network for one
 * that ends early, and what `body` throws. `where` begins the messages.
 */
export async function* decodedPieces(
	body: AsyncIterable<Buffer> | Iterable<Buffer>,
	codings: readonly string[],
	where: string,
): AsyncGenerator<Buffer> {
	let [taken, given] = [0, 0];
	async function* counted(): AsyncGenerator<Buffer> {
		for await (const piece of body) {
			taken += piece.length;
			yield piece;
		}
	}
	const decoded = codings.reduce<AsyncGenerator<Buffer>>(
		(from, coding) => decompressed(from, coding, (cause) => decodingError(cause, coding, where)),
		counted(),
	);
	for await (const piece of decoded) {
		given += piece.length;
		if (given > ALWAYS_ALLOWED + taken * MAX_RATIO)
			throw unreadable(where, `more than ${given} bytes came out of ${taken}`);
		yield piece;
	}
}

function decodingError(cause: unknown, coding: string, where: string): LibraryError {
	const { code, message } = cause as { code?: unknown; message?: unknown };
	if (code !== 'Z_BUF_ERROR') return unreadable(where, `${coding}: ${String(message)}`);
	return new LibraryError('network', `${where}: the compressed answer ended early (${coding})`, {
		hint: 'Try again; if it keeps happening, check the proxies between this machine and the service',
	});
}

/** What an error says of a body that cannot be decompressed, and what to do about it. */
export const undecodable = (why: string): string => `the answer is compressed and can't be decompressed (${why})`;
export const UNDECODABLE_HINT =
	'Turn off compression in the service or in the proxy in front of it; this node asks for none';

const unreadable = (where: string, why: string): LibraryError =>
	new LibraryError('protocol', `${where}: ${undecodable(why)}`, { retryable: false, hint: UNDECODABLE_HINT });
