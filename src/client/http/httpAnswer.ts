import { Readable } from 'node:stream';
import { lazyStream, pump } from '../async/streamPump';
import { transportError } from './transportErrors';
import type { HttpAnswer, HttpRequest } from './types';

/** The body of an answer as undici passes it on; `dump` reads it to its end and drops it. */
type Body = Readable & { dump(): Promise<void> };

/** Headers as undici passes them on: a repeated header is a list. */
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

const DEFAULT_TEXT_LIMIT = 64 * 1024 * 1024;
const HIGH_WATER_MARK = 64 * 1024;

/** An answer whose body fails with LibraryError, however it is read. */
export function httpAnswer(status: number, headers: RawHeaders, body: Body, request: HttpRequest): HttpAnswer {
	const failed = (cause: unknown) => transportError(cause, request);
	return {
		status,
		headers: joined(headers),
		text: async (limit = DEFAULT_TEXT_LIMIT) => {
			const text = await textIn(body, limit).catch((cause: unknown) => {
				throw failed(cause);
			});
			await connectionFree();
			return text;
		},
		stream: () =>
			lazyStream({
				highWaterMark: HIGH_WATER_MARK,
				run: async (push) =>
					await pump(body, push).catch((cause: unknown) => {
						throw failed(cause);
					}),
				resume: () => body.resume(),
				end: () => body.destroy(),
			}),
		discard: async () => {
			// A body that cannot be read to its end only costs its connection.
			await body.dump().catch(() => undefined);
			await connectionFree();
		},
	};
}

/** Names in lower case; repeated headers joined by ", ". */
const joined = (headers: RawHeaders): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			Array.isArray(value) ? value.join(', ') : (value ?? ''),
		]),
	);

async function textIn(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		chunks.push(chunk.subarray(0, limit - size));
		size += chunk.length;
		if (size >= limit) break;
	}
	return Buffer.concat(chunks).toString('utf8');
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
	stream: () => Readable.from([Buffer.from(text)]),
	discard: async () => undefined,
});
