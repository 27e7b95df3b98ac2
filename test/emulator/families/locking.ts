import { path, required, word } from '../http/parameters';
import type { Actor, Entry } from '../store/library/entry';
import type { Library } from '../store/library/library';
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
