import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { compileEntryFilter, type EntryFilter } from '../../../protocol/tree/entryFilter';
import { baseName } from '../../../protocol/wire/paths';
import { type MirrorTrees, subtree, type TreeNode, treesOf } from './mirrorTree';
import type { Conflict, DeleteEntry, KeepFile, MirrorInput } from './types';

/* What files and folders contain, as numbers that can be compared. */

/** What a file or folder contains. */
export interface Contents {
	/** The same for equal contents only; undefined where the service does not show the SHA1 of a file in it. */
	readonly id: number | undefined;
	/** Files in it, itself included. */
	readonly files: number;
	/** Files and folders in it, itself included. */
	readonly entries: number;
}

type Child = readonly [name: string, contents: Contents];

/** The content of a folder in words. No name contains a slash, and no file has a word that begins with one. */
function ofFolder(children: readonly Child[]): string | undefined {
	if (children.some(([, { id }]) => id === undefined)) return undefined;
	return `/${children
		.map(([name, { id }]) => `${name}/${id}`)
		.sort()
		.join('/')}`;
}

/**
 * The contents of nodes, which are parents first; what is below one of them and not among them does not count.
 * `numbers` are shared by all calls whose results are compared.
 */
export function* contentsOf(nodes: readonly TreeNode[], numbers: Map<string, number>): Steps<Map<TreeNode, Contents>> {
	const found = new Map<TreeNode, Contents>();
	const total = (children: readonly Child[], what: 'files' | 'entries'): number =>
		children.reduce((sum, [, contents]) => sum + contents[what], 0);
	yield* inSteps(nodes.toReversed(), (node) => {
		const children = node.children.flatMap((child): Child[] => {
			const contents = found.get(child);
			return contents ? [[baseName(child.path), contents]] : [];
		});
		// Undefined where the service does not show the SHA1 of a file.
		const ofFile = node.filehash === '' ? undefined : `${node.filesize} ${node.filehash}`;
		const words = node.dir ? ofFolder(children) : ofFile;
		if (words !== undefined && !numbers.has(words)) numbers.set(words, numbers.size);
		found.set(node, {
			id: words === undefined ? undefined : numbers.get(words),
			files: total(children, 'files') + (node.dir ? 0 : 1),
			entries: total(children, 'entries') + 1,
		});
	});
	return found;
}

/** What is mirrored of the two folders. */
export interface MirrorFilter extends EntryFilter {
	/** 1 is what is in the folder itself, 2 also what is in its subfolders; all levels when absent. */
	readonly maxDepth?: number;
}

/** Compiles the filters of the form into the `wants` of a plan. Throws what `checkEntryFilter` throws. */
export function wantedBy({ maxDepth = Infinity, ...filter }: MirrorFilter): (entry: ListedEntry) => boolean {
	const passes = compileEntryFilter(filter);
	return ({ path, dir, filesize, modified }) =>
		path.split('/').length <= maxDepth && passes({ dir: dir ? 1 : 0, filesize, last_dateline: modified }, path);
}

/* What differs between source and target, before it is decided what to do about it. */

type ShownContent = Pick<ListedEntry, 'filesize' | 'filehash'>;

/**
 * Whether two files are the same, as far as the service shows it; undefined where it shows neither the sizes nor the
 * SHA1 of both.
 */
export function isSameContent(a: ShownContent, b: ShownContent): boolean | undefined {
	const areSizesShown = a.filesize !== undefined && b.filesize !== undefined;
	if (!areSizesShown && !comparable(a, b)) return undefined;
	return (!areSizesShown || a.filesize === b.filesize) && (!comparable(a, b) || a.filehash === b.filehash);
}

const comparable = (a: ShownContent, b: ShownContent): boolean => a.filehash !== '' && b.filehash !== '';

/** Why a file of the target stays although it differs; undefined where it goes. Equal seconds are not newer. */
function reasonToKeep(
	{ modified: wanted }: TreeNode,
	{ modified: current }: TreeNode,
): KeepFile['because'] | undefined {
	if (wanted === undefined || current === undefined) return 'timesUnknown';
	return current > wanted ? 'targetNewer' : undefined;
}

/** What differs between two trees. Lists are in the order of paths. */
export class TreeComparison {
	/** Entries of the source that the target does not have, or has of the other kind (`otherKind`). */
	readonly missing: TreeNode[] = [];
	/** Files of the source that the target has with another content. */
	readonly different: TreeNode[] = [];
	readonly conflicts: Conflict[] = [];
	/** Files of the target that differ and stay. */
	readonly kept: KeepFile[] = [];
	/** Entries of the target that make way for one of the other kind. */
	readonly otherKind: TreeNode[] = [];
	/** Entries of the target that the source does not have; none unless `deleteExtra`. */
	readonly extra: TreeNode[] = [];
	unchanged = 0;
	sizeOnly = 0;
	/** Nodes of the target about which nothing more is to be decided. */
	private readonly decided = new Set<TreeNode>();
	/** Folders of the source that cannot be there, and what is in them. */
	private readonly impossible = new Set<TreeNode>();

