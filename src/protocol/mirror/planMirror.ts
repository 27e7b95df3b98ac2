import type { Obstacles } from '../plan/plan';
import { quoted } from '../wire/quoted';
import type {
	DeleteEntry,
	DeletionReason,
	MirrorAction,
	MirrorChange,
	MirrorCounts,
	MirrorInput,
	MirrorPlan,
	MoveReach,
} from './types';
import { inPathOrder, subtree, type TreeNode } from './mirrorTree';
import { compareTrees, type Comparison } from './compareTrees';
import { findMoves, type Pair, renamedByCase } from './findMoves';

/* Later changes keep away from the paths of a change that was not made: what is in them depends on it. */

/** The path itself and every folder around it, the mirrored one ('') included. */
function* around(path: string): Generator<string> {
	for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
	yield '';
}

/** The paths that a change needs as they are. */
const pathsOf = (change: MirrorChange): string[] => ('from' in change ? [change.path, change.from] : [change.path]);

/** Obstacles that are found in a time that grows with the depth of a path only, however many there are. */
export function makeObstacles(): Obstacles<MirrorChange> {
	const failed = new Set<string>();
	/** For each folder around a failed path: one of the failed paths in it. */
	const inside = new Map<string, string>();
	const obstacleTo = (path: string): string | undefined => {
		for (const folder of around(path)) if (failed.has(folder)) return folder;
		return inside.get(path);
	};
	return {
		add: (change) => {
			for (const path of pathsOf(change)) {
				failed.add(path);
				for (const folder of around(path)) if (!inside.has(folder)) inside.set(folder, path);
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

/* What is deleted: what is of the other kind, and the topmost of what is extra. */

/** Whether a node counts for the limits: files, and folders without anything in them. */
const isLeaf = ({ dir, children }: TreeNode): boolean => !dir || children.length === 0;

/** A deletion, and how much of what counts for the limits it takes away. */
interface Deletion {
	readonly change: DeleteEntry;
	readonly leaves: number;
}

/** The deletion of a node with everything in it but what was moved away before. */
export function deletionOf(top: TreeNode, reason: DeletionReason, moved: ReadonlySet<TreeNode>): Deletion {
	let [files, folders, bytes, leaves] = [0, 0, 0, 0];
	for (const node of subtree(top)) {
		if (moved.has(node)) continue;
		files += node.dir ? 0 : 1;
		folders += node.dir ? 1 : 0;
		bytes += node.dir ? 0 : node.filesize;
		leaves += isLeaf(node) ? 1 : 0;
	}
	const type = top.dir ? 'folder' : 'file';
	return { change: { action: 'delete', type, path: top.path, files, folders, bytes, reason }, leaves };
}

/**
 * The topmost nodes of those that are extra: a folder stands for all that is in it, if all of it is to go (`whole`).
 * `extra` are parents first.
 */
function topmost(extra: readonly TreeNode[], whole: ReadonlySet<TreeNode>): TreeNode[] {
	const removable = new Set(extra.filter((node) => whole.has(node)));
	return extra.filter((node) => removable.has(node) && !(node.parent && removable.has(node.parent)));
}

/* Which changes make one folder equal to another, in which order. */

const contentOf = ({ path, filesize, filehash }: TreeNode) =>
	({ type: 'file', path, filesize, filehash, sourcePath: path }) as const;

function moveOf({ missing, extra }: Pair): MirrorAction {
	if (!missing.dir) return { action: 'move', from: extra.path, ...contentOf(missing) };
	const { files, folders, bytes } = deletionOf(extra, 'notInSource', new Set()).change;
	return { action: 'move', type: 'folder', from: extra.path, path: missing.path, files, folders, bytes };
}

/** Folders to create, a stage for each level: every folder is there before what is in it. */
function levelsOf(folders: readonly TreeNode[]): MirrorAction[][] {
	const levels = new Map<number, MirrorAction[]>();
	for (const { path } of folders) {
		const level = path.split('/').length;
		const stage = levels.get(level) ?? [];
		levels.set(level, stage);
		stage.push({ action: 'create', type: 'folder', path });
	}
	return [...levels.entries()].sort(([a], [b]) => a - b).map(([, stage]) => stage);
}

/** All below the entries that move, themselves included. */
const subtrees = (tops: readonly TreeNode[]): Set<TreeNode> => new Set(tops.flatMap((top) => [...subtree(top)]));

/** How the target gets what it does not have: by moves, and otherwise by new folders and files. */
function additionsOf({ missing, different, extra, whole }: Comparison, reach: MoveReach) {
	const pairs = findMoves(
		missing,
		extra.filter((node) => whole.has(node)),
		reach,
	);
	const moving = subtrees(pairs.map((pair) => pair.missing));
	const rest = missing.filter((node) => !moving.has(node));
	const files: MirrorAction[] = [
		...pairs.map(moveOf),
		...rest.filter(({ dir }) => !dir).map((node) => ({ action: 'add' as const, ...contentOf(node) })),
		...different.map((node) => ({ action: 'update' as const, ...contentOf(node) })),
	];
	return { pairs, folders: levelsOf(rest.filter(({ dir }) => dir)), files: inPathOrder(files) };
}

/** What is deleted at last: all that is extra, but what was moved away. */
function finalDeletions({ extra, whole }: Comparison, pairs: readonly Pair[]): Deletion[] {
	const moved = subtrees(pairs.map((pair) => pair.extra));
	return topmost(extra, whole)
		.filter((node) => !moved.has(node))
		.map((node) => deletionOf(node, 'notInSource', moved));
}

function countsOf({ source, target, unchanged, sizeOnly }: Comparison, deletions: readonly Deletion[]): MirrorCounts {
	return {
		unchanged,
		sizeOnly,
		excluded: source.nodes.filter(({ dir, wanted }) => !dir && !wanted).length,
		existing: target.nodes.filter((node) => node.wanted && isLeaf(node)).length,
		deleted: deletions.reduce((sum, { leaves }) => sum + leaves, 0),
	};
}

/**
 * Plans the changes that make the target equal to the source, as far as the filter wants it: when they have been made,
 * a second plan is empty, and so it is after any interruption and the rest. Each change is one request; nothing in a
 * stage depends on anything else in it. Takes a time in proportion to the entries (and to their sorting).
 */
export function planMirror(input: MirrorInput): MirrorPlan {
	const renamed = renamedByCase(input);
	const comparison = compareTrees({ ...input, target: renamed.target });
	const { pairs, folders, files } = additionsOf(comparison, input.moves);
	const makingWay = comparison.otherKind.map((node) => deletionOf(node, 'otherKind', new Set()));
	const last = finalDeletions(comparison, pairs);
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
		counts: countsOf(comparison, [...makingWay, ...last]),
	};
}
