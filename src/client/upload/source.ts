import { defined } from '../../protocol/wire/json';
import { LibraryError, abortedError, isLibraryError } from '../../protocol/wire/libraryError';
import { machineFailure } from '../../protocol/wire/machineFailure';

/** Content to send, readable more than once. Memory does not grow with its size. Every failure is a LibraryError. */
export interface Source {
	/** Bytes; -1 until `sha1` has run, for a stream of unknown length. */
	readonly size: number;
	/** SHA1 of the whole content, 40 lower-case hexadecimal characters. */
	sha1(signal?: AbortSignal): Promise<string>;
	/**
	 * Exactly `length` bytes from `offset`; one call at a time. `memory` (at least as long) is used where the bytes
	 * have to be copied. Throws kind `upload` when the content has become shorter.
	 */
	read(offset: number, length: number, memory?: Buffer): Promise<Buffer>;
	/** Releases files and streams, even during a read; may be called twice. */
	close(): Promise<void>;
}

const STEP = 3 * 1024 * 1024;

/**
 * Goes over `size` bytes in steps of 3 MiB (a multiple of 3, as Base64 needs it), so that other work of the process
 * does not have to wait for all of them. Throws kind `aborted` soon after `signal` has fired.
 */
export async function inSteps(
	size: number,
	signal: AbortSignal | undefined,
	task: (from: number, to: number) => unknown,
): Promise<void> {
	for (let at = 0; at < size; at += STEP) {
		if (signal?.aborted) throw abortedError(signal.reason);
		task(at, Math.min(size, at + STEP));
		await new Promise((resolve) => setImmediate(resolve));
	}
}

/** A buffer as large as one step of `inSteps`. */
export const stepBuffer = (size: number): Buffer => Buffer.allocUnsafeSlow(Math.min(STEP, size));

/** The content is no longer as long as it was; `size` and `needed` in bytes. */
export const tooShort = (size: number, needed: number): LibraryError =>
	new LibraryError(
		'upload',
		`The content ended after ${size} bytes, but ${needed} were expected: it changed during the upload`,
		{ retryable: false },
	);

/** The result of `reading`; its failure as LibraryError of this kind, with the reason. */
export async function reportingUnreadable<T>(kind: 'input' | 'upload', reading: Promise<T>): Promise<T> {
	try {
		return await reading;
	} catch (cause) {
		if (isLibraryError(cause)) throw cause;
		const known = machineFailure(cause);
		const why = known?.what ?? (cause instanceof Error ? cause.message : String(cause));
		throw new LibraryError(kind, `The content to upload can't be read: ${why}`, {
			retryable: false,
			cause,
			...defined({ hint: known?.hint }),
		});
	}
}
