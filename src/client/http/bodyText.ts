import { LibraryError } from '../../protocol/wire/libraryError';
import { originOf } from './transportErrors';

/** Bytes of a text that no limit is given for. */
export const TEXT_LIMIT = 64 * 1024 * 1024;

/** The text of a body, cut after `limit` bytes; without a limit, a long one is an error. */
export async function textOf(
	content: AsyncIterable<Buffer> | Iterable<Buffer>,
	url: string,
	limit?: number,
): Promise<string> {
	return textIn(await bytesIn(content, limit ?? TEXT_LIMIT + 1), url, limit);
}

/** The same of bytes that are all there. */
export function textIn(all: Buffer, url: string, limit?: number): string {
	const bytes = limit === undefined ? all : all.subarray(0, limit);
	if (limit !== undefined || bytes.length <= TEXT_LIMIT) return bytes.toString('utf8');
	throw new LibraryError('protocol', `${originOf(url)}: the answer is larger than ${TEXT_LIMIT / 1024 / 1024} MB`, {
		hint: 'Ask for less at a time, e.g. a smaller folder or a shorter period',
	});
}

async function bytesIn(content: AsyncIterable<Buffer> | Iterable<Buffer>, limit: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of content) {
		chunks.push(chunk.subarray(0, limit - size));
		size += chunk.length;
		if (size >= limit) break;
	}
	return Buffer.concat(chunks);
}
