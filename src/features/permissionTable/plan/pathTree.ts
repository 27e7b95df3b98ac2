import { pathUp } from '../../../protocol/wire/paths';

/** What is known of folders, found along a path in a time that grows with its depth only. */
export interface PathTree<V> {
	at(fullpath: string): V;
	/** What is known of a folder and of those around it, nearest first; none of those of which nothing is. */
	around(fullpath: string): V[];
}

/** Nothing is known yet; `make` makes what is known of a folder at first. */
export function makePathTree<V>(make: (fullpath: string) => V): PathTree<V> {
	const known = new Map<string, V>();
	return {
		at(fullpath) {
			const found = known.get(fullpath) ?? make(fullpath);
			known.set(fullpath, found);
			return found;
		},
		around(fullpath) {
			const all = Array.from(pathUp(fullpath), (folder) => known.get(folder));
			return all.filter((found) => found !== undefined);
		},
	};
}
