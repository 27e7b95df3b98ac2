import type { MirrorAction, MirrorEntry } from '#mirror/plan';

/* A library in memory that carries out the changes of a plan as strictly as a service can. */

/** What is at a path: `content` is undefined of a folder. */
export interface Thing {
	readonly content: string | undefined;
	readonly modified: number;
}

/** A library: full paths without slashes around them, parents included. */
export type Library = Map<string, Thing>;

export const FOLDER: Thing = { content: undefined, modified: 0 };

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const nameOf = (path: string): string => path.split('/').at(-1)!;
const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function demand(condition: boolean, message: string): asserts condition {
	if (!condition) throw new Error(message);
}

/** What a reader of a folder gets: sizes and hashes that are made of contents. */
export function entriesOf(library: Library, folder: string): MirrorEntry[] {
	return [...library]
		.filter(([path]) => path.startsWith(`${folder}/`))
		.map(([path, { content, modified }]) => ({
			path: path.slice(folder.length + 1),
			dir: content === undefined,
			filesize: content === undefined ? 0 : content.length,
			filehash: content === undefined ? '' : `sha1 of ${content}`,
			hash: `id of ${path}`,
			modified,
		}));
}

/** Moves or renames with everything inside; to a path that is taken, or into itself, it is an error. */
function move(library: Library, from: string, to: string): void {
	demand(library.has(from), `${from} to be moved does not exist`);
	demand(!library.has(to), `${to} exists already`);
	demand(!isBelow(to, from), `${from} cannot be moved into itself`);
	for (const [path, thing] of [...library].filter(([each]) => isBelow(each, from))) {
		library.delete(path);
		library.set(to + path.slice(from.length), thing);
	}
}

const kindOf = (library: Library, path: string): string =>
	library.get(path)?.content === undefined ? 'folder' : 'file';
const isOneRequest = (from: string, to: string): boolean =>
	parentOf(from) === parentOf(to) || nameOf(from) === nameOf(to);

/** How strict the service is about moves: the token operations keep the folder or the name. */
export type Moves = 'anyPath' | 'folderOrName';

/**
 * Makes one change of the folder `root`, at the time `now` (Unix seconds). Throws what a service would refuse: anything
 * in a folder that does not exist, a name that is taken, a deletion of what is not there.
 */
export function make(
	library: Library,
	root: string,
	action: MirrorAction,
	{ now, moves, contentAt }: { now: number; moves: Moves; contentAt: (path: string) => string },
): void {
	const full = (path: string): string => (path === '' ? root : `${root}/${path}`);
	const path = full(action.path);
	if (action.action !== 'delete' && action.path !== '')
		demand(
			library.has(parentOf(path)) && library.get(parentOf(path))?.content === undefined,
			`no folder for ${path}`,
		);
	switch (action.action) {
		case 'create':
			demand(!library.has(path), `${path} exists already`);
			library.set(path, { content: undefined, modified: now });
			return;
		case 'add':
			demand(!library.has(path), `${path} exists already`);
			library.set(path, { content: contentAt(action.path), modified: now });
			return;
		case 'update':
			demand(library.get(path)?.content !== undefined, `${path} is no file`);
			library.set(path, { content: contentAt(action.path), modified: now });
			return;
		case 'move':
			demand(kindOf(library, full(action.from)) === action.type, 'the other kind');
			demand(moves === 'anyPath' || isOneRequest(full(action.from), path), `${path} takes two requests`);
			return move(library, full(action.from), path);
		case 'delete':
			demand(library.has(path), `${path} to be deleted does not exist`);
			demand(kindOf(library, path) === action.type, 'the other kind');
			for (const each of [...library.keys()]) if (isBelow(each, path)) library.delete(each);
	}
}
