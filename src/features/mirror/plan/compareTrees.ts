import type { ListedEntry } from '../../../protocol/tree/listedEntry';
import { inSteps, type Steps } from '../../../protocol/plan/inSteps';
import { compileEntryFilter, type EntryFilter } from '../../../protocol/tree/entryFilter';
import { baseName } from '../../../protocol/wire/paths';
import { type MirrorTree, subtree, type TreeNode } from './mirrorTree';
import type { Amount, Conflict, DeleteEntry, KeepFile, MirrorInput } from './types';

/* What files and folders contain, as numbers that can be compared. */

/** What a file or folder contains. */
export interface Contents {
	readonly name: string;
	/** The same for equal contents only; undefined where the service does not show the SHA1 of a file in it. */
	readonly id: number | undefined;
	/** Files in it, itself included. */
	readonly files: number;
	/** Files and folders in it, itself included. */
	readonly entries: number;
}

/** A content in words. No name contains a slash, and no file has a word that begins with one. */
function inWords({ dir, filesize, filehash }: TreeNode, inside: readonly Contents[]): string | undefined {
	if (!dir) return filehash === '' ? undefined : `${filesize} ${filehash}`;
	if (inside.some(({ id }) => id === undefined)) return undefined;
	const words = inside.map(({ name, id }) => `${name}/${id}`);
	return `/${words.sort().join('/')}`;
}

/** The contents of nodes, which are parents first; what is below one of them and not among them does not count. */
export function* contentsOf(nodes: readonly TreeNode[]): Steps<Map<TreeNode, Contents>> {
	const numbers = new Map<string, number>();
	const found = new Map<TreeNode, Contents>();
	yield* inSteps(nodes.toReversed(), (node) => {
		const inside = node.children.flatMap((child) => found.get(child) ?? []);
		const words = inWords(node, inside);
		if (words !== undefined && !numbers.has(words)) numbers.set(words, numbers.size);
		found.set(node, {
			name: baseName(node.path),
			id: words === undefined ? undefined : numbers.get(words),
			files: inside.reduce((sum, { files }) => sum + files, node.dir ? 0 : 1),
			entries: inside.reduce((sum, { entries }) => sum + entries, 1),
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

/** What a list shows of a content. */
export type ShownContent = Pick<ListedEntry, 'filesize' | 'filehash'>;

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
export interface Difference {
	/** Entries of the source that the target does not have, or has of the other kind (`otherKind`). */
	readonly missing: TreeNode[];
	/** Files of the source that the target has with another content. */
	readonly different: TreeNode[];
	readonly conflicts: Conflict[];
	/** Files of the target that differ and stay. */
	readonly kept: KeepFile[];
	/** Entries of the target that make way for one of the other kind. */
	readonly otherKind: TreeNode[];
	/** Entries of the target that the source does not have, and that may go whole; none unless `deleteExtra`. */
	readonly extra: TreeNode[];
	unchanged: number;
	sizeOnly: number;
}

/**
 * Compares source and target by path, kind, size and SHA1. What the filter wants of the source is compared whatever the
 * target has there; what only the target has is extra if the filter wants it and the source has nothing of that path,
 * not even something excluded.
 */
export function compareTrees(
	source: MirrorTree,
	target: MirrorTree,
	{ deleteExtra, keepsNewer = false }: Pick<MirrorInput, 'deleteExtra' | 'keepsNewer'>,
): Difference {
	const found: Difference = {
		missing: [],
		different: [],
		conflicts: [],
		kept: [],
		otherKind: [],
		extra: [],
		unchanged: 0,
		sizeOnly: 0,
	};
	/** Nodes about which no more is decided: of the source, what cannot be there; of the target, what makes way. */
	const settled = new Set<TreeNode>();
	const isSettled = (node: TreeNode): boolean => {
		if (node.parent && settled.has(node.parent)) settled.add(node);
		return settled.has(node);
	};
	for (const wanted of source.values()) {
		if (!wanted.needed || isSettled(wanted)) continue;
		const current = target.get(wanted.path);
		if (!current) found.missing.push(wanted);
		else if (wanted.dir !== current.dir) {
			settled.add(current);
			if (deleteExtra && current.whole) {
				found.otherKind.push(current);
				found.missing.push(wanted);
			} else {
				settled.add(wanted);
				found.conflicts.push(conflictOf(wanted, deleteExtra));
			}
		} else if (!wanted.dir) compareFiles(found, wanted, current, keepsNewer);
	}
	if (deleteExtra)
		for (const current of target.values())
			if (!isSettled(current) && current.whole && !source.has(current.path)) found.extra.push(current);
	return found;
}

const conflictOf = ({ dir, path }: TreeNode, deleteExtra: boolean): Conflict => ({
	...(dir ? { action: 'create', type: 'folder' } : { action: 'add', type: 'file' }),
	path,
	conflict: deleteExtra ? 'excluded' : 'deleteExtraOff',
});

/** A file of the source as a change of the target has it. */
export const contentOf = ({ path, filesize, filehash }: TreeNode) =>
	({ type: 'file', path, filesize, filehash }) as const;

function compareFiles(found: Difference, wanted: TreeNode, current: TreeNode, keepsNewer: boolean): void {
	const isSame = isSameContent(wanted, current);
	if (isSame) {
		found.unchanged += 1;
		if (!comparable(wanted, current)) found.sizeOnly += 1;
		return;
	}
	const newer = keepsNewer ? reasonToKeep(wanted, current) : undefined;
	const because = isSame === undefined ? 'contentUnknown' : newer;
	if (because === undefined) found.different.push(wanted);
	else found.kept.push({ action: 'keep', ...contentOf(wanted), because });
}

/* What is deleted: what is of the other kind, and the topmost of what is extra. */

/** Whether a node counts for the limits: files, and folders without anything in them. */
export const isLeaf = ({ dir, children }: TreeNode): boolean => !dir || children.length === 0;

/** How many files, folders and bytes these are. */
export const amountOf = (nodes: readonly TreeNode[]): Amount => {
	const files = nodes.filter(({ dir }) => !dir).length;
	const bytes = nodes.reduce((sum, { filesize = 0 }) => sum + filesize, 0);
	return { files, folders: nodes.length - files, bytes };
};

/** A deletion, with nodes of the target. */
export interface Deletion extends DeleteEntry {
	readonly contents: readonly TreeNode[];
}

/** The deletion of a node with everything in it but what was moved away before. */
export function deletionOf(top: TreeNode, reason: DeleteEntry['reason'], moved: ReadonlySet<TreeNode>): Deletion {
	const contents = [...subtree(top)].filter((node) => !moved.has(node));
	const type = top.dir ? 'folder' : 'file';
	return { action: 'delete', type, path: top.path, ...amountOf(contents), reason, contents };
}
