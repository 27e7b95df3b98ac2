/** Whether a path is that of a folder, or below it; the root contains everything. */
export const isWithinPath = (path: string, folder: string): boolean =>
	folder === '' || path === folder || path.startsWith(`${folder}/`);
