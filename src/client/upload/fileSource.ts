import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { abortedError } from '../../protocol/wire/libraryError';
import { readAhead } from './readAhead';
import { reportingUnreadable, tooShort, type Source } from './source';

const PIECE_SIZE = 1024 * 1024;

/** A file on disk, behind one descriptor. Throws kind `input` when it cannot be opened. */
export async function fileSource(path: string): Promise<Source> {
	const file = await reportingUnreadable('input', open(path, 'r'));
	const { size } = await reportingUnreadable('input', file.stat());
	return {
		size,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) =>
			await reportingUnreadable('upload', readExactly(file, offset, memory.subarray(0, length))),
		sha1: async (signal) => await reportingUnreadable('upload', fileHash(file, size, signal)),
		// A handle that is closed already stays so.
		close: async () => await file.close(),
	};
}

/** SHA1 of a file: one piece is hashed while the next one is read. */
async function fileHash(file: FileHandle, size: number, signal: AbortSignal | undefined): Promise<string> {
	const hash = createHash('sha1');
	const read: Source['read'] = async (offset, length, memory = Buffer.allocUnsafe(length)) =>
		await readExactly(file, offset, memory.subarray(0, length));
	for await (const piece of readAhead(size, PIECE_SIZE, read)) {
		if (signal?.aborted) throw abortedError(signal.reason);
		hash.update(piece);
	}
	return hash.digest('hex');
}

/** Fills `bytes` from `offset` on. */
async function readExactly(file: FileHandle, offset: number, bytes: Buffer): Promise<Buffer> {
	for (let done = 0; done < bytes.length;) {
		const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
		if (bytesRead === 0) throw tooShort(offset + done, offset + bytes.length);
		done += bytesRead;
	}
	return bytes;
}
