/* Paths without slashes at their ends; '' is the root. */

/** Folder part of a path; '' for an entry of the root. */
export function parentOf(path: string): string {
	const cut = path.lastIndexOf('/');
	return cut < 0 ? '' : path.slice(0, cut);
}

/** Last part of a path. */
export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** Folder and name as one path. */
export function joinPath(folder: string, name: string): string {
	return folder === '' ? name : `${folder}/${name}`;
}

/** Lower-case extension without the dot; '' when there is none. */
export function extensionOf(name: string): string {
	const cut = name.lastIndexOf('.');
	return cut <= 0 ? '' : name.slice(cut + 1).toLowerCase();
}

/**
 * A name with a number. fact 5.8: the number precedes the extension, without a space.
 * assumed: folders have no extension.
 */
export function numberedName(name: string, number: number, isFolder: boolean): string {
	const cut = isFolder ? -1 : name.lastIndexOf('.');
	return cut <= 0 ? `${name}(${number})` : `${name.slice(0, cut)}(${number})${name.slice(cut)}`;
}
