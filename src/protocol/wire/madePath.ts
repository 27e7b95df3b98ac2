import { inputError, type LibraryError } from './libraryError';
import { quoted } from './quoted';

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
	return inputError(label, `${quoted(path)} ${problem}`, hint);
}
