import type { UploadPort } from '../../../src/client/upload/state';

/** A content of this size in which no two places look alike. */
export const content = (size: number): Buffer =>
	Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255));

/** An upload service that takes everything, except what a test says. */
export const portWith = (more: Partial<UploadPort> = {}): UploadPort => ({
	create: async () => ({ hash: 'h1', fullpath: 'a/b.bin', instant: false, servers: ['http://up'] }),
	init: async () => ({ server: 'http://up', id: 's0' }),
	part: async () => 'stored',
	query: async () => 0,
	finish: async () => 'done',
	abort: async () => undefined,
	isStored: async () => false,
	...more,
});
