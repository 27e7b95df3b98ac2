import { makeChange, type Mirroring } from '#mirror/work';
import type { Content } from '#mirror/plan';

/** The changes of a mirror by their names. */
export const changesOf = (mirroring: Mirroring) => ({
	createFolder: async (path: string) => await makeChange(mirroring, { action: 'create', type: 'folder', path }),
	storeFile: async (file: Content) =>
		(await makeChange(mirroring, { action: 'add', type: 'file', ...file }))?.bytes_sent,
	moveFile: async (from: string, file: Content) =>
		await makeChange(mirroring, { action: 'move', type: 'file', from, ...file }),
	moveFolder: async (from: string, path: string) =>
		await makeChange(mirroring, { action: 'move', type: 'folder', from, path, files: 1, folders: 1, bytes: 1 }),
	remove: async (path: string) =>
		await makeChange(mirroring, {
			action: 'delete',
			type: 'file',
			path,
			reason: 'notInSource',
			files: 1,
			folders: 0,
			bytes: 1,
			contents: [{ path, dir: false, filesize: 5, filehash: '', hash: '' }],
		}),
});
