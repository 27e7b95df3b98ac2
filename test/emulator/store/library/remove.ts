import { badParameter, missing } from '../../http/errors';
import type { Actor, Entry } from './entry';
import { fullpathOf, subtree } from './entry';
import type { Library } from './library';
import { acts } from './library';
import { nameOf, parentOf } from './paths';
import type { RecycledItem } from './recycleBin';
import { ensureFolder } from './write';

/**
 * Takes an entry out of the library. assumed: only the entry itself gets the new operation time; what was
 * inside counts as deleted too but keeps its own time, as after a move.
 */
export function deleteEntry(library: Library, entry: Entry, destroy: boolean, actor: Actor): void {
	if (entry === library.tree.root) throw badParameter('fullpath', 'is the root');
	const fullpath = fullpathOf(entry);
	library.record(entry, acts.delete, actor);
	library.tree.detach(entry);
	entry.deletedPath = fullpath;
	for (const each of subtree(entry)) {
		library.feed.setDeleted(each, true);
		library.tags.forget(each);
	}
	if (!destroy) library.recycleBin.add(entry, fullpath);
}

/** assumed: of several deletions from one path the latest comes back. Throws 40402 when there is none. */
export function findRecycled(library: Library, fullpath: string): RecycledItem {
	const item = library.recycleBin.at(fullpath).at(-1);
	if (!item) throw missing(fullpath);
	return item;
}

/** Brings an item back to its path. assumed (ambiguity G40): missing folders are made, a taken name gets a number. */
export function recover(library: Library, item: RecycledItem, actor: Actor): Entry {
	const { entry, fullpath } = item;
	const parent = ensureFolder(library, parentOf(fullpath), actor, 'fullpaths');
	library.recycleBin.remove(item);
	library.tree.attach(entry, parent, library.tree.freeName(parent, nameOf(fullpath), entry.children !== null));
	for (const each of subtree(entry)) {
		library.feed.setDeleted(each, false);
		library.tags.restore(each);
	}
	library.record(entry, acts.recover, actor);
	return entry;
}

/** doc: del_completely ends the life of what is in the recycle bin. It stays in the feed as deleted (assumed). */
export function destroyRecycled(library: Library, item: RecycledItem): void {
	library.recycleBin.remove(item);
	library.touch(item.entry);
}
