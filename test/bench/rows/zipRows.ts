import type { Goal, Level, PlannedRow } from '../types';
import type { ZipWorld } from '../zipWorld';

const PEAK: Goal = { of: 'peak', most: 60 };

/** A folder as a ZIP; with `compared` against the downloads of the same files. */
function zip(world: ZipWorld, name: string, compared: boolean, least?: number): PlannedRow {
	const mb = (world.folders * world.files * world.size) / 1e6;
	return {
		group: 'Download',
		name: `ZIP: ${name}`,
		...{ suite: 'zip', benchmark: world, who: compared ? ['node', 'files'] : ['node'] },
		...{ rounds: compared ? 2 : 1, memory: true, setup: {} },
		...{ unit: 'MB/s', amount: mb },
		goals: [PEAK, ...(least === undefined ? [] : [{ of: 'value', least } as const])],
	};
}

/** Download as ZIP: large files, small ones, and many small ones. */
export function zipRows(level: Level): PlannedRow[] {
	if (level === 'quick') return [zip({ folders: 1, files: 4, size: 64_000_000 }, '4 files of 64 MB', true)];
	return [
		zip({ folders: 2, files: 10, size: 100_000_000 }, '20 files of 100 MB', true),
		zip({ folders: 10, files: 100, size: 100_000 }, '1,000 files of 100 KB', true),
		zip({ folders: 1000, files: 100, size: 1_000 }, '100,000 files of 1 KB', false, 4),
	];
}