	constructor(
		readonly trees: MirrorTrees,
		private readonly input: MirrorInput,
	) {}

	/** Compares an entry of the source; its folder was compared before. */
	compare(wanted: TreeNode): void {
		const current = this.trees.target.byPath.get(wanted.path);
		if (wanted.parent && this.impossible.has(wanted.parent)) this.impossible.add(wanted);
		else if (!current) this.missing.push(wanted);
		else if (wanted.dir !== current.dir) this.replace(wanted, current);
		else if (!wanted.dir) this.compareFiles(wanted, current);
	}

	/** Looks at an entry of the target when all of the source were compared. */
	lookAt(current: TreeNode): void {
		if (current.wanted && !this.decided.has(current) && !this.trees.source.byPath.has(current.path))
			this.extra.push(current);
	}

	private compareFiles(wanted: TreeNode, current: TreeNode): void {
		const isSame = isSameContent(wanted, current);
		if (isSame) {
			this.unchanged += 1;
			if (!comparable(wanted, current)) this.sizeOnly += 1;
			return;
		}
		const newer = this.input.keepsNewer ? reasonToKeep(wanted, current) : undefined;
		const because = isSame === undefined ? 'contentUnknown' : newer;
		const { path, filesize, filehash } = wanted;
		if (because === undefined) this.different.push(wanted);
		else this.kept.push({ action: 'keep', type: 'file', path, filesize, filehash, because });
	}

	/** A file where a folder is wanted, or the other way round. */
	private replace(wanted: TreeNode, current: TreeNode): void {
		for (const node of subtree(current)) this.decided.add(node);
		if (this.input.deleteExtra && this.trees.whole.has(current)) {
			this.otherKind.push(current);
			this.missing.push(wanted);
			return;
		}
		this.impossible.add(wanted);
		this.conflicts.push({
			...(wanted.dir ? { action: 'create', type: 'folder' } : { action: 'add', type: 'file' }),
			path: wanted.path,
			conflict: this.input.deleteExtra ? 'excluded' : 'deleteExtraOff',
		});
	}
}

/**
 * Compares source and target by path, kind, size and SHA1. What the filter wants of the source is compared whatever the
 * target has there; what only the target has is extra if the filter wants it and the source has nothing of that path,
 * not even something excluded.
 */
export function* compareTrees(input: MirrorInput): Steps<TreeComparison> {
	const trees = yield* treesOf(input);
	const comparison = new TreeComparison(trees, input);
	yield;
	for (const node of trees.source.nodes) if (trees.needed.has(node)) comparison.compare(node);
	yield;
	if (input.deleteExtra) for (const node of trees.target.nodes) comparison.lookAt(node);
	return comparison;
}

/* What is deleted: what is of the other kind, and the topmost of what is extra. */

/** Whether a node counts for the limits: files, and folders without anything in them. */
export const isLeaf = ({ dir, children }: TreeNode): boolean => !dir || children.length === 0;

/** A deletion, and how much of what counts for the limits it takes away. */
export interface Deletion {
	readonly change: DeleteEntry;
	readonly leaves: number;
}

/** The deletion of a node with everything in it but what was moved away before. */
export function deletionOf(top: TreeNode, reason: DeleteEntry['reason'], moved: ReadonlySet<TreeNode>): Deletion {
	let [files, folders, bytes, leaves] = [0, 0, 0, 0];
	const contents: ListedEntry[] = [];
	for (const node of subtree(top)) {
		if (moved.has(node)) continue;
		contents.push(node);
		files += node.dir ? 0 : 1;
		folders += node.dir ? 1 : 0;
		bytes += node.filesize ?? 0;
		leaves += isLeaf(node) ? 1 : 0;
	}
	const type = top.dir ? 'folder' : 'file';
	return { change: { action: 'delete', type, path: top.path, files, folders, bytes, reason, contents }, leaves };
}

/**
 * The topmost nodes of those that are extra: a folder stands for all that is in it, if all of it is to go (`whole`).
 * `extra` are parents first.
 */
export function topmost(extra: readonly TreeNode[], whole: ReadonlySet<TreeNode>): TreeNode[] {
	const removable = new Set(extra.filter((node) => whole.has(node)));
	return extra.filter((node) => removable.has(node) && !(node.parent && removable.has(node.parent)));
}
