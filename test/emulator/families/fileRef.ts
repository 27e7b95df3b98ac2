import { badParameter } from '../http/errors';
import { optional, path, text } from '../http/parameters';
import { type Entry } from '../store/library/entry';
import { type Library } from '../store/library/library';

/** doc: fullpath or hash. */
export const fileRef = { fullpath: optional(path), hash: optional(text) };
export const oneFile = [['fullpath', 'hash']] as const;

/** The values of `fileRef`. */
interface FileRef {
	readonly fullpath?: string | undefined;
	readonly hash?: string | undefined;
}

/** The file or folder that a request names; throws 40402. */
export function referredEntry(library: Library, p: FileRef): Entry {
	return p.hash !== undefined ? library.tree.getByHash(p.hash) : library.tree.get(p.fullpath ?? '');
}

/** The file that a request names; throws 40402. assumed: a folder is a parameter error. */
export function referredFile(library: Library, p: FileRef): Entry {
	const entry = referredEntry(library, p);
	if (entry.children) throw badParameter(p.hash !== undefined ? 'hash' : 'fullpath', 'is a folder, not a file');
	return entry;
}
