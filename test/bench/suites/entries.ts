import { byPath, startBench } from '../engine';
import type { Address, Contestants, Task } from '../types';

/** A folder whose entries are listed. */
export interface Entries {
	readonly kind: 'entries';
	readonly entries: number;
	/** In so many subfolders, themselves among the entries; all of them in one folder when absent. */
	readonly folders?: number;
}

const folderOf = (entries: number, folders?: number): string =>
	folders === undefined ? String(entries) : `${folders}x${entries / folders - 1}`;

async function ours({ entries, folders }: Entries, { url }: Address): Promise<Task> {
	const bench = await startBench(url);
	const list = async (count: number, inFolders?: number): Promise<undefined> => {
		const folder = byPath(folderOf(count, inFolders));
		const recursive = inFolders !== undefined;
		const parameters = { resource: 'folder', operation: 'getMany', folder, recursive, returnAll: true };
		const items = await bench.run('library', parameters, [{ json: {} }]);
		if (items.length !== count) throw new Error(`${items.length} of ${count} entries`);
		return undefined;
	};
	for (let i = 0; i < 5; i++) await list(2000, folders && 20);
	return { run: async () => await list(entries, folders) };
}

/** Lists a whole folder, 100 entries per request, or one with its subfolders. */
export const contestants: Contestants<Entries> = { node: ours };
