import type { ByteStream } from '../../edition/ports/content';
import type { RawHeaders } from '../../edition/ports/transport';
import { LibraryError } from '../../protocol/wire/libraryError';
import { onAbort, reasonOf } from '../async/onAbort';
import type { HttpAnswer } from './types';
import { originOf, undecodable, UNDECODABLE_HINT } from './transportErrors';
import { CODINGS, decompressed } from '../../edition/edition';

/* What all answers have in common, however they came. */

/** Status and headers of an answer, and the codings of its body, which are undone. */
export function headOf(
	status: number,
	raw: RawHeaders,
): Pick<HttpAnswer, 'status' | 'headers' | 'compressed'> & { readonly codings: readonly string[] } {
	const headers = joinedHeaders(raw);
	const codings = codingsIn(headers['content-encoding']) ?? [];
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
export const TEXT_LIMIT = 8 * 1024 * 1024;

/** The text of a body, cut after `limit` bytes; without a limit, a long one is an error. */
export async function bodyText(
	content: AsyncIterable<Buffer> | Iterable<Buffer>,
	url: string,
	limit?: number,
): Promise<string> {
	const bytes = await bytesIn(content, limit ?? TEXT_LIMIT + 1);
	if (limit !== undefined || bytes.length <= TEXT_LIMIT) return bytes.toString('utf8');
	throw new LibraryError('protocol', `${originOf(url)}: the answer is larger than ${TEXT_LIMIT / 1024 / 1024} MiB`, {
		hint: 'Ask for less at a time, e.g. a smaller folder or a shorter period',
	});
}

/** The same of a body that another transport hands over as a stream, or has read already. */
export async function streamText(body: unknown, url: string, signal: AbortSignal): Promise<string> {
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? '');
	const stop = (): void => void body.destroy(reasonOf(signal));
	if (signal.aborted) stop();
	const over = onAbort(signal, stop);
	try {
		return await bodyText(body, url);
	} finally {
		over();
	}
}

const isStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;

/** The first bytes of a body, at most `limit`; the rest is not read. */
export async function bytesIn(content: AsyncIterable<Buffer> | Iterable<Buffer>, limit: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of content) {
		chunks.push(chunk.subarray(0, limit - size));
		size += chunk.length;
		if (size >= limit) break;
	}
	// Almost every short answer comes in one piece.
	return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

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

const unreadable = (where: string, why: string): LibraryError =>
	new LibraryError('protocol', `${where}: ${undecodable(why)}`, { retryable: false, hint: UNDECODABLE_HINT });
