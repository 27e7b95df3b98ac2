import { inputError } from './libraryError';
import { quoted } from './quoted';

/**
 * A full path as the interface writes it: without slashes around it, the empty text for the root. Everything else
 * stays: blanks are part of names.
 */
export const toFullpath = (text: string): string => withoutEndSlashes(text).replace(/^\/+/, '');

/**
 * A text without the slashes at its end. A regular expression would try each run of slashes from each of its slashes:
 * a text of 64 KiB would keep n8n busy for seconds.
 */
export function withoutEndSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}

/**
 * The full path that a text names, the empty text for the root. Throws inputError for a path with an empty part inside
 * or a part that is a dot or two: it names nothing, or something else than it says.
 */
export function checkPath(label: string, text: string): string {
	const path = toFullpath(text);
	if (path === '') return path;
	const parts = path.split('/');
	if (parts.includes(''))
		throw inputError(
			label,
			`${quoted(text)} has an empty part between two slashes`,
			'Check whether an expression in it gives nothing.',
		);
	const dots = parts.find((part) => part === '.' || part === '..');
	if (dots !== undefined)
		throw inputError(label, `${quoted(text)} contains "${dots}"`, 'Enter the full path, beginning at the top.');
	return path;
}

/** The full path of a name inside a folder; the empty folder is the root. */
export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The last part of a path, i.e. the name of the file or folder. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder that contains the file or folder at a path; the empty text for the root. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether a path is that of a folder, or below it; the root contains everything. */
export const isWithinPath = (path: string, folder: string): boolean =>
	folder === '' || path === folder || path.startsWith(`${folder}/`);

/** A path as items write it: the root is "/". */
export const shownPath = (fullpath: string): string => fullpath || '/';

/** A name without one of the numbers in it, for each of them. */
const withoutNumber = (name: string): string[] =>
	Array.from(
		name.matchAll(/\(\d+\)/g),
		(found) => name.slice(0, found.index) + name.slice(found.index + found[0].length),
	);

/** Whether the service may have made a name of another one that was taken: `name(2).ext` (client facts 5.8). */
export const isNumbered = (name: string, made: string): boolean =>
	made !== name && withoutNumber(made).some((plain) => plain === name || withoutNumber(name).includes(plain));

/**
 * The name, which must be that of one file or folder. Throws inputError when it is empty, contains a slash, or is a dot
 * or two.
 */
export function checkFileName(label: string, name: string): string {
	if (name === '') throw inputError(label, 'is required');
	if (name.includes('/')) {
		throw inputError(
			label,
			`${quoted(name)} contains a "/", which separates folders`,
			'Enter the folder in its own field and only the name here.',
		);
	}
	if (name === '.' || name === '..') throw inputError(label, `"${name}" is not a valid name`);
	return name;
}
