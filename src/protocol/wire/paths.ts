import { inputError, valueError, type LibraryError, missingError, quoted } from './libraryError';

/** A full path as the interface writes it: no slashes around it, '' for the root. Blanks are part of names. */
export const toFullpath = (text: string): string => withoutEndSlashes(text).replace(/^\/+/, '');

/** A text without slashes at its end. No regular expression: 64 KiB of slashes would keep it busy for seconds. */
export function withoutEndSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}

/** The full path that a text names, '' for the root. Throws inputError for an address, and for empty parts or dots. */
export function checkPath(label: string, text: string): string {
	const path = toFullpath(text);
	if (path === '') return path;
	const [scheme] = /^[a-z]{2,}:(?=\/\/)/i.exec(path) ?? [];
	if (scheme !== undefined)
		throw valueError(
			label,
			`${quoted(text)} is ${/^http/i.test(scheme) ? 'a web address' : `an address (${scheme})`}`,
			'Enter the path in the library, e.g. Contracts/offer.pdf.',
		);
	const parts = path.split('/');
	if (parts.includes(''))
		throw valueError(
			label,
			`${quoted(text)} has an empty part between two slashes`,
			'Check whether an expression in it gives nothing.',
		);
	const dots = parts.find((part) => part === '.' || part === '..');
	if (dots !== undefined)
		throw valueError(label, `${quoted(text)} contains "${dots}"`, 'Enter the full path, beginning at the top.');
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

/** The path inside a folder; undefined for one that is not below it. The root contains everything. */
export function pathInside(path: string, folder = ''): string | undefined {
	if (folder === '') return path;
	return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** A path and those of the folders that it is in, nearest first; the last one is the root, the empty text. */
export function* pathUp(path: string): Generator<string> {
	for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
	yield '';
}

/** The first of these that passes: the path itself, or the nearest folder around it; undefined for none. */
export function nearestUp(path: string, passes: (path: string) => boolean): string | undefined {
	for (const above of pathUp(path)) if (passes(above)) return above;
	return undefined;
}

/** What is known of folders, found in a time that grows with their depth only; `make` makes it at first. */
export function makePathTree<V>(make: (fullpath: string) => V) {
	const known = new Map<string, V>();
	return {
		at: (fullpath: string): V => {
			const found = known.get(fullpath) ?? make(fullpath);
			known.set(fullpath, found);
			return found;
		},
		/** What is known of a folder and of those around it, nearest first; none of those of which nothing is. */
		around: (fullpath: string): V[] => {
			const all = Array.from(pathUp(fullpath), (folder) => known.get(folder));
			return all.filter((found) => found !== undefined);
		},
	};
}

/** A path as inputs take it: no slashes around it (client facts 5.7), "/" for the root; undefined for what is none. */
export function entryPath(path: string): string;
export function entryPath(path: unknown): string | undefined;
export function entryPath(path: unknown): string | undefined {
	return typeof path === 'string' ? toFullpath(path) || '/' : undefined;
}

/** Longer names are not compared, in characters: one of a million numbers would take hours. */
const MAX_NUMBERED = 1000;

/** A name, and those that the service may have made it of because they were taken: `name(2).ext` (client facts 5.8). */
export function unnumbered(name: string): string[] {
	if (name.length > MAX_NUMBERED) return [name];
	const numbers = Array.from(name.matchAll(/\(\d+\)/g));
	return [name, ...numbers.map(({ 0: { length }, index }) => name.slice(0, index) + name.slice(index + length))];
}

/** Whether the service may have made a name of another one that was taken. */
export function isNumbered(name: string, made: string): boolean {
	const plain = new Set(unnumbered(name));
	const [, ...others] = unnumbered(made);
	return made !== name && others.some((other) => plain.has(other));
}

/** The ending of a name with its dot; empty for one without a dot, and for one that only begins with it. */
export function endingOf(name: string): string {
	const dot = name.lastIndexOf('.');
	return dot > 0 ? name.slice(dot) : '';
}

/** A path with a number after the name, as the service writes it: `name(2)`, `name(2).ext` (client facts 5.8). */
export function numbered(fullpath: string, number: number, type: 'file' | 'folder'): string {
	const ending = type === 'folder' ? '' : endingOf(baseName(fullpath));
	return `${fullpath.slice(0, fullpath.length - ending.length)}(${number})${ending}`;
}

/** Refuses a name of blanks and characters that show nothing; one under which a file is saved may be anything else. */
export function requireVisible(label: string, name: string): void {
	if (/^[\s\p{Cf}]*$/u.test(name))
		throw inputError(label, 'contains only blanks', 'Enter the name; blanks around it stay.');
}

/**
 * The name, which must be that of one file or folder; blanks around it are part of it. Throws inputError when it is
 * empty, consists of blanks and characters that show nothing, contains a slash, or is a dot or two.
 */
export function checkFileName(label: string, name: string): string {
	if (name === '') throw missingError(label);
	if (name.includes('/')) {
		throw valueError(
			label,
			`${quoted(name)} contains a "/", which separates folders`,
			'Enter the folder in its own field and only the name here.',
		);
	}
	requireVisible(label, name);
	if (name === '.' || name === '..') throw valueError(label, `"${name}" is not a valid name`);
	return name;
}

/** Longest name of a file on the disks that n8n may write it to, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;
/** Longest ending that is kept when a name is cut, in characters with its dot. */
const MAX_ENDING = 20;

/**
 * Slashes of both kinds, what Windows and quoted headers give a meaning to, and what is not visible: controls, line
 * separators, direction marks, byte order marks, halves of surrogate pairs.
 */
const UNSAFE = /[/\\<>:"|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/** Names that Windows takes for a device, with any ending and also with the superscript digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3]) *(?:\.|$)/i;

const sizeOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * A name of the service as it can become the name of a file on any disk and part of a header. Slashes, control
 * characters, direction marks, characters that Windows forbids and dots at the end become `_`; the name of a device
 * (`CON`, `nul.txt`) gets one in front; a name of more than `most` bytes is cut before its ending. Never empty.
 */
export function safeFileName(name: string, most = MAX_NAME_BYTES): string {
	const visible = withoutEnd(name.replace(UNSAFE, '_'));
	if (visible === '') return 'file';
	const safe = DEVICE.test(visible) ? `_${visible}` : visible;
	if (sizeOf(safe) <= most) return safe;
	// A name of so many bytes has more characters than an ending: one without a dot, or with one in front, has none.
	const dot = safe.lastIndexOf('.');
	const ending = safe.length - dot <= MAX_ENDING ? safe.slice(dot) : '';
	return withoutEnd(cutTo(safe, most - sizeOf(ending)) + ending);
}

/** The name without blanks around it, and with `_` for the dots at its end: Windows drops both. */
function withoutEnd(name: string): string {
	const text = name.trim();
	let end = text.length;
	while (text[end - 1] === '.' || text[end - 1] === ' ') end--;
	return text.slice(0, end) + '_'.repeat(text.slice(end).replaceAll(' ', '').length);
}

/** The longest beginning of a text of whole characters within so many bytes. */
function cutTo(text: string, bytes: number): string {
	let [kept, size] = ['', 0];
	for (const char of text) {
		size += sizeOf(char);
		if (size > bytes) break;
		kept += char;
	}
	return kept;
}

/** A type and a subtype of RFC 6838, and what may follow them. */
const MEDIA_TYPE = /^([a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126})\s*(?:;|$)/i;

/**
 * A content type of the service as it can become part of a header and of binary data: type and subtype, in lower case.
 * Undefined for what is no content type. Parameters are left out, as n8n's HTTP Request does: other nodes, such as the
 * loaders of documents, compare the type with a list in which there is no character set.
 */
export function safeMediaType(contentType: string): string | undefined {
	return MEDIA_TYPE.exec(contentType.trim())?.[1]?.toLowerCase();
}

/**
 * The code of an external link: the last part of its address (G16), or the text itself where it contains no slash. The
 * empty text where an address has no such part.
 */
export function linkCode(link: string): string {
	const text = link.trim();
	if (!text.includes('/')) return text;
	const path = text.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
	const code = baseName(withoutEndSlashes(path));
	return percentDecoded(code) ?? code;
}

/** A text with its percent codes decoded; undefined where they are not valid UTF-8. */
export function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** Percent-encodes all but letters, digits and `-_.~` (RFC 3986); half a surrogate pair is U+FFFD, as it is signed. */
export const rfc3986 = (value: string): string =>
	encodeURIComponent(Buffer.from(value).toString()).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);

/* Paths that no person typed: an expression may have given nothing for a piece of them. */

/**
 * How a value came to be: a person typed it, it is a value of an item as it is, or an expression or a model made it.
 */
export type Origin = 'typed' | 'item' | 'made';

/** What is wrong with the pieces of a path; undefined when nothing is. `isPlace`: see `emptyPieceError`. */
function problemOf(path: string, origin: Origin, isPlace: boolean): string | undefined {
	if (path === '/') return isPlace || origin === 'item' ? undefined : 'names nothing';
	// An address says more by itself (`checkPath`).
	if (path.includes('//')) return /^[a-z]{2,}:/i.test(path) ? undefined : 'has an empty part between two slashes';
	return path.endsWith('/') && !isPlace ? 'has an empty part after its last slash' : undefined;
}

/**
 * The error for a path with an empty piece, which would name the folder around what is meant; undefined for a whole one
 * and for a typed one. A place, in which something is looked for or put, may end in a slash or be the root. The root as
 * the value of an item is meant; an expression may have made it of a slash and nothing.
 */
export function emptyPieceError(
	label: string,
	path: string,
	{ origin, isPlace = false }: { readonly origin: Origin; readonly isPlace?: boolean },
): LibraryError | undefined {
	const problem = origin === 'typed' ? undefined : problemOf(path, origin, isPlace);
	if (problem === undefined) return undefined;
	const remedy =
		path === '/'
			? 'If the root itself is meant, enter / without an expression.'
			: 'If the path is meant as it is, remove the slash that is too much.';
	const hint = `Check whether an expression in it gives nothing for this item. ${remedy}`;
	return valueError(label, `${quoted(path)} ${problem}`, hint);
}
