import { badParameter } from '../http/errors';
import { optional, path, required, text, word } from '../http/parameters';
import { type Actor, type Entry } from '../store/library/entry';
import { type Library } from '../store/library/library';
import { lockFile, unlockFile } from '../store/library/locks';

/** fact 5.23: the parameters of file/lock, which the document does not have. */
export const lockParams = { fullpath: required(path), lock: required(word('lock', 'unlock')) };

/** Locks or unlocks the file. assumed: the answer is that of an operation that answers only 200. */
export function setLock(
	library: Library,
	entry: Entry,
	wanted: 'lock' | 'unlock',
	actor: Actor,
): Record<string, never> {
	(wanted === 'lock' ? lockFile : unlockFile)(library, entry, actor);
	return {};
}

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
