import { subtree, type TreeNode } from './mirrorTree';
import type { DeleteEntry, DeletionReason, MirrorEntry } from './types';

/* What is deleted: what is of the other kind, and the topmost of what is extra. */

/** Whether a node counts for the limits: files, and folders without anything in them. */
export const isLeaf = ({ dir, children }: TreeNode): boolean => !dir || children.length === 0;

/** A deletion, and how much of what counts for the limits it takes away. */
export interface Deletion {
	readonly change: DeleteEntry;
	readonly leaves: number;
}

/** The deletion of a node with everything in it but what was moved away before. */
export function deletionOf(top: TreeNode, reason: DeletionReason, moved: ReadonlySet<TreeNode>): Deletion {
	let [files, folders, bytes, leaves] = [0, 0, 0, 0];
	const contents: MirrorEntry[] = [];
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
