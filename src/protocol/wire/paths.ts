import { inputError } from './libraryError';

/** A full path as the interface writes it: no slashes around it; the empty text is the root. Nothing else is changed, blanks neither. */
export const fullpath = (text: string): string => text.replace(/^\/+|\/+$/g, '');

/** Folder path and name joined; the folder may be the root. */
export const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A name of one file or folder; throws when it is empty or holds a separator. */
export function fileName(label: string, name: string): string {
	if (name === '') throw inputError(label, 'is required');
	if (name.includes('/')) {
		throw inputError(
			label,
			`"${name}" holds a "/", which separates folders`,
			'Give the folder in its own field and only the name here.',
		);
	}
	if (name === '.' || name === '..') throw inputError(label, `"${name}" is not a name`);
	return name;
}
