import { baseName, joinPath, parentPath } from '../wire/paths';
import { deletionOf } from './deletions';
import { treeOf, wholly, withFolders, type TreeNode } from './mirrorTree';
import type { MirrorAction, MirrorEntry, MirrorInput } from './types';

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

function renameOf(node: TreeNode, from: string, path: string): MirrorAction {
	const { files, folders, bytes } = deletionOf(node, 'notInSource', new Set()).change;
	if (node.dir) return { action: 'move', type: 'folder', from, path, files, folders, bytes };
	const { filesize, filehash } = node;
	return { action: 'move', type: 'file', from, path, sourcePath: path, filesize, filehash };
}

/**
 * Files and folders of the target whose names are written otherwise in the source; none unless `deleteExtra`. Where a
 * folder has two names that differ only in case, the service tells them apart, and nothing is to be done here.
 */
export function renamedByCase({ source: from, target: to, wants, deleteExtra }: MirrorInput): CaseRenames {
	if (!deleteExtra) return { stages: [], target: to };
	const [source, target] = [treeOf(from, wants), treeOf(to, wants)];
	const [inSource, inTarget] = [uniqueByName(source.nodes), new Set(uniqueByName(target.nodes).values())];
	const whole = wholly(target, ({ wanted }) => wanted);
	const needed = withFolders(source, ({ wanted }) => wanted);
	const stages = new Map<number, MirrorAction[]>();
	const paths = new Map<TreeNode, string>();
	for (const node of target.nodes) {
		const folder = node.parent ? paths.get(node.parent)! : parentPath(node.path);
		const path = joinPath(folder, baseName(node.path));
		const wanted = inTarget.has(node) && whole.has(node) ? inSource.get(keyOf(folder, path)) : undefined;
		const isRenamed = wanted && needed.has(wanted) && wanted.dir === node.dir && wanted.path !== path;
		paths.set(node, isRenamed ? wanted.path : path);
		if (!isRenamed) continue;
		const level = path.split('/').length;
		stages.set(level, [...(stages.get(level) ?? []), renameOf(node, path, wanted.path)]);
	}
	return {
		stages: [...stages].sort(([a], [b]) => a - b).map(([, stage]) => stage),
		target: target.nodes.map((node) => ({ ...entryOf(node), path: paths.get(node)! })),
	};
}

const entryOf = ({ wanted: _, parent: _parent, children: _children, ...entry }: TreeNode): MirrorEntry => entry;
