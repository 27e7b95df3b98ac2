import { baseName } from '../wire/paths';
import type { TreeNode } from './mirrorTree';

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

/** The content of a file in words; undefined where the service does not show its SHA1. */
const ofFile = ({ filesize, filehash }: TreeNode): string | undefined =>
	filehash === '' ? undefined : `${filesize} ${filehash.toLowerCase()}`;

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
export function contentsOf(nodes: readonly TreeNode[], numbers: Map<string, number>): Map<TreeNode, Contents> {
	const found = new Map<TreeNode, Contents>();
	const total = (children: readonly Child[], what: 'files' | 'entries'): number =>
		children.reduce((sum, [, contents]) => sum + contents[what], 0);
	for (const node of nodes.toReversed()) {
		const children = node.children.flatMap((child): Child[] => {
			const contents = found.get(child);
			return contents ? [[baseName(child.path), contents]] : [];
		});
		const words = node.dir ? ofFolder(children) : ofFile(node);
		if (words !== undefined && !numbers.has(words)) numbers.set(words, numbers.size);
		found.set(node, {
			id: words === undefined ? undefined : numbers.get(words),
			files: total(children, 'files') + (node.dir ? 0 : 1),
			entries: total(children, 'entries') + 1,
		});
	}
	return found;
}
