import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { type Steps, groupBy } from '../../../protocol/plan/inSteps';
import type { Obstacles } from '../../../protocol/plan/plan';
import { defined } from '../../../protocol/wire/json';
import { quoted } from '../../../protocol/wire/libraryError';
import { makePathTree, pathUp, baseName, joinPath, parentPath } from '../../../protocol/wire/paths';
import {
	amountOf,
	compareTrees,
	contentOf,
	type Contents,
	contentsOf,
	type Deletion,
	deletionOf,
	type Difference,
	isLeaf,
} from './compareTrees';
import { byLevel, type MirrorTree, sortedByPath, subtree, type TreeNode, treeOf } from './mirrorTree';
import type { MirrorAction, MirrorChange, MirrorCounts, MirrorInput, MirrorPlan, MoveReach } from './types';

/* Later changes keep away from the paths of a change that was not made: what is in them depends on it. */

/** The paths that a change needs as they are. */
const pathsOf = (change: MirrorChange): string[] => ('from' in change ? [change.path, change.from] : [change.path]);

/** Obstacles that are found in a time that grows with the depth of a path only, however many there are. */
export function makeObstacles(): Obstacles<MirrorChange> {
	/** `inside` is one of the failed paths in a folder. */
	const places = makePathTree((path): { path: string; failed?: true; inside?: string } => ({ path }));
	const obstacleTo = (path: string): string | undefined =>
		places.around(path).find(({ failed }) => failed)?.path ?? places.at(path).inside;
	return {
		add: (change) => {
			for (const path of pathsOf(change)) {
				places.at(path).failed = true;
				for (const folder of pathUp(path)) places.at(folder).inside ??= path;
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

/** All below the entries that move, themselves included. */
const subtrees = (tops: readonly TreeNode[]): Set<TreeNode> => new Set(tops.flatMap((top) => [...subtree(top)]));

/** How the target gets what it does not have: by moves, and otherwise by new folders and files. */
function* additionsOf(
	{ missing, different, extra }: Difference,
	target: MirrorTree,
	{ moves, keepsNewer }: MirrorInput,
): Steps<{ pairs: Pair[]; folders: MirrorAction[][]; files: MirrorAction[] }> {
	const pairs = yield* findMoves(missing, extra, moves);
	const moving = subtrees(pairs.map((pair) => pair.missing));
	const rest = missing.filter((node) => !moving.has(node));
	const [folders, files]: [MirrorAction[], MirrorAction[]] = [[], []];
	yield;
	for (const { missing, extra: node } of pairs) files.push(moveOf(node, node.path, missing.path));
	for (const node of rest)
		if (node.dir) folders.push({ action: 'create', type: 'folder', path: node.path });
		else files.push({ action: 'add', ...contentOf(node) });
	for (const node of different) {
		const replaces = keepsNewer ? target.get(node.path) : undefined;
		files.push({ action: 'update', ...contentOf(node), ...defined({ replaces }) });
	}
	return { pairs, folders: byLevel(folders), files: yield* sortedByPath(files) };
}

const countsOf = (
	source: MirrorTree,
	target: MirrorTree,
	{ unchanged, sizeOnly }: Difference,
	deletions: readonly Deletion[],
): MirrorCounts => ({
	unchanged,
	sizeOnly,
	excluded: [...source.values()].filter(({ dir, wanted }) => !dir && !wanted).length,
	existing: [...target.values()].filter((node) => node.wanted && isLeaf(node)).length,
	deleted: deletions.reduce((sum, { contents }) => sum + contents.filter(isLeaf).length, 0),
});

/**
 * Plans the changes that make the target equal to the source, as far as the filter wants it: when they have been made,
 * a second plan is empty, and so it is after any interruption and the rest. Each change is one request; nothing in a
 * stage depends on anything else in it. Takes a time in proportion to the entries (and to their sorting), and yields
 * after each look at all of them.
 */
export function* planMirror(input: MirrorInput): Steps<MirrorPlan> {
	const { wants, mustStay = () => false } = input;
	const mayChange = (entry: ListedEntry): boolean => wants(entry) && !mustStay(entry);
	const source = yield* treeOf(input.source, wants);
	const read = yield* treeOf(input.target, mayChange);
	const renamed = yield* renamedByCase(source, read, input);
	const target = renamed.target ? yield* treeOf(renamed.target, mayChange) : read;
	const difference = compareTrees(source, target, input);
	yield;
	const { pairs, folders, files } = yield* additionsOf(difference, target, input);
	const makingWay = difference.otherKind.map((node) => deletionOf(node, 'otherKind', new Set()));
	yield;
	// The topmost of what is extra, but what was moved away.
	const moved = subtrees(pairs.map((pair) => pair.extra));
	const extra = new Set(difference.extra);
	const tops = difference.extra.filter((node) => !moved.has(node) && !(node.parent && extra.has(node.parent)));
	const last = tops.map((node) => deletionOf(node, 'notInSource', moved));
	yield;
	const stages: MirrorAction[][] = [
		...renamed.stages,
		makingWay,
		input.targetExists ? [] : [{ action: 'create', type: 'folder', path: '' }],
		...folders,
		files,
		last,
	];
	return {
		stages: stages.filter((stage) => stage.length > 0),
		conflicts: difference.conflicts,
		kept: difference.kept,
		counts: countsOf(source, target, difference, [...makingWay, ...last]),
	};
}

/*
 * Renames, found by content: what is missing in the target and what is extra there, where one is the other moved. A
 * move is one request, as placing a file is, and saves a deletion; a folder that equals a missing one moves whole.
 */

interface Pair {
	readonly missing: TreeNode;
	readonly extra: TreeNode;
}

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

/** The groups of both sides, largest contents first, so that a folder moves whole before its parts are looked for. */
function* groupsOf(missing: readonly TreeNode[], extra: readonly TreeNode[]): Steps<SameContents[]> {
	const groups = new Map<number, SameContents>();
	const found = yield* contentsOf([...missing, ...extra]);
	for (const [side, nodes] of [['missing', missing] as const, ['extra', extra] as const]) {
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
	for (const likeness of LIKENESSES.slice(0, reach === 'anyPath' ? 3 : 2)) {
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
function* findMoves(missing: readonly TreeNode[], extra: readonly TreeNode[], reach: MoveReach): Steps<Pair[]> {
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

/** A name in a folder, whatever its case. */
const keyOf = (folder: string, path: string): string => `${folder}/${baseName(path).toLowerCase()}`;

/** The nodes whose names nothing else in their folder has, whatever the case. */
function uniqueByName(nodes: Iterable<TreeNode>): Map<string, TreeNode> {
	const [found, several] = [new Map<string, TreeNode>(), new Set<string>()];
	for (const node of nodes) {
		const key = keyOf(parentPath(node.path), node.path);
		if (found.has(key)) several.add(key);
		found.set(key, node);
	}
	for (const key of several) found.delete(key);
	return found;
}

function moveOf(node: TreeNode, from: string, path: string): MirrorAction {
	if (node.dir) return { action: 'move', type: 'folder', from, path, ...amountOf([...subtree(node)]) };
	return { action: 'move', from, ...contentOf(node), path };
}

/**
 * Files and folders of the target whose names are written otherwise in the source. They are renamed with `deleteExtra`;
 * without it only a service that ignores case takes both for one. Where a folder has two names that differ only in
 * case, the service tells them apart, and nothing is to be done here. A stage for each level, and the target with the
 * names of the source, unless it has them.
 */
function* renamedByCase(
	source: MirrorTree,
	target: MirrorTree,
	{ deleteExtra, ignoresCase }: MirrorInput,
): Steps<{ stages: MirrorAction[][]; target?: readonly ListedEntry[] }> {
	if (!deleteExtra && !ignoresCase) return { stages: [] };
	const inSource = uniqueByName(source.values());
	yield;
	const inTarget = new Set(uniqueByName(target.values()).values());
	yield;
	const renames: MirrorAction[] = [];
	const paths = new Map<TreeNode, string>();
	let differs = false;
	for (const node of target.values()) {
		const folder = node.parent ? paths.get(node.parent)! : parentPath(node.path);
		const path = joinPath(folder, baseName(node.path));
		const other = inTarget.has(node) ? inSource.get(keyOf(folder, path)) : undefined;
		const isRenamed =
			deleteExtra && other && node.whole && other.needed && other.dir === node.dir && other.path !== path;
		const wanted = other && (isRenamed || ignoresCase) ? other.path : path;
		paths.set(node, wanted);
		differs ||= wanted !== node.path;
		if (isRenamed) renames.push(moveOf(node, path, other.path));
	}
	yield;
	const renamed = differs ? Array.from(paths, ([node, path]) => ({ ...node, path })) : undefined;
	return { stages: byLevel(renames), ...defined({ target: renamed }) };
}
