import { abortedError } from '../../protocol/wire/libraryError';
import { createHash, type Hash } from 'node:crypto';
import { LibraryError } from '../../protocol/wire/libraryError';

/** Content to send, readable more than once. Memory does not grow with its size. Every failure is a LibraryError. */
export interface Source {
	/** Bytes; -1 until `sha1` has run, for a stream of unknown length. */
	readonly size: number;
	/** SHA1 of the whole content, 40 lower-case characters. */
	sha1(signal?: AbortSignal): Promise<string>;
	/**
	 * Exactly `length` bytes from `offset`; one call at a time. `memory` (at least as long) is used where they must be put somewhere.
	 * Throws kind `upload` when the content has become shorter.
	 */
	read(offset: number, length: number, memory?: Buffer): Promise<Buffer>;
	/** Lets go of files and streams, also while one is read; may be called twice. */
	close(): Promise<void>;
}

const STEP = 3 * 1024 * 1024;

/** Content that is in memory already. */
export function bufferSource(buffer: Buffer): Source {
	return {
		size: buffer.length,
		sha1: async (signal) => {
			const hash = createHash('sha1');
			await inSteps(buffer.length, signal, (from, to) => hash.update(buffer.subarray(from, to)));
			return hash.digest('hex');
		},
		read: async (offset, length) => {
			if (offset + length > buffer.length) throw shorter(buffer.length, offset + length);
			return buffer.subarray(offset, offset + length);
		},
		close: async () => undefined,
	};
}

/** Goes over `size` bytes in parts without keeping everything else waiting. Throws kind `aborted` soon after `signal` is. */
export async function inSteps(
	size: number,
	signal: AbortSignal | undefined,
	work: (from: number, to: number) => unknown,
): Promise<void> {
	for (let at = 0; at < size; at += STEP) {
		if (signal?.aborted) throw abortedError(signal.reason);
		work(at, Math.min(size, at + STEP));
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/**
 * Content that is in memory as Base64 text (n8n without a place for binary data): decoded part by part, never as a whole.
 * Text that is not plain Base64 (line ends, missing padding, other alphabet) is decoded as a whole after all. `size` is -1 until `sha1` has run.
 */
export function base64Source(text: string): Source {
	const size = Buffer.byteLength(text, 'base64');
	let source: Source | undefined;
	return {
		get size() {
			return source ? source.size : -1;
		},
		sha1: async (signal) => {
			const hash = createHash('sha1');
			const plain = text.length % 4 === 0 && (await hashParts(text, size, hash, signal));
			source = plain ? partsOf(text, size) : bufferSource(Buffer.from(text, 'base64'));
			return plain ? hash.digest('hex') : await source.sha1(signal);
		},
		read: async (offset, length, memory) =>
			await (source ?? bufferSource(Buffer.from(text, 'base64'))).read(offset, length, memory),
		close: async () => undefined,
	};
}

/** Whether all parts have the length they must have; if so, all are hashed. */
async function hashParts(text: string, size: number, hash: Hash, signal: AbortSignal | undefined): Promise<boolean> {
	const memory = Buffer.allocUnsafeSlow(Math.min(STEP, size));
	let plain = true;
	await inSteps(size, signal, (from, to) => {
		plain &&= memory.write(text.slice((from / 3) * 4, Math.ceil(to / 3) * 4), 'base64') === to - from;
		if (plain) hash.update(memory.subarray(0, to - from));
	});
	return plain;
}

function partsOf(text: string, size: number): Source {
	return {
		...bufferSource(Buffer.alloc(0)),
		size,
		read: async (offset, length, memory = Buffer.allocUnsafe(length)) => {
			if (offset + length > size) throw shorter(size, offset + length);
			// Four characters are three bytes: the group in which the part begins is decoded on its own.
			const lead = Math.min(length, (3 - (offset % 3)) % 3);
			if (lead > 0) groupsOf(text, offset - (offset % 3), offset + lead).copy(memory, 0, offset % 3);
			memory
				.subarray(lead, length)
				.write(text.slice(((offset + lead) / 3) * 4, Math.ceil((offset + length) / 3) * 4), 'base64');
			return memory.subarray(0, length);
		},
	};
}

/** Bytes `from` (at the beginning of a group) up to `to`. */
const groupsOf = (text: string, from: number, to: number): Buffer =>
	Buffer.from(text.slice((from / 3) * 4, Math.ceil(to / 3) * 4), 'base64').subarray(0, to - from);

/** The content is not as long any more as it was; `size` and `needed` in bytes. */
export const shorter = (size: number, needed: number): LibraryError =>
	new LibraryError(
		'upload',
		`The content ended after ${size} bytes, ${needed} were expected: it was changed during the upload`,
		{ retryable: false },
	);
