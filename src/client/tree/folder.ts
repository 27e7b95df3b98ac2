import { isFolder } from '../../protocol/tree/entryFilter';
import { type JsonObject, textOf } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { baseName, joinPath, toFullpath } from '../../protocol/wire/paths';

/** One entry of a tree. */
export interface TreeEntry {
	/** 1 for the entries of the folder that was named, 2 for those of its subfolders, and so on. */
	readonly depth: number;
	/** Path inside the folder that was named. */
	readonly path: string;
	/** As the service sent it. */
	readonly entry: JsonObject;
}

/** A folder of a tree that is to be read, with what was read of it and not handed over yet. */
export interface Folder {
	/** Path inside the folder that was named, which itself has the empty path. */
	readonly path: string;
	/** That of its entries. */
	readonly depth: number;
	readonly hash: string;
	readonly parent: Folder | undefined;
	/** Its list, once reading has begun. */
	list?: AsyncGenerator<JsonObject[]>;
	/** Whether a page of it is under way. */
	isAsked: boolean;
	/** Whether its list has come to its end. */
	isRead: boolean;
	failure?: unknown;
	pages: TreeEntry[][];
	/** In the order of its list. */
	subfolders: Folder[];
}

/** Levels of folders inside each other; a path as long as a service can store has fewer. */
const MAX_LEVELS = 500;

/** A folder of which nothing has been read. */
const folderAt = (path: string, hash: string, parent: Folder | undefined): Folder => ({
	...{ path, hash, parent, depth: (parent?.depth ?? 0) + 1 },
	...{ isAsked: false, isRead: false, pages: [], subfolders: [] },
});

/** The folder that was named. */
export const topFolder = (): Folder => folderAt('', '', undefined);

/** An entry of a folder, as part of the tree. */
export function entryIn(folder: Folder, entry: JsonObject): TreeEntry {
	const name = textOf(entry.filename) || baseName(toFullpath(textOf(entry.fullpath)));
	return { depth: folder.depth, path: joinPath(folder.path, name), entry };
}

/**
 * The subfolder that an entry is; undefined for a file. A folder that is inside itself, as a service in disorder may
 * show it, is not entered again: otherwise the tree would not end.
 */
export function subfolderOf(parent: Folder, { entry, path }: TreeEntry): Folder | undefined {
	const name = baseName(path);
	if (!isFolder(entry) || name === '' || name === '.' || name === '..') return undefined;
	const hash = textOf(entry.hash);
	for (let above: Folder | undefined = parent; above; above = above.parent)
		if (hash !== '' && above.hash === hash) return undefined;
	return folderAt(path, hash, parent);
}

/** The error for subfolders of a folder that has too many above it; undefined for any other folder. */
export const tooDeepIn = ({ depth }: Folder): LibraryError | undefined =>
	depth < MAX_LEVELS
		? undefined
		: new LibraryError('protocol', `The folders have no end: there are more than ${MAX_LEVELS} levels`, {
				hint: 'Set Maximum Depth, or report this to the operator of the service',
			});

/** A folder and those inside it as far as they are known, in the order in which they are handed over. */
export function* withSubfolders(folder: Folder): Generator<Folder> {
	yield folder;
	for (const subfolder of folder.subfolders) yield* withSubfolders(subfolder);
}
