import { CODINGS, decompressed } from '../../edition/edition';
import type { Exchange, RawHeaders } from '../../edition/ports';
import { contentStream } from '../../edition/shared/contentStream';
import { CODING_HINT } from '../../protocol/wire/errorBody';
import { LibraryError, rethrown } from '../../protocol/wire/libraryError';
import { DISCARD_MS, newSlack, slackFor, TEXT_TOTAL_MS, type TransferGuard, type Watched } from './slowTransfer';
import { originOf, transportError, undecodable } from './transportErrors';
import type { HttpAnswer, HttpRequest, TakePiece, Tally } from './types';

/* Answers: their heads, and what is done with their bodies. */

/** Status and headers of an answer, and the codings of its body, which are undone. */
export function headOf(
	status: number,
	raw: RawHeaders,
): Pick<HttpAnswer, 'status' | 'headers' | 'compressed'> & { readonly codings: readonly string[] } {
	const headers = joinedHeaders(raw);
	const codings = codingsIn(headers['content-encoding']);
	if (codings.length === 0) return { status, headers, codings };
	// Its length was the compressed one.
	const { 'content-encoding': _, 'content-length': __, ...rest } = headers;
	return { status, headers: rest, compressed: true, codings };
}

function joinedHeaders(headers: RawHeaders): Record<string, string> {
	const all: Record<string, string> = {};
	for (const name of Object.keys(headers)) {
		const value = headers[name];
		all[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : (value ?? '');
	}
	return all;
}

/** An answer that another transport has already read. */
export const textAnswer = (status: number, headers: Readonly<Record<string, string>>, text: string): HttpAnswer => ({
	status,
	headers,
	text: async () => text,
	receive: async (take) => await take(Buffer.from(text)),
	discard: async () => undefined,
});

/** Bytes of a text that no limit is given for, after decompression: a page of 1,000 entries has about 1 MB. */
const TEXT_LIMIT = 4 * 1024 * 1024;

/** Bytes of an answer that nobody needs which are read all the same, so that its connection can be used again. */
const DUMP_LIMIT = 128 * 1024;

/**
 * An answer whose body is not compressed any more and fails with LibraryError, however it is read; `silenceMs` is the
 * longest silence of the server inside it.
 */
export function answerOf(
	exchange: Exchange,
	request: HttpRequest,
	guard: TransferGuard,
	silenceMs: number,
	tally: Tally,
): HttpAnswer {
	const where = originOf(request.url);
	const { codings, ...head } = headOf(exchange.status, exchange.headers);
	const slackMs = slackFor(silenceMs);
	guard.begun((reason) => exchange.drop(reason));
	const drop = (): void => exchange.drop(ENOUGH);
	const receive = async (taking: TakePiece, watched: Watched): Promise<void> => {
		const take: TakePiece = (piece) => {
			tally.received += piece.length;
			return taking(piece);
		};
		guard.watch(watched);
		try {
			if (codings.length === 0)
				return await exchange.receive((piece) => (guard.heard(piece.length), guard.busy(take(piece))));
			const receiveHeard = async (put: TakePiece): Promise<void> =>
				await exchange.receive(async (piece) => {
					guard.heard(piece.length);
					await put(piece);
				});
			const pieces = contentStream({ receive: receiveHeard, end: drop }) as AsyncIterable<Buffer>;
			for await (const piece of decodedPieces(pieces, codings, where))
				try {
					await guard.busy(take(piece));
				} catch (cause) {
					// A decoder that waits for more does not let go of its connection.
					drop();
					throw rethrown(cause);
				}
		} catch (cause) {
			drop();
			throw transportError(guard.why ?? cause, request);
		} finally {
			guard.end();
		}
	};
	return {
		...head,
		text: async (limit) => {
			const watched = { slack: newSlack(slackMs), silenceMs, totalMs: Math.max(TEXT_TOTAL_MS, slackMs) };
			const read = await textUpTo(limit ?? TEXT_LIMIT + 1, async (take) => await receive(take, watched));
			if (limit === undefined && read.isFull) throw tooLong(where);
			return read.text;
		},
		receive: async (take) => await receive(take, { slack: request.slack ?? newSlack(slackMs), silenceMs }),
		discard: async () => {
			const watched = { slack: newSlack(DISCARD_MS), totalMs: DISCARD_MS };
			// A body that cannot be read to its end only costs its connection.
			await textUpTo(DUMP_LIMIT, async (take) => await receive(take, watched)).catch(() => undefined);
		},
	};
}

const ENOUGH = new Error('The rest of the answer is not read');

const tooLong = (where: string): LibraryError =>
	new LibraryError('protocol', `${where}: the answer is larger than ${TEXT_LIMIT / 1024 / 1024} MiB`, {
		hint: 'Ask for less at a time, e.g. a smaller folder or a shorter period',
	});

/** The first bytes of a body, at most `most`, as text, and whether there are as many. */
async function textUpTo(most: number, receive: (take: TakePiece) => Promise<void>) {
	// In memory of their own, and in one: each piece would keep all of a read, and an answer may come byte by byte.
	let [bytes, size] = [Buffer.alloc(0), 0];
	const take: TakePiece = (piece) => {
		if (size + piece.length > bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(size + piece.length, 2 * bytes.length));
			bytes.copy(larger, 0, 0, size);
			bytes = larger;
		}
		size += piece.copy(bytes, size);
		if (size >= most) throw ENOUGH;
		return undefined;
	};
	await receive(take).catch((cause: unknown) => {
		if (size < most) throw rethrown(cause);
	});
	return { text: bytes.toString('utf8', 0, Math.min(size, most)), isFull: size >= most };
}

/* Answers that a service or a proxy compresses although `accept-encoding` asks for none. */

/** The least that may come out of a compressed body, in bytes, and how much more for each byte of it: gzip's most. */
const ALWAYS_ALLOWED = 64 * 1024 * 1024;
const MAX_RATIO = 1_100;

/** Codings around each other: each takes memory for its decoder. More of them are not known. */
const MAX_CODINGS = 3;

/** The codings of a body in the order in which they are undone: none where one is not known, to pass it on as it is. */
export function codingsIn(header = ''): readonly string[] {
	const names = header
		.split(',')
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== '' && name !== 'identity');
	const isKnown = names.length <= MAX_CODINGS && names.every((name) => CODINGS.has(name));
	return isKnown ? names.reverse() : [];
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

const unreadable = (where: string, why: string): LibraryError =>
	new LibraryError('protocol', `${where}: ${undecodable(why)}`, { retryable: false, hint: CODING_HINT });
