import { open } from 'node:fs/promises';
import type { HostFile } from '../ports/content';

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
