import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { byLevel as levelsOf, byText, inSteps, sortedInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { isWithinPath, parentPath } from '../../../protocol/wire/paths';
import { inputError, quoted } from '../../../protocol/wire/libraryError';

/* Both sides as trees. Nothing here recurses: a path may have thousands of parts. */

/** An entry with what is in it. */
export interface TreeNode extends ListedEntry {
	/** Whether the entry itself is mirrored: the filter wants it, and no rule leaves it alone. */
	readonly wanted: boolean;
	/** Whether it is wanted, or something in it is. */
	needed: boolean;
	/** Whether it is wanted with everything that is in it. */
	whole: boolean;
	readonly parent: TreeNode | undefined;
	readonly children: TreeNode[];
}

/** Entries by path, in the order of paths, which puts parents before what is in them. */
export type MirrorTree = ReadonlyMap<string, TreeNode>;

/** Sorts by path, which puts parents before what is in them. */
export const sortedByPath = <T extends { readonly path: string }>(list: readonly T[]): Steps<T[]> =>
	sortedInSteps(list, (a, b) => byText(a.path, b.path));

/** Makes a tree of entries in any order; of two with one path the later one counts. */
export function* treeOf(entries: readonly ListedEntry[], wants: (entry: ListedEntry) => boolean): Steps<MirrorTree> {
	const last = new Map(entries.map((entry) => [entry.path, entry]));
	const tree = new Map<string, TreeNode>();
	yield* inSteps(yield* sortedByPath([...last.values()]), (entry) => {
		const wanted = wants(entry);
		const parent = tree.get(parentPath(entry.path));
		const node: TreeNode = { ...entry, wanted, needed: wanted, whole: wanted, parent, children: [] };
		parent?.children.push(node);
		tree.set(entry.path, node);
	});
	for (const { parent, needed, whole } of [...tree.values()].reverse())
		if (parent) {
			parent.needed ||= needed;
			parent.whole &&= whole;
		}
	yield;
	return tree;
}

/** Changes in stages, one for each level: what is done with a folder comes before what is done in it. */
export const byLevel = <T extends { readonly path: string }>(changes: readonly T[]): T[][] =>
	levelsOf(changes, ({ path }) => path.split('/').length);

/** A node and everything below it. */
export function* subtree(top: TreeNode): Generator<TreeNode> {
	const rest = [top];
	for (let node = rest.pop(); node; node = rest.pop()) {
		yield node;
		for (const child of node.children) rest.push(child);
	}
}

/** Refuses an archive that is the source folder or inside it. Full paths; '' is the root. Throws inputError. */
export function requireArchiveOutside(sourceFolder: string, archiveFolder: string): void {
	if (isWithinPath(archiveFolder, sourceFolder))
		throw inputError(
			'Archive Folder',
			`is inside the source folder, ${shown(sourceFolder)}`,
			'The source is never changed: choose a folder outside of it.',
		);
}

const shown = (folder: string): string => (folder === '' ? 'the library root' : quoted(folder));

/**
 * Refuses two folders of one library of which one is the other or contains it: the mirror would copy what it has
 * copied. Full paths; '' is the root. Throws inputError.
 */
export function requireDisjoint(sourceFolder: string, targetFolder: string): void {
	const hint = 'Choose two folders of which neither contains the other.';
	if (sourceFolder === targetFolder) throw inputError('Target Folder', 'is the source folder', hint);
	if (isWithinPath(targetFolder, sourceFolder))
		throw inputError('Target Folder', `is inside the source folder, ${shown(sourceFolder)}`, hint);
	if (isWithinPath(sourceFolder, targetFolder))
		throw inputError('Target Folder', `contains the source folder, ${shown(sourceFolder)}`, hint);
}
