import { demoAuthorization } from '../../emulator';
import { createEngine } from '../../engine/support/engine';
import { byPath, register } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { CULPRIT, HIT, type RestoreWorld, TIME_MS } from '../worlds';

async function ours({ files }: RestoreWorld, { url }: Address): Promise<Task> {
	const engine = await createEngine();
	const { node, type } = register(engine, 'FileLibrary', 'Org');
	const data = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...demoAuthorization };
	const restore = async (time: number, dryRun: boolean) => {
		const parameters = {
			resource: 'folder',
			operation: 'restoreToTime',
			folder: byPath(HIT),
			dryRun,
			planOutput: 'summary',
			time: new Date(time).toISOString(),
			filters: { changedBy: [CULPRIT] },
			options: { concurrency: 8 },
		};
		const { items, error } = await engine.run({
			node,
			credentials: { [type]: data },
			items: [{ json: {} }],
			parameters,
		});
		if (error) throw error;
		return items[0]?.json;
	};
	// The code is loaded by now.
	await restore(Date.now() - 1000, true);
	return {
		run: async () => {
			const summary = await restore(TIME_MS + 2000, false);
			if (summary?.status !== 'done' || summary.done !== 2 * files)
				throw new Error(`${String(summary?.status)}: ${String(summary?.done)} of ${2 * files} changes`);
			return undefined;
		},
	};
}

/** Folder: Restore to a Time. */
export const contestants: Contestants<RestoreWorld> = { node: ours };
