/** What is known of folders, found along a path in a time that grows with the length of the path only. */
export interface PathTree<V> {
	/** What is known of a folder; made where nothing is. */
	at(fullpath: string): V;
	/** What is known of a folder and of all those around it, made where nothing is; the root first. */
	along(fullpath: string): V[];
	/** What is known of a folder and of those around it, nearest first; none of those of which nothing is. */
	around(fullpath: string): V[];
}

interface Node<V> {
	readonly inside: Map<string, Node<V>>;
	value?: V;
}

const emptyNode = <V>(): Node<V> => ({ inside: new Map() });
const partsOf = (fullpath: string): string[] => (fullpath === '' ? [] : fullpath.split('/'));

/** An empty tree; `make` makes what is known of a folder at first. */
export function makePathTree<V>(make: (fullpath: string) => V): PathTree<V> {
	const root = emptyNode<V>();
	const into = (node: Node<V>, part: string): Node<V> => {
		const next = node.inside.get(part) ?? emptyNode<V>();
		node.inside.set(part, next);
		return next;
	};
	return {
		at(fullpath) {
			const node = partsOf(fullpath).reduce(into, root);
			return (node.value ??= make(fullpath));
		},
		along(fullpath) {
			const found = [(root.value ??= make(''))];
			let [node, end] = [root, -1];
			for (const part of partsOf(fullpath)) {
				[node, end] = [into(node, part), end + part.length + 1];
				found.push((node.value ??= make(fullpath.slice(0, end))));
			}
			return found;
		},
		around(fullpath) {
			const found = root.value === undefined ? [] : [root.value];
			let node: Node<V> | undefined = root;
			for (const part of partsOf(fullpath)) {
				node = node.inside.get(part);
				if (!node) break;
				if (node.value !== undefined) found.push(node.value);
			}
			return found.reverse();
		},
	};
}
