import { subtree, treeOf, wholly, withFolders, type MirrorTree, type TreeNode } from './mirrorTree';
import type { Conflict, MirrorInput } from './types';

/* What differs between source and target, before it is decided what to do about it. */

/** What differs between two trees. Lists are in the order of paths. */
export interface Comparison {
	readonly source: MirrorTree;
	readonly target: MirrorTree;
	/** Entries of the source that the target does not have, or has of the other kind (`otherKind`). */
	readonly missing: readonly TreeNode[];
	/** Files of the source that the target has with another content. */
	readonly different: readonly TreeNode[];
	readonly conflicts: readonly Conflict[];
	/** Entries of the target that make way for one of the other kind. */
	readonly otherKind: readonly TreeNode[];
	/** Entries of the target that the source does not have; none unless `deleteExtra`. */
	readonly extra: readonly TreeNode[];
	/** Nodes of the target of which everything is wanted by the filter. */
	readonly whole: ReadonlySet<TreeNode>;
	readonly unchanged: number;
	readonly sizeOnly: number;
}

/** Whether two files are the same, as far as the service shows it. */
const sameContent = (a: TreeNode, b: TreeNode): boolean =>
	a.filesize === b.filesize && (!comparable(a, b) || a.filehash.toLowerCase() === b.filehash.toLowerCase());

const comparable = (a: TreeNode, b: TreeNode): boolean => a.filehash !== '' && b.filehash !== '';

const FOLDER = { action: 'create', type: 'folder' } as const;
const FILE = { action: 'add', type: 'file' } as const;

class Comparing {
	readonly missing: TreeNode[] = [];
	readonly different: TreeNode[] = [];
	readonly conflicts: Conflict[] = [];
	readonly otherKind: TreeNode[] = [];
	/** Nodes of the target about which nothing more is to be decided. */
	readonly settled = new Set<TreeNode>();
	unchanged = 0;
	sizeOnly = 0;
	/** Folders of the source that cannot be there, and what is in them. */
	private readonly impossible = new Set<TreeNode>();

	constructor(
		private readonly whole: ReadonlySet<TreeNode>,
		private readonly deleteExtra: boolean,
	) {}

	/** Compares an entry of the source; its folder was compared before. */
	compare(wanted: TreeNode, current: TreeNode | undefined): void {
		if (wanted.parent && this.impossible.has(wanted.parent)) this.impossible.add(wanted);
		else if (!current) this.missing.push(wanted);
		else if (wanted.dir !== current.dir) this.replace(wanted, current);
		else if (!wanted.dir) this.compareFiles(wanted, current);
	}

	private compareFiles(wanted: TreeNode, current: TreeNode): void {
		if (!sameContent(wanted, current)) this.different.push(wanted);
		else {
			this.unchanged += 1;
			if (!comparable(wanted, current)) this.sizeOnly += 1;
		}
	}

	/** A file where a folder is wanted, or the other way round. */
	private replace(wanted: TreeNode, current: TreeNode): void {
		for (const node of subtree(current)) this.settled.add(node);
		if (this.deleteExtra && this.whole.has(current)) {
			this.otherKind.push(current);
			this.missing.push(wanted);
			return;
		}
		this.impossible.add(wanted);
		const conflict = this.deleteExtra ? 'excluded' : 'deleteExtraOff';
		const wouldBe = wanted.dir ? FOLDER : FILE;
		this.conflicts.push({ ...wouldBe, path: wanted.path, conflict });
	}
}

/**
 * Compares source and target by path, kind, size and SHA1. What the filter wants of the source is compared whatever the
 * target has there; what only the target has is extra if the filter wants it and the source has nothing of that path,
 * not even something excluded.
 */
export function compareTrees({ source: from, target: to, wants, deleteExtra }: MirrorInput): Comparison {
	const [source, target] = [treeOf(from, wants), treeOf(to, wants)];
	const whole = wholly(target, ({ wanted }) => wanted);
	const needed = withFolders(source, ({ wanted }) => wanted);
	const comparing = new Comparing(whole, deleteExtra);
	for (const node of source.nodes) if (needed.has(node)) comparing.compare(node, target.byPath.get(node.path));
	const isExtra = (node: TreeNode): boolean =>
		node.wanted && !comparing.settled.has(node) && !source.byPath.has(node.path);
	const { missing, different, conflicts, otherKind, unchanged, sizeOnly } = comparing;
	const extra = deleteExtra ? target.nodes.filter(isExtra) : [];
	return { source, target, whole, missing, different, conflicts, otherKind, extra, unchanged, sizeOnly };
}
