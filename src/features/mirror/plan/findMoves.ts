import { groupBy, type Steps } from '../../../protocol/plan/inSteps';
import { baseName, joinPath, parentPath } from '../../../protocol/wire/paths';
import { type Contents, contentsOf, deletionOf } from './compareTrees';
import { byLevel, subtree, type TreeNode, treesOf } from './mirrorTree';
import type { MirrorAction, MirrorEntry, MirrorInput, MoveReach } from './types';

/*
 * Renames, found by content: what is missing in the target and what is extra there, where one is the other moved. A
 * move is one request, as placing a file is, and saves a deletion; a folder that equals a missing one moves whole.
 */

/** What is missing, and the extra entry that becomes it. */
export interface Pair {
	readonly missing: TreeNode;
	readonly extra: TreeNode;
}

/** Missing and extra entries of one content. */
interface SameContents {
	readonly missing: TreeNode[];
	readonly extra: TreeNode[];
	readonly contents: Contents;
}

/** What two entries of one content may have in common besides, best first: the name, the folder, nothing. */
const LIKENESSES: ReadonlyArray<(node: TreeNode) => string> = [
	({ path }) => baseName(path),
	({ path }) => parentPath(path),
	() => '',
];

const likenesses = (reach: MoveReach): typeof LIKENESSES => (reach === 'anyPath' ? LIKENESSES : LIKENESSES.slice(0, 2));

/** The groups of both sides, largest contents first, so that a folder moves whole before its parts are looked for. */
function* groupsOf(missing: readonly TreeNode[], extra: readonly TreeNode[]): Steps<SameContents[]> {
	const numbers = new Map<string, number>();
	const groups = new Map<number, SameContents>();
	for (const [side, nodes] of [['missing', missing] as const, ['extra', extra] as const]) {
		const found = yield* contentsOf(nodes, numbers);
		for (const node of nodes) {
			const contents = found.get(node)!;
			// Folders without a file are all alike: that one is gone and another one is there means nothing.
			if (contents.id === undefined || contents.files === 0) continue;
			const group = groups.get(contents.id) ?? { missing: [], extra: [], contents };
			groups.set(contents.id, group);
			group[side].push(node);
		}
		yield;
	}
	return [...groups.values()]
		.filter((group) => group.missing.length > 0 && group.extra.length > 0)
		.sort((a, b) => b.contents.entries - a.contents.entries);
}

/** Pairs nodes that are alike, each once, in the order of `missing`. */
function pairsOf(missing: readonly TreeNode[], extra: readonly TreeNode[], reach: MoveReach): Pair[] {
	const [pairs, used] = [[] as Pair[], new Set<TreeNode>()];
	for (const likeness of likenesses(reach)) {
		const waiting = groupBy(extra.filter((each) => !used.has(each)).toReversed(), likeness);
		for (const node of missing) {
			const found = used.has(node) ? undefined : waiting.get(likeness(node))?.pop();
			if (!found) continue;
			pairs.push({ missing: node, extra: found });
			used.add(node).add(found);
		}
	}
	return pairs;
}

/**
 * Pairs entries that are missing in the target with extra ones of the same content. Both are parents first, and extra
 * folders are among them only if all that is in them is, too. No entry of a pair is inside that of another.
 */
export function* findMoves(missing: readonly TreeNode[], extra: readonly TreeNode[], reach: MoveReach): Steps<Pair[]> {
	const taken = new Set<TreeNode>();
	const isFree = (node: TreeNode): boolean => !taken.has(node);
	const found: Pair[][] = [];
	for (const group of yield* groupsOf(missing, extra)) {
		const pairs = pairsOf(group.missing.filter(isFree), group.extra.filter(isFree), reach);
		for (const { missing: from, extra: to } of pairs)
			for (const top of [from, to]) for (const node of subtree(top)) taken.add(node);
		found.push(pairs);
		yield;
	}
	return found.flat();
}

/*
 * Names that differ only in case. A service that takes both for one name must not be told to add the new one and then
 * to delete the old one: it would delete what was just added. Renaming first is right for every service, and takes no
 * more requests.
 */

/** What is renamed before all else, and the target as it is then. */
interface CaseRenames {
	/** A stage for each level: every folder has its new name before what is in it. */
	readonly stages: MirrorAction[][];
	readonly target: readonly MirrorEntry[];
}

/** A name in a folder, whatever its case. */
const keyOf = (folder: string, path: string): string => `${folder}/${baseName(path).toLowerCase()}`;

/** The nodes whose names nothing else in their folder has, whatever the case. */
function uniqueByName(nodes: readonly TreeNode[]): Map<string, TreeNode> {
	const [found, several] = [new Map<string, TreeNode>(), new Set<string>()];
	for (const node of nodes) {
		const key = keyOf(parentPath(node.path), node.path);
		if (found.has(key)) several.add(key);
		found.set(key, node);
	}
	for (const key of several) found.delete(key);
	return found;
}

/** The move of an entry of the target. */
export function moveOf(node: TreeNode, from: string, path: string): MirrorAction {
	const { files, folders, bytes } = deletionOf(node, 'notInSource', new Set()).change;
	if (node.dir) return { action: 'move', type: 'folder', from, path, files, folders, bytes };
	const { filesize, filehash } = node;
	return { action: 'move', type: 'file', from, path, filesize, filehash };
}

/**
 * Files and folders of the target whose names are written otherwise in the source, and the target with the names of the
 * source. They are renamed with `deleteExtra`; without it only a service that ignores case takes both for one. Where a
 * folder has two names that differ only in case, the service tells them apart, and nothing is to be done here.
 */
export function* renamedByCase(input: MirrorInput): Steps<CaseRenames> {
	const { deleteExtra, ignoresCase } = input;
	if (!deleteExtra && !ignoresCase) return { stages: [], target: input.target };
	const { source, target, needed, whole } = yield* treesOf(input);
	const inSource = uniqueByName(source.nodes);
	yield;
	const inTarget = new Set(uniqueByName(target.nodes).values());
	yield;
	const renames: MirrorAction[] = [];
	const paths = new Map<TreeNode, string>();
	for (const node of target.nodes) {
		const folder = node.parent ? paths.get(node.parent)! : parentPath(node.path);
		const path = joinPath(folder, baseName(node.path));
		const other = inTarget.has(node) ? inSource.get(keyOf(folder, path)) : undefined;
		const isRenamed =
			deleteExtra &&
			other &&
			whole.has(node) &&
			needed.has(other) &&
			other.dir === node.dir &&
			other.path !== path;
		paths.set(node, other && (isRenamed || ignoresCase) ? other.path : path);
		if (isRenamed) renames.push(moveOf(node, path, other.path));
	}
	yield;
	const renamed = target.nodes.map((node) => ({ ...entryOf(node), path: paths.get(node)! }));
	return { stages: byLevel(renames), target: renamed };
}

const entryOf = ({ wanted: _, parent: _parent, children: _children, ...entry }: TreeNode): MirrorEntry => entry;
