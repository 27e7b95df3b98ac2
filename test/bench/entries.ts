import { byPath, startBench } from './engine';
import { compare, type Cost } from './meter';

/** A folder whose entries are listed. */
export interface EntriesBenchmark {
	readonly kind: 'entries';
	readonly entries: number;
	readonly rounds: number;
}

/** Lists a whole folder, 100 entries per request. */
export async function measureEntries({ entries, rounds }: EntriesBenchmark, url: string): Promise<{ node: Cost }> {
	const bench = await startBench(url);
	const list = async (count: number): Promise<void> => {
		const parameters = { resource: 'folder', operation: 'getMany', folder: byPath(String(count)), returnAll: true };
		const items = await bench.run('library', parameters, [{ json: {} }]);
		if (items.length !== count) throw new Error(`${items.length} of ${count} entries`);
	};
	for (let i = 0; i < 5; i++) await list(2000);
	return await compare({ rounds }, { node: async () => await list(entries) });
}
