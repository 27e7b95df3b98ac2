import { byPath, startBench } from './engine';
import { compare, type Cost } from './meter';

/** A folder whose entries are listed. */
export interface EntriesBenchmark {
	readonly kind: 'entries';
	readonly entries: number;
	/** In so many subfolders, themselves among the entries; all of them in one folder when absent. */
	readonly folders?: number;
	readonly rounds: number;
}

const folderOf = (entries: number, folders?: number): string =>
	folders === undefined ? String(entries) : `${folders}x${entries / folders - 1}`;

/** Lists a whole folder, 100 entries per request, or one with its subfolders. */
export async function measureEntries(
	{ entries, folders, rounds }: EntriesBenchmark,
	url: string,
): Promise<{ node: Cost }> {
	const bench = await startBench(url);
	const list = async (count: number, inFolders?: number): Promise<void> => {
		const folder = byPath(folderOf(count, inFolders));
		const recursive = inFolders !== undefined;
		const parameters = { resource: 'folder', operation: 'getMany', folder, recursive, returnAll: true };
		const items = await bench.run('library', parameters, [{ json: {} }]);
		if (items.length !== count) throw new Error(`${items.length} of ${count} entries`);
	};
	for (let i = 0; i < 5; i++) await list(2000, folders && 20);
	return await compare({ rounds, memory: true }, { node: async () => await list(entries, folders) });
}
