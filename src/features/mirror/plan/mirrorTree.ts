import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { byLevel as levelsOf, byText, inSteps, sortedInSteps, type Steps } from '../../../protocol/plan/inSteps';
import { isWithinPath, parentPath } from '../../../protocol/wire/paths';
import type { MirrorInput } from './types';
import { inputError, quoted } from '../../../protocol/wire/libraryError';

/*
 * Both sides as trees, and which entries are mirrored: rules about what is left alone belong in `treesOf`. Nothing here
 * recurses: a path may have thousands of parts.
 */

/** An entry with what is in it. */
export interface TreeNode extends ListedEntry {
	/** Whether the entry itself is mirrored: the filter wants it, and no rule leaves it alone. */
	readonly wanted: boolean;
	readonly parent: TreeNode | undefined;
	readonly children: TreeNode[];
}

/** Entries by path. */
export interface MirrorTree {
	/** Sorted by path, which puts parents before what is in them. */
	readonly nodes: readonly TreeNode[];
	readonly byPath: ReadonlyMap<string, TreeNode>;
}

/** Sorts by path, which puts parents before what is in them. */
export const sortedByPath = <T extends { readonly path: string }>(list: readonly T[]): Steps<T[]> =>
	sortedInSteps(list, (a, b) => byText(a.path, b.path));

/** Makes a tree of entries in any order; of two with one path the later one counts. */
function* treeOf(entries: readonly ListedEntry[], wants: (entry: ListedEntry) => boolean): Steps<MirrorTree> {
	const last = new Map<string, ListedEntry>();
	for (const entry of entries) last.set(entry.path, entry);
	const byPath = new Map<string, TreeNode>();
	const nodes: TreeNode[] = [];
	yield* inSteps(yield* sortedByPath([...last.values()]), (entry) => {
		const parent = byPath.get(parentPath(entry.path));
		const node: TreeNode = { ...entry, wanted: wants(entry), parent, children: [] };
		parent?.children.push(node);
		byPath.set(entry.path, node);
		nodes.push(node);
	});
	return { nodes, byPath };
}

/** Both sides as trees, and what follows from what is wanted, before they are compared. */
export interface MirrorTrees {
	readonly source: MirrorTree;
	readonly target: MirrorTree;
	/** Nodes of the source that are wanted, and the folders that they are in. */
	readonly needed: ReadonlySet<TreeNode>;
	/** Nodes of the target that are wanted with everything that is in them. */
	readonly whole: ReadonlySet<TreeNode>;
}

/** Makes the trees of both sides. */
export function* treesOf(input: MirrorInput): Steps<MirrorTrees> {
	const { wants, mustStay = () => false } = input;
	const source = yield* treeOf(input.source, wants);
	const target = yield* treeOf(input.target, (entry) => wants(entry) && !mustStay(entry));
	yield;
	const needed = fromBelow(
		source,
		({ wanted, children }, found) => wanted || children.some((child) => found.has(child)),
	);
	yield;
	const whole = fromBelow(
		target,
		({ wanted, children }, found) => wanted && children.every((child) => found.has(child)),
	);
	return { source, target, needed, whole };
}

/** The nodes for which `holds` is true; it is told for which of those below a node it is. */
function fromBelow(
	{ nodes }: MirrorTree,
	holds: (node: TreeNode, found: ReadonlySet<TreeNode>) => boolean,
): Set<TreeNode> {
	const found = new Set<TreeNode>();
	for (const node of nodes.toReversed()) if (holds(node, found)) found.add(node);
	return found;
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
