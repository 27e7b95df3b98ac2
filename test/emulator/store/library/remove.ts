import { badParameter, missing } from '../../http/errors';
import { acts } from './acts';
import { fullpathOf, subtree, type Actor, type Entry } from './entry';
import type { Library } from './library';
import { requireUnlocked } from './locks';
import { nameOf, parentOf } from './paths';
import type { RecycledItem } from './recycleBin';
import { ensureFolder } from './write';

/**
 * Deletes an entry, to the recycle bin unless `destroy`. assumed: only the entry itself gets a new operation time;
 * entries below it count as deleted too but keep theirs, as after a move.
 */
export function deleteEntry(library: Library, entry: Entry, destroy: boolean, actor: Actor): void {
	if (entry === library.tree.root) throw badParameter('fullpath', 'is the root');
	requireUnlocked(entry, actor);
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

/** What was deleted from a path. assumed: of several deletions the latest counts. Throws 40402 when there is none. */
export function findRecycled(library: Library, fullpath: string): RecycledItem {
	const item = library.recycleBin.at(fullpath).at(-1);
	if (!item) throw missing(fullpath);
	return item;
}

/** Restores an item to its path. assumed (G40): missing folders are created, and a taken name gets a number. */
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

/** doc: del_completely ends the life of an item of the recycle bin. assumed: it stays in the feed as deleted. */
export function destroyRecycled(library: Library, item: RecycledItem): void {
	library.recycleBin.remove(item);
	library.touch(item.entry);
}
