import { Readable } from 'node:stream';
import { defined } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { pump } from '../async/streamPump';
import { BulkBody } from './bulkAnswer';
import { codingsIn, decodedPieces } from './contentCoding';
import { originOf, transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest, TakePiece } from './types';

/** The body of an answer as undici passes it on; `dump` reads it to its end and drops it. */
type Body = Readable & { dump(): Promise<void> };

/** Headers as undici passes them on: a repeated header is a list. */
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Bytes of a text that no limit is given for. */
const TEXT_LIMIT = 64 * 1024 * 1024;

/** An answer whose body is not compressed any more and fails with LibraryError, however it is read. */
export function httpAnswer(status: number, rawHeaders: RawHeaders, body: Body, request: HttpRequest): HttpAnswer {
	const where = originOf(request.url);
	const all = joined(rawHeaders);
	const codings = codingsIn(all['content-encoding']) ?? [];
	const compressed = codings.length > 0;
	// Created when it is read: until then the body can still be dropped whole.
	const content = (): Readable =>
		compressed ? Readable.from(decodedPieces(body, codings, where), { objectMode: false }) : body;
	const failing = async <T>(reading: Promise<T>): Promise<T> =>
		await reading.catch((cause: unknown) => {
			throw transportError(cause, request);
		});
	return {
		status,
		headers: compressed ? withoutCoding(all) : all,
		...(compressed ? { compressed } : {}),
		text: async (limit) => {
			const text = await failing(limit === undefined ? wholeText(content(), where) : textIn(content(), limit));
			await connectionFree();
			return text;
		},
		receive: async (take) => {
			const isBulk = body instanceof BulkBody && !compressed;
			await failing(isBulk ? body.receive(take) : passOn(content(), take, () => body.destroy()));
			await connectionFree();
		},
		discard: async () => {
			// A body that cannot be read to its end only costs its connection.
			await body.dump().catch(() => undefined);
			await connectionFree();
		},
	};
}

/**
 * Hands every chunk of a body to `take`, and waits where it says so. When it fails, `leave` is called: a decoder that
 * waits for more does not let go of its connection.
 */
const passOn = async (content: Readable, take: TakePiece, leave: () => void): Promise<void> =>
	await pump(content, (chunk) => {
		try {
			const wait = take(chunk);
			wait?.then(
				() => content.resume(),
				(error: unknown) => content.destroy(error as Error),
			);
			return !wait;
		} catch (error) {
			leave();
			throw error;
		}
	});

/** Names in lower case; repeated headers joined by ", ". */
const joined = (headers: RawHeaders): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			Array.isArray(value) ? value.join(', ') : (value ?? ''),
		]),
	);

/** The headers that are true for a body that was compressed and is not any more: its length was the compressed one. */
const withoutCoding = (headers: Record<string, string>): Record<string, string> =>
	defined({ ...headers, 'content-encoding': undefined, 'content-length': undefined });

async function wholeText(content: AsyncIterable<Buffer>, where: string): Promise<string> {
	const bytes = await bytesIn(content, TEXT_LIMIT + 1);
	if (bytes.length <= TEXT_LIMIT) return bytes.toString('utf8');
	throw new LibraryError('protocol', `${where}: the answer is larger than ${TEXT_LIMIT / 1024 / 1024} MB`, {
		hint: 'Ask for less at a time, e.g. a smaller folder or a shorter period',
	});
}

const textIn = async (content: AsyncIterable<Buffer>, limit: number): Promise<string> =>
	(await bytesIn(content, limit)).toString('utf8');

async function bytesIn(content: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of content) {
		chunks.push(chunk.subarray(0, limit - size));
		size += chunk.length;
		if (size >= limit) break;
	}
	return Buffer.concat(chunks);
}

/**
 * undici frees a connection one turn of the event loop after its answer ended: a request made in the same turn would
 * open another connection.
 */
const connectionFree = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** An answer that another transport has already read. */
export const textAnswer = (status: number, headers: Readonly<Record<string, string>>, text: string): HttpAnswer => ({
	status,
	headers,
	text: async () => text,
	receive: async (take) => await take(Buffer.from(text)),
	discard: async () => undefined,
});
