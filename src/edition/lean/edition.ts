/* The edition without dependencies: n8n's request helper, n8n's streams and timers, nothing that its review forbids. */

import { sleep as pause } from 'n8n-workflow';
import type { HostFile } from '../ports';

export { contentStore } from '../shared/blocks';
export { contentStream } from './contentStream';
export { transportFor } from './transport';

/** None: in JavaScript it takes as long as the rest of an upload, and the service compares the SHA1 of the whole. */
export const partChecksum: ((bytes: Buffer) => number) | undefined = undefined;

/** The codings of bodies that this edition undoes: none, because n8n's helper has undone them. */
export const CODINGS: ReadonlySet<string> = new Set();
/** The pieces as they are. */
export const decompressed = (pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> => pieces;

/** This edition may open no file of the machine: what n8n keeps in files is read by n8n's streams. */
export const openFile: ((path: string) => Promise<HostFile>) | undefined = undefined;

/*
 * Time without timers of Node.js, which this edition may not set: n8n's `sleep` where nothing ends the wait early, and
 * otherwise signals of their own, which no longer cost anything once nobody listens to them.
 */

/** Calls `then` after `ms` milliseconds, unless what it returns is called before. */
export function timer(ms: number, then: () => void): () => void {
	const due = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	due.addEventListener('abort', then, { once: true });
	return () => due.removeEventListener('abort', then);
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	if (!signal) return await pause(ms);
	signal.throwIfAborted();
	let wake = (): void => undefined;
	const over = new Promise<void>((resolve) => (wake = resolve));
	const cancel = timer(ms, wake);
	signal.addEventListener('abort', wake, { once: true });
	await over;
	cancel();
	signal.removeEventListener('abort', wake);
	signal.throwIfAborted();
}

/** Resolves in a later turn of the event loop: what waits meanwhile comes first. Takes a millisecond. */
export const turn = async (): Promise<void> => await pause(0);

/* CRC-32 as in zip (IEEE 802.3, reflected), eight bytes at a time by as many tables: four times as fast as by bytes. */

const POLYNOMIAL = 0xedb88320;
const WIDTH = 8;

/** `TABLE[n * 256 + byte]`: what a byte adds that n bytes follow. */
const TABLE = new Int32Array(WIDTH * 256);
for (let byte = 0; byte < 256; byte++) {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
	TABLE[byte] = crc;
}
for (let at = 256; at < TABLE.length; at++) {
	const before = TABLE[at - 256]!;
	TABLE[at] = (before >>> 8) ^ TABLE[before & 255]!;
}

/** The CRC-32 of some bytes, unsigned; `before` is that of the bytes in front of them. */
export function crc32(bytes: Uint8Array, before = 0): number {
	const [t, b] = [TABLE, bytes];
	let crc = ~before;
	let at = 0;
	for (const end = b.length - (b.length % WIDTH); at < end; at += WIDTH) {
		const low = crc ^ (b[at]! | (b[at + 1]! << 8) | (b[at + 2]! << 16) | (b[at + 3]! << 24));
		const first = t[1792 + (low & 255)]! ^ t[1536 + ((low >>> 8) & 255)]!;
		const second = t[1280 + ((low >>> 16) & 255)]! ^ t[1024 + (low >>> 24)]!;
		const third = t[768 + b[at + 4]!]! ^ t[512 + b[at + 5]!]!;
		crc = first ^ second ^ third ^ t[256 + b[at + 6]!]! ^ t[b[at + 7]!]!;
	}
	for (; at < b.length; at++) crc = (crc >>> 8) ^ t[(crc ^ b[at]!) & 255]!;
	return ~crc >>> 0;
}
