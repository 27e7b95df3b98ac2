import type { Readable } from 'node:stream';
import { makeForwardReader, type ForwardReader } from './forwardReader';
import { reportingUnreadable, type Source } from './source';

/** Content whose length and checksum are known before a byte of it is read. */
interface KnownContent {
	/** Bytes. */
	readonly size: number;
	/** SHA1, 40 lower-case hexadecimal characters. */
	readonly sha1: string;
	/** Opens the content at its beginning. The stream must fail at its end if the content is another one. */
	open(): Promise<Readable>;
}

/**
 * A source of content that need not be read to be announced: it is opened only when the service asks for bytes, and
 * again to go back. The last bytes are handed out once the stream has ended well, so that damaged content never becomes
 * a whole file.
 */
export function knownSource({ size, sha1, open }: KnownContent): Source {
	let reader: ForwardReader | undefined;
	const close = async (): Promise<void> => {
		reader?.end();
		reader = undefined;
	};
	const read = async (offset: number, bytes: Buffer): Promise<Buffer> => {
		if (reader && reader.at > offset) await close();
		reader ??= makeForwardReader(await open());
		await reader.fill(offset, bytes);
		if (reader.at === size) await reader.drain();
		return bytes;
	};
	return {
		size,
		sha1: async () => sha1,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) =>
			await reportingUnreadable('upload', read(offset, memory.subarray(0, length))),
		close,
	};
}
