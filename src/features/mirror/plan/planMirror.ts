import type { Steps } from '../../../protocol/plan/inSteps';
import type { Obstacles } from '../../../protocol/plan/plan';
import { defined } from '../../../protocol/wire/json';
import { quoted } from '../../../protocol/wire/libraryError';
import { pathUp } from '../../../protocol/wire/paths';
import { compareTrees, type Deletion, deletionOf, isLeaf, topmost, type TreeComparison } from './compareTrees';
import { findMoves, moveOf, type Pair, renamedByCase } from './findMoves';
import { byLevel, sortedByPath, subtree, type TreeNode } from './mirrorTree';
import type { MirrorAction, MirrorChange, MirrorCounts, MirrorInput, MirrorPlan } from './types';

/* Later changes keep away from the paths of a change that was not made: what is in them depends on it. */

/** The paths that a change needs as they are. */
const pathsOf = (change: MirrorChange): string[] => ('from' in change ? [change.path, change.from] : [change.path]);

/** Obstacles that are found in a time that grows with the depth of a path only, however many there are. */
export function makeObstacles(): Obstacles<MirrorChange> {
	const failed = new Set<string>();
	/** For each folder around a failed path: one of the failed paths in it. */
	const inside = new Map<string, string>();
	const obstacleTo = (path: string): string | undefined => {
		for (const folder of pathUp(path)) if (failed.has(folder)) return folder;
		return inside.get(path);
	};
	return {
		add: (change) => {
			for (const path of pathsOf(change)) {
				failed.add(path);
				for (const folder of pathUp(path)) if (!inside.has(folder)) inside.set(folder, path);
			}
		},
		to: (change) => {
			const [obstacle] = pathsOf(change).flatMap((path) => obstacleTo(path) ?? []);
			if (obstacle === undefined) return undefined;
			return obstacle === ''
				? 'the target folder could not be created'
				: `an earlier change of ${quoted(obstacle)} was not made`;
		},
	};
}

/* Which changes make one folder equal to another, in which order. */

const contentOf = ({ path, filesize, filehash }: TreeNode) => ({ type: 'file', path, filesize, filehash }) as const;

/** All below the entries that move, themselves included. */
const subtrees = (tops: readonly TreeNode[]): Set<TreeNode> => new Set(tops.flatMap((top) => [...subtree(top)]));

/** How the target gets what it does not have: by moves, and otherwise by new folders and files. */
function* additionsOf(
	{ missing, different, extra, trees: { whole, target } }: TreeComparison,
	{ moves, keepsNewer }: MirrorInput,
): Steps<{ pairs: Pair[]; folders: MirrorAction[][]; files: MirrorAction[] }> {
	const movable = extra.filter((node) => whole.has(node));
	const pairs = yield* findMoves(missing, movable, moves);
	const moving = subtrees(pairs.map((pair) => pair.missing));
	const rest = missing.filter((node) => !moving.has(node));
	const [folders, files]: [MirrorAction[], MirrorAction[]] = [[], []];
	yield;
	for (const { missing, extra: node } of pairs) files.push(moveOf(node, node.path, missing.path));
	for (const node of rest)
		if (node.dir) folders.push({ action: 'create', type: 'folder', path: node.path });
		else files.push({ action: 'add', ...contentOf(node) });
	for (const node of different) {
		const replaces = keepsNewer ? target.byPath.get(node.path) : undefined;
		files.push({ action: 'update', ...contentOf(node), ...defined({ replaces }) });
	}
	return { pairs, folders: byLevel(folders), files: yield* sortedByPath(files) };
}

/** What is deleted at last: all that is extra, but what was moved away. */
function finalDeletions({ extra, trees: { whole } }: TreeComparison, pairs: readonly Pair[]): Deletion[] {
	const moved = subtrees(pairs.map((pair) => pair.extra));
	const tops = topmost(extra, whole).filter((node) => !moved.has(node));
	return tops.map((node) => deletionOf(node, 'notInSource', moved));
}

function countsOf({ trees, unchanged, sizeOnly }: TreeComparison, deletions: readonly Deletion[]): MirrorCounts {
	return {
		unchanged,
		sizeOnly,
		excluded: trees.source.nodes.filter(({ dir, wanted }) => !dir && !wanted).length,
		existing: trees.target.nodes.filter((node) => node.wanted && isLeaf(node)).length,
		deleted: deletions.reduce((sum, { leaves }) => sum + leaves, 0),
	};
}

/**
 * Plans the changes that make the target equal to the source, as far as the filter wants it: when they have been made,
 * a second plan is empty, and so it is after any interruption and the rest. Each change is one request; nothing in a
 * stage depends on anything else in it. Takes a time in proportion to the entries (and to their sorting), and yields
 * after each look at all of them.
 */
export function* planMirror(input: MirrorInput): Steps<MirrorPlan> {
	const renamed = yield* renamedByCase(input);
	const comparison = yield* compareTrees({ ...input, target: renamed.target });
	const { pairs, folders, files } = yield* additionsOf(comparison, input);
	const makingWay = comparison.otherKind.map((node) => deletionOf(node, 'otherKind', new Set()));
	yield;
	const last = finalDeletions(comparison, pairs);
	yield;
	const stages: MirrorAction[][] = [
		...renamed.stages,
		makingWay.map(({ change }) => change),
		input.targetExists ? [] : [{ action: 'create', type: 'folder', path: '' }],
		...folders,
		files,
		last.map(({ change }) => change),
	];
	return {
		stages: stages.filter((stage) => stage.length > 0),
		conflicts: comparison.conflicts,
		kept: comparison.kept,
		counts: countsOf(comparison, [...makingWay, ...last]),
	};
}
