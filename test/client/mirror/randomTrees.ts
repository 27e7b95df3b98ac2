import fc from 'fast-check';

/** What is in a folder: the content of each file by its path, null for a folder. */
export type Tree = Readonly<Record<string, string | null>>;

/* Few names and contents, so that trees have much in common: renames, swaps, files where the other has a folder. */

const name = fc.constantFrom('a', 'b', 'c', 'A', 'a(2)', 'é.txt', 'b.txt');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const content = fc.constantFrom('', 'x', 'y', 'zz', 'long content', null);

/** A tree as it can be: nothing is in a file, and the folder of everything is there. */
function treeOf(rows: ReadonlyArray<readonly [string, string | null]>): Tree {
	const tree: Record<string, string | null> = {};
	for (const [at, what] of rows) {
		const above = at.split('/').map((_, end, parts) => parts.slice(0, end).join('/'));
		const folders = above.filter((folder) => folder !== '');
		if (at in tree || folders.some((folder) => typeof tree[folder] === 'string')) continue;
		for (const folder of folders) tree[folder] = null;
		tree[at] = what;
	}
	return tree;
}

/** A tree of up to 14 entries, and the folders around them. */
const tree: fc.Arbitrary<Tree> = fc.array(fc.tuple(path, content), { maxLength: 14 }).map(treeOf);

/** Two trees of which the second is often the first with changes. */
export const twoTrees: fc.Arbitrary<readonly [Tree, Tree]> = fc.oneof(
	fc.tuple(tree, tree),
	fc
		.tuple(
			fc.array(fc.tuple(path, content), { maxLength: 14 }),
			fc.array(fc.tuple(path, content), { maxLength: 4 }),
		)
		.map(([rows, more]) => [treeOf(rows), treeOf([...more, ...rows.slice(more.length)])] as const),
);

/** The tree that a service has which ignores case: of two names that differ in nothing else the first one. */
export function withoutCase(tree: Tree): Tree {
	const spelled = new Map<string, string>();
	const kept = Object.entries(tree).flatMap(([path, content]): Array<[string, string | null]> => {
		const parts = path.split('/').map((_, end, all) => all.slice(0, end + 1).join('/'));
		const taken = parts.some((part) => (spelled.get(part.toLowerCase()) ?? part) !== part);
		if (!taken) spelled.set(path.toLowerCase(), path);
		return taken ? [] : [[path, content]];
	});
	return Object.fromEntries(kept);
}
/** Its paths in small letters. */
export const folded = (tree: Tree): Tree =>
	Object.fromEntries(Object.entries(tree).map(([path, content]) => [path.toLowerCase(), content]));
