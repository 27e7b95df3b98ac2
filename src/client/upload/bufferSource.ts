import { createHash } from 'node:crypto';
import { inSteps, tooShort, type Source } from './source';

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
			if (offset + length > buffer.length) throw tooShort(buffer.length, offset + length);
			return buffer.subarray(offset, offset + length);
		},
		close: async () => undefined,
	};
}
