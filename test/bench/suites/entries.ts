import { byPath, startBench } from '../engine';
import type { Address, Contestants, Task } from '../types';

/** A folder whose entries are listed: so many, in so many subfolders, which are among them. */
export interface Entries {
	readonly entries: number;
	readonly folders: number;
}

async function ours({ entries, folders }: Entries, { url }: Address): Promise<Task> {
	const bench = await startBench(url);
	const list = async (count: number, inFolders: number): Promise<undefined> => {
		const folder = byPath(`${inFolders}x${count / inFolders - 1}`);
		const parameters = { resource: 'folder', operation: 'getMany', folder, recursive: true, returnAll: true };
		const items = await bench.run('library', parameters, [{ json: {} }]);
		if (items.length !== count) throw new Error(`${items.length} of ${count} entries`);
		return undefined;
	};
	for (let i = 0; i < 5; i++) await list(2000, 20);
	return { run: async () => await list(entries, folders) };
}

/** Lists a folder with its subfolders, 100 entries per request. */
export const contestants: Contestants<Entries> = { node: ours };
