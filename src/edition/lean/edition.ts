/* The edition without dependencies: n8n's request helper, n8n's streams and timers, nothing that its review forbids. */

import type { HostFile } from '../ports';

export { crc32 } from './crc32';
export { sleep, timer, turn } from './timers';
export { transportFor } from './transport';

/** None: in JavaScript it takes as long as the rest of an upload, and the service compares the SHA1 of the whole. */
export const partChecksum: ((bytes: Buffer) => number) | undefined = undefined;

/** The codings of bodies that this edition undoes: none, because n8n's helper has undone them. */
export const CODINGS: ReadonlySet<string> = new Set();
/** The pieces as they are. */
export const decompressed = (pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> => pieces;

/** This edition may open no file of the machine: what n8n keeps in files is read by n8n's streams. */
export const openFile: ((path: string) => Promise<HostFile>) | undefined = undefined;
