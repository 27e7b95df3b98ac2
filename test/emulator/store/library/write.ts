import { badParameter, codes, ServiceFailure } from '../../http/errors';
import type { Actor, Entry } from './entry';
import { detailsOf, fullpathOf, isWithin } from './entry';
import type { Library } from './library';
import { acts } from './library';
import { nameOf, parentOf } from './paths';

/** The folder at a path; it and missing folders above it are made (assumed). A file in the way is refused. */
export function ensureFolder(library: Library, path: string, actor: Actor, parameter = 'fullpath'): Entry {
	const there = library.tree.find(path);
	if (there?.children) return there;
	if (there) throw badParameter(parameter, `leads through the file '${path}'`);
	const parent = ensureFolder(library, parentOf(path), actor, parameter);
	return addEntry(library, parent, nameOf(path), true, actor);
}

/** assumed (ambiguity G40): an existing folder is answered as it is; a file of that name gives the folder a number. */
export function createFolder(library: Library, path: string, actor: Actor): Entry {
	if (path === '') throw badParameter('fullpath', 'is the root');
	const there = library.tree.find(path);
	if (there?.children) return there;
	const parent = ensureFolder(library, parentOf(path), actor);
	return addEntry(library, parent, library.tree.freeName(parent, nameOf(path), true), true, actor);
}

/** Adds an empty entry under a free name. */
function addEntry(
	library: Library,
	parent: Entry,
	name: string,
	folder: boolean,
	actor: Actor,
	hash?: string | undefined,
): Entry {
	const entry = library.tree.newEntry(name, folder, actor, library.now(), hash);
	library.tree.attach(entry, parent, name);
	if (folder) library.record(entry, acts.create, actor);
	return entry;
}

/** What is to be written where. `hash` is the id promised to the client for a new file. */
export interface FileWrite {
	readonly path: string;
	readonly filehash: string;
	readonly filesize: number;
	readonly overwrite: boolean;
	readonly actor: Actor;
	readonly hash?: string | undefined;
}

/** The file that an overwriting write would replace. */
export function replacedFile(library: Library, write: Pick<FileWrite, 'path' | 'overwrite'>): Entry | undefined {
	const there = write.overwrite ? library.tree.find(write.path) : undefined;
	return there?.children ? undefined : there;
}

/** Where a write would end up now: the path itself, or with a number when the name is taken (fact 5.8, ambiguity G34). */
export function finalPath(library: Library, write: Pick<FileWrite, 'path' | 'overwrite'>): string {
	if (replacedFile(library, write)) return write.path;
	const folder = library.tree.find(parentOf(write.path));
	if (!folder) return write.path;
	if (!folder.children) throw badParameter('fullpath', `leads through the file '${parentOf(write.path)}'`);
	const name = library.tree.freeName(folder, nameOf(write.path), false);
	return write.path.slice(0, write.path.length - nameOf(write.path).length) + name;
}

/** Puts a file whose content is in the store into the library: a new version or a new file. */
export function putFile(library: Library, write: FileWrite): Entry {
	const old = replacedFile(library, write);
	if (old) {
		library.tree.setContent(old, write.filehash, write.filesize);
		library.record(old, acts.edit, write.actor);
		return old;
	}
	const parent = ensureFolder(library, parentOf(write.path), write.actor);
	const name = library.tree.freeName(parent, nameOf(write.path), false);
	const promised = write.hash && !library.tree.byHash.has(write.hash) ? write.hash : undefined;
	const entry = addEntry(library, parent, name, false, write.actor, promised);
	library.tree.setContent(entry, write.filehash, write.filesize);
	library.record(entry, acts.create, write.actor);
	return entry;
}

function refuseInside(entry: Entry, target: Entry): void {
	if (entry.children && isWithin(target, entry)) {
		throw new ServiceFailure(codes.intoOwnSubfolder, 'cannot move a folder into its own subfolder');
	}
}

/** The nearest existing folder at or above a path. */
function nearest(library: Library, path: string): Entry {
	return library.tree.find(path) ?? nearest(library, parentOf(path));
}

/** Moves or renames. assumed (ambiguity G39): a taken name gets a number. Descendants keep their operation times. */
export function moveEntry(library: Library, entry: Entry, destination: string, actor: Actor): Entry {
	if (entry === library.tree.root) throw badParameter('fullpath', 'is the root');
	if (destination === '') throw badParameter('dest_fullpath', 'is the root');
	if (destination === fullpathOf(entry)) return entry;
	refuseInside(entry, nearest(library, parentOf(destination)));
	const renamed = parentOf(destination) === parentOf(fullpathOf(entry));
	const parent = ensureFolder(library, parentOf(destination), actor, 'dest_fullpath');
	library.tree.detach(entry);
	library.tree.attach(entry, parent, library.tree.freeName(parent, nameOf(destination), entry.children !== null));
	library.record(entry, renamed ? acts.rename : acts.move, actor);
	return entry;
}

/** How a copy is made. `keepAll` is mcopy's copy_all: tags, metadata and the operator come along. */
export interface CopyOrder {
	readonly actor: Actor;
	readonly keepAll?: boolean | undefined;
	readonly hash?: string | undefined;
}

/** Copies with everything below. assumed: a taken name gets a number; into an own subfolder is refused as for move. */
export function copyEntry(library: Library, entry: Entry, destination: string, order: CopyOrder): Entry {
	if (entry === library.tree.root) throw badParameter('from_fullpath', 'is the root');
	if (destination === '') throw badParameter('fullpath', 'is the root');
	refuseInside(entry, nearest(library, parentOf(destination)));
	library.requireSpace(entry.children ? entry.children.bytes : entry.filesize);
	const parent = ensureFolder(library, parentOf(destination), order.actor);
	return copyInto(
		library,
		entry,
		parent,
		library.tree.freeName(parent, nameOf(destination), entry.children !== null),
		order,
	);
}

function copyInto(library: Library, entry: Entry, parent: Entry, name: string, order: CopyOrder): Entry {
	const actor = order.keepAll ? entry.modifiedBy : order.actor;
	const copy = addEntry(library, parent, name, entry.children !== null, actor, order.hash);
	if (!entry.children) {
		library.tree.setContent(copy, entry.filehash, entry.filesize);
		library.record(copy, acts.create, actor);
	}
	if (order.keepAll && entry.details) {
		library.tags.add(copy, [...entry.details.tags]);
		for (const [key, value] of entry.details.metadata) detailsOf(copy).metadata.set(key, value);
	}
	for (const child of entry.children?.byName.values() ?? [])
		copyInto(library, child, copy, child.name, { ...order, hash: undefined });
	return copy;
}

/** Number of entries a copy of this entry would make. */
export function entriesIn(entry: Entry): number {
	return entry.children ? 1 + entry.children.files + entry.children.folders : 1;
}

/** Live entries below a folder (and itself) that carry a tag, in path order. */
export function taggedBelow(library: Library, folder: Entry, tags: readonly string[]): Entry[] {
	const found = new Set(tags.flatMap((tag) => [...library.tags.entries(tag)]));
	const inside = [...found].filter((entry) => entry !== folder && isWithin(entry, folder));
	return inside.sort((a, b) => (fullpathOf(a) < fullpathOf(b) ? -1 : 1));
}
