import type { ByteStream } from '../../edition/ports/content';
import type { RawHeaders } from '../../edition/ports/transport';
import { LibraryError } from '../../protocol/wire/libraryError';
import { onAbort, reasonOf } from '../async/onAbort';
import { codingsIn } from './contentCoding';
import type { HttpAnswer } from './types';
import { originOf } from './transportErrors';

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
