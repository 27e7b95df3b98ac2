/* The edition without dependencies: n8n's request helper, n8n's streams and timers, nothing that its review forbids. */

export { contentStream } from './contentStream';
export { CODINGS, decompressed } from './decompressed';
export { crc32 } from './crc32';
export { openFile } from './openFile';
export { sleep, timer, turn } from './timers';
export { connectionFree, transportFor } from './transport';
