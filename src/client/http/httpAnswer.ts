import type { HttpAnswer, HttpRequest } from './types';
import { Readable } from 'node:stream';
import { drain, drained } from '../async/streamPump';
import { transportError } from './transportErrors';

/** undici gives a connection free one turn after its answer ended: a request made in the same turn would open another. */
const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** A body as undici gives it. */
type Body = Readable & { dump(): Promise<void> };
const WAITING = 64 * 1024;

/** An answer whose body fails with LibraryError, however it is read. */
export function httpAnswer(
	status: number,
	headers: Readonly<Record<string, string | string[] | undefined>>,
	body: Body,
	r: HttpRequest,
): HttpAnswer {
	const failed = (cause: unknown) => transportError(cause, r);
	async function* chunks(): AsyncGenerator<Buffer> {
		try {
			for await (const chunk of body) yield chunk as Buffer;
		} catch (cause) {
			throw failed(cause);
		}
	}
	return {
		status,
		headers: Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [
				name.toLowerCase(),
				Array.isArray(value) ? value.join(', ') : (value ?? ''),
			]),
		),
		text: async (limit = 64 * 1024 * 1024) => {
			const parts: Buffer[] = [];
			let size = 0;
			for await (const chunk of chunks()) {
				parts.push(chunk.subarray(0, limit - size));
				size += chunk.length;
				if (size >= limit) break;
			}
			await settled();
			return Buffer.concat(parts).toString('utf8');
		},
		stream: () =>
			drained({
				highWaterMark: WAITING,
				run: async (push) =>
					await drain(body, push).catch((cause: unknown) => {
						throw failed(cause);
					}),
				resume: () => body.resume(),
				end: () => body.destroy(),
			}),
		discard: async () => {
			// A body that cannot be read to its end only costs its connection.
			await body.dump().catch(() => undefined);
			await settled();
		},
	};
}

/** An answer that another transport has read already. */
export const textAnswer = (status: number, headers: Readonly<Record<string, string>>, text: string): HttpAnswer => ({
	status,
	headers,
	text: async () => text,
	stream: () => Readable.from([Buffer.from(text)]),
	discard: async () => undefined,
});
