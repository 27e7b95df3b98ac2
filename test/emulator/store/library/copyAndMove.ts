import { badParameter, codes, ServiceFailure } from '../../http/errors';
import { acts } from './acts';
import { detailsOf, fullpathOf, isWithin, type Actor, type Entry } from './entry';
import type { Library } from './library';
import { nameOf, parentOf } from './paths';
import { addEntry, ensureFolder } from './write';

/** The existing entry at a path, or the nearest one above it. */
export function nearestEntry(library: Library, path: string): Entry {
	return library.tree.find(path) ?? nearestEntry(library, parentOf(path));
}

function refuseOwnSubfolder(library: Library, entry: Entry, destination: string): void {
	if (entry.children && isWithin(nearestEntry(library, parentOf(destination)), entry))
		throw new ServiceFailure(codes.intoOwnSubfolder, 'cannot move a folder into its own subfolder');
}

/**
 * Moves or renames an entry; `destination` is its new path.
 * assumed (G39): it gets a number when the name is taken, and entries below it keep their operation times.
 */
export function moveEntry(library: Library, entry: Entry, destination: string, actor: Actor): Entry {
	if (entry === library.tree.root) throw badParameter('fullpath', 'is the root');
	if (destination === '') throw badParameter('dest_fullpath', 'is the root');
	if (destination === fullpathOf(entry)) return entry;
	refuseOwnSubfolder(library, entry, destination);
	const isRename = parentOf(destination) === parentOf(fullpathOf(entry));
	const parent = ensureFolder(library, parentOf(destination), actor, 'dest_fullpath');
	library.tree.detach(entry);
	library.tree.attach(entry, parent, library.tree.freeName(parent, nameOf(destination), entry.children !== null));
	library.record(entry, isRename ? acts.rename : acts.move, actor);
	return entry;
}

/** How to copy. doc, mcopy: `keepAll` (copy_all) keeps tags, metadata and operator. `hash` is a promised id. */
export interface CopyOrder {
	readonly actor: Actor;
	readonly keepAll?: boolean | undefined;
	readonly hash?: string | undefined;
}

/**
 * Copies an entry with everything below it; `destination` is the path of the copy.
 * assumed (G39): it gets a number when the name is taken; copying into an own subfolder is refused as moving is.
 */
export function copyEntry(library: Library, entry: Entry, destination: string, order: CopyOrder): Entry {
	if (entry === library.tree.root) throw badParameter('from_fullpath', 'is the root');
	if (destination === '') throw badParameter('fullpath', 'is the root');
	refuseOwnSubfolder(library, entry, destination);
	library.requireSpace(entry.children ? entry.children.bytes : entry.filesize);
	const parent = ensureFolder(library, parentOf(destination), order.actor);
	const name = library.tree.freeName(parent, nameOf(destination), entry.children !== null);
	return copyInto(library, entry, { parent, name, order });
}

interface Target {
	readonly parent: Entry;
	readonly name: string;
	readonly order: CopyOrder;
}

function copyInto(library: Library, entry: Entry, { parent, name, order }: Target): Entry {
	const actor = order.keepAll ? entry.modifiedBy : order.actor;
	const copy = addEntry(library, parent, { name, isFolder: entry.children !== null, actor, hash: order.hash });
	if (!entry.children) {
		library.tree.setContent(copy, entry.filehash, entry.filesize);
		library.record(copy, acts.create, actor);
	}
	if (order.keepAll && entry.details) {
		library.tags.add(copy, [...entry.details.tags]);
		for (const [key, value] of entry.details.metadata) detailsOf(copy).metadata.set(key, value);
	}
	for (const child of entry.children?.byName.values() ?? [])
		copyInto(library, child, { parent: copy, name: child.name, order: { ...order, hash: undefined } });
	return copy;
}

/** Number of entries that a copy of this entry would create. */
export function entriesIn(entry: Entry): number {
	return entry.children ? 1 + entry.children.files + entry.children.folders : 1;
}
