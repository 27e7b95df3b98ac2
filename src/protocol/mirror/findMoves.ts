import { baseName, parentPath } from '../wire/paths';
import { contentsOf, type Contents } from './contents';
import { subtree, type TreeNode } from './mirrorTree';
import type { MoveReach } from './types';

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
interface Group {
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
function groupsOf(missing: readonly TreeNode[], extra: readonly TreeNode[]): Group[] {
	const numbers = new Map<string, number>();
	const groups = new Map<number, Group>();
	const sort = (nodes: readonly TreeNode[], side: 'missing' | 'extra'): void => {
		const contents = contentsOf(nodes, numbers);
		for (const node of nodes) {
			const found = contents.get(node)!;
			// Folders without a file are all alike: that one is gone and another one is there means nothing.
			if (found.id === undefined || found.files === 0) continue;
			const group = groups.get(found.id) ?? { missing: [], extra: [], contents: found };
			groups.set(found.id, group);
			group[side].push(node);
		}
	};
	sort(missing, 'missing');
	sort(extra, 'extra');
	return [...groups.values()]
		.filter((group) => group.missing.length > 0 && group.extra.length > 0)
		.sort((a, b) => b.contents.entries - a.contents.entries);
}

/** Pairs nodes that are alike, each once, in the order of `missing`. */
function pairsOf(missing: readonly TreeNode[], extra: readonly TreeNode[], reach: MoveReach): Pair[] {
	const [pairs, used] = [[] as Pair[], new Set<TreeNode>()];
	for (const likeness of likenesses(reach)) {
		const waiting = new Map<string, TreeNode[]>();
		for (const node of extra.filter((each) => !used.has(each)).toReversed()) {
			const same = waiting.get(likeness(node));
			if (same) same.push(node);
			else waiting.set(likeness(node), [node]);
		}
		for (const node of missing.filter((each) => !used.has(each))) {
			const found = waiting.get(likeness(node))?.pop();
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
export function findMoves(missing: readonly TreeNode[], extra: readonly TreeNode[], reach: MoveReach): Pair[] {
	const taken = new Set<TreeNode>();
	const isFree = (node: TreeNode): boolean => !taken.has(node);
	return groupsOf(missing, extra).flatMap((group) => {
		const pairs = pairsOf(group.missing.filter(isFree), group.extra.filter(isFree), reach);
		for (const pair of pairs)
			for (const top of [pair.missing, pair.extra]) for (const node of subtree(top)) taken.add(node);
		return pairs;
	});
}
