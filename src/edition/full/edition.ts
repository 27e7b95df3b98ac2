/* The full edition: undici and form-data, the modules of Node.js, its files. */

export { contentStore } from './blocks';
export { contentStream } from './contentStream';
export { CODINGS, decompressed } from './decompressed';
export { openFile } from './openFile';
export { sleep, timer, turn, turn as connectionFree } from './timers';
export { transportFor } from './transport';
export { crc32 } from 'node:zlib';
