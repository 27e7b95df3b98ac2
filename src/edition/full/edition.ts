import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { HostFile } from '../ports';

/* The full edition: undici and form-data, the modules of Node.js, its files. */

export { CODINGS, decompressed } from './decompressed';
export { turn } from './exchange';
export { transportFor } from './transport';
export { crc32 };

/** The CRC-32 that is sent with each part of an upload; undefined in an edition that sends none. */
export const partChecksum: ((bytes: Buffer) => number) | undefined = crc32;

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
export const sleep = async (ms: number, signal?: AbortSignal): Promise<void> =>
	await setTimeoutAsync(ms, undefined, { signal }).catch((cause: unknown) => {
		throw signal?.aborted ? signal.reason : cause;
	});

/** Calls `then` after `ms` milliseconds, unless what it returns is called before. */
export function timer(ms: number, then: () => void): () => void {
	const set = setTimeout(then, ms);
	return () => clearTimeout(set);
}

/** Opens a file of this machine to read it; undefined in an edition that may not. Throws what Node.js throws. */
export const openFile: ((path: string) => Promise<HostFile>) | undefined = async (path) => {
	const file = await open(path, 'r');
	const { size } = await file.stat();
	return {
		size,
		read: async (bytes, offset) => (await file.read(bytes, 0, bytes.length, offset)).bytesRead,
		// A handle that is closed already stays so.
		close: async () => await file.close(),
	};
};
