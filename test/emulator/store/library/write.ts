import { badParameter, codes, missing, ServiceFailure } from '../../http/errors';
import {
	type Actor,
	acts,
	detailsOf,
	type Entry,
	fullpathOf,
	isWithin,
	nameOf,
	parentOf,
	sizeOf,
	subtree,
} from './entry';
import type { Library } from './library';
import type { RecycledItem } from './recycleBin';

/** The folder at a path. assumed: missing folders are created. Throws 40003 when a file is in the way. */
export function ensureFolder(library: Library, path: string, actor: Actor, parameter = 'fullpath'): Entry {
	const existing = library.tree.find(path);
	if (existing?.children) return existing;
	if (existing) throw badParameter(parameter, `leads through the file '${path}'`);
	const parent = ensureFolder(library, parentOf(path), actor, parameter);
	return addEntry(library, parent, { name: nameOf(path), isFolder: true, actor });
}

/** Creates a folder. assumed (G40): an existing one is returned as it is; it gets a number if a file has the name. */
export function createFolder(library: Library, path: string, actor: Actor): Entry {
	if (path === '') throw badParameter('fullpath', 'is the root');
	const existing = library.tree.find(path);
	if (existing?.children) return existing;
	const parent = ensureFolder(library, parentOf(path), actor);
	return addEntry(library, parent, {
		name: library.tree.freeName(parent, nameOf(path), true),
		isFolder: true,
		actor,
	});
}

/** A new, empty entry. `hash` is the id promised to a client. */
interface NewEntry {
	readonly name: string;
	readonly isFolder: boolean;
	readonly actor: Actor;
	readonly hash?: string | undefined;
}

/** Adds an empty entry under a name that is free; a folder is recorded as created, a file once it has content. */
export function addEntry(library: Library, parent: Entry, { name, isFolder, actor, hash }: NewEntry): Entry {
	const entry = library.tree.newEntry(name, isFolder, actor, library.now(), hash);
	library.tree.attach(entry, parent, name);
	if (isFolder) library.record(entry, acts.create, actor);
	return entry;
}

/** A file to write: its path, content and author. `hash` is the id promised to the client for a new file. */
export interface FileWrite {
	readonly path: string;
	readonly filehash: string;
	readonly filesize: number;
	readonly overwrite: boolean;
	readonly actor: Actor;
	readonly hash?: string | undefined;
}

/** The file that a write with `overwrite` replaces. */
export function replacedFile(library: Library, write: Pick<FileWrite, 'path' | 'overwrite'>): Entry | undefined {
	const existing = write.overwrite ? library.tree.find(write.path) : undefined;
	return existing?.children ? undefined : existing;
}

/** The path a write would have now. fact 5.8, assumed (G34): it gets a number when the name is taken. */
export function finalPath(library: Library, write: Pick<FileWrite, 'path' | 'overwrite'>): string {
	if (replacedFile(library, write)) return write.path;
	const folder = library.tree.find(parentOf(write.path));
	if (!folder) return write.path;
	if (!folder.children) throw badParameter('fullpath', `leads through the file '${parentOf(write.path)}'`);
	const name = library.tree.freeName(folder, nameOf(write.path), false);
	return write.path.slice(0, write.path.length - nameOf(write.path).length) + name;
}

/** Puts a file whose content is stored into the library: as a new version, or as a new file. */
export function putFile(library: Library, write: FileWrite): Entry {
	const replaced = replacedFile(library, write);
	if (replaced) {
		library.startHistory(replaced);
		library.tree.setContent(replaced, write.filehash, write.filesize);
		library.record(replaced, acts.edit, write.actor);
		return replaced;
	}
	const parent = ensureFolder(library, parentOf(write.path), write.actor);
	const name = library.tree.freeName(parent, nameOf(write.path), false);
	const hash = write.hash && !library.tree.byHash.has(write.hash) ? write.hash : undefined;
	const entry = addEntry(library, parent, { name, isFolder: false, actor: write.actor, hash });
	library.tree.setContent(entry, write.filehash, write.filesize);
	library.record(entry, acts.create, write.actor);
	return entry;
}

/** To the recycle bin unless `destroy`. assumed: entries below count as deleted too, but keep their operation times. */
export function deleteEntry(library: Library, entry: Entry, destroy: boolean, actor: Actor): void {
	if (entry === library.tree.root) throw badParameter('fullpath', 'is the root');
	const fullpath = fullpathOf(entry);
	library.record(entry, acts.delete, actor);
	library.tree.detach(entry);
	entry.deletedPath = fullpath;
	for (const each of subtree(entry)) each.deleted = true;
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
	for (const each of subtree(entry)) each.deleted = false;
	library.record(entry, acts.recover, actor);
	return entry;
}

/** doc: del_completely ends the life of an item of the recycle bin. assumed: it stays in the feed as deleted. */
export function destroyRecycled(library: Library, item: RecycledItem): void {
	library.recycleBin.remove(item);
	library.touch(item.entry);
}

/** The existing entry at a path, or the nearest one above it. */
export function nearestEntry(library: Library, path: string): Entry {
	return library.tree.find(path) ?? nearestEntry(library, parentOf(path));
}

function refuseOwnSubfolder(library: Library, entry: Entry, destination: string): void {
	if (entry.children && isWithin(nearestEntry(library, parentOf(destination)), entry))
		throw new ServiceFailure(codes.intoOwnSubfolder, 'cannot move a folder into its own subfolder');
}

/** `destination` is the new path. assumed (G39): a number when taken; entries below keep their operation times. */
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

/** `destination` is the copy's path. assumed (G39): a number when taken; an own subfolder is refused as in moving. */
export function copyEntry(library: Library, entry: Entry, destination: string, order: CopyOrder): Entry {
	if (entry === library.tree.root) throw badParameter('from_fullpath', 'is the root');
	if (destination === '') throw badParameter('fullpath', 'is the root');
	refuseOwnSubfolder(library, entry, destination);
	library.requireSpace(sizeOf(entry));
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
		for (const tag of entry.details.tags) detailsOf(copy).tags.add(tag);
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
