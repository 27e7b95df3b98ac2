import { badParameter } from '../../http/errors';

/**
 * The plain form of a path: no slash at the ends (fact 5.5, 5.7: both are tolerated), '' is the root.
 * assumed: empty parts, '.' and '..' are refused, a name has at most 255 characters.
 */
export function normalPath(raw: string, parameter: string): string {
	const path = raw.replace(/^\/+|\/+$/g, '');
	if (path === '') return '';
	for (const part of path.split('/')) {
		if (part === '' || part === '.' || part === '..')
			throw badParameter(parameter, `has the unusable part '${part}'`);
		if (part.length > 255) throw badParameter(parameter, 'has a name of more than 255 characters');
	}
	return path;
}

/** Folder part of a path; '' for an entry of the root. */
export function parentOf(path: string): string {
	const cut = path.lastIndexOf('/');
	return cut < 0 ? '' : path.slice(0, cut);
}

/** Last part of a path. */
export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** Folder and name as one path; '' is the root. */
export function joinPath(folder: string, name: string): string {
	return folder === '' ? name : `${folder}/${name}`;
}

/** Lower-case extension without the dot; '' when there is none. */
export function extensionOf(name: string): string {
	const cut = name.lastIndexOf('.');
	return cut <= 0 ? '' : name.slice(cut + 1).toLowerCase();
}

/** fact 5.8: the number stands before the extension, without a space, and starts at 2; folders have no extension (assumed). */
export function numberedName(name: string, number: number, folder: boolean): string {
	const cut = folder ? -1 : name.lastIndexOf('.');
	return cut <= 0 ? `${name}(${number})` : `${name.slice(0, cut)}(${number})${name.slice(cut)}`;
}
