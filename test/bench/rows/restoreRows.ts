import type { Level, PlannedRow } from '../types';

/** Folder: Restore to a Time against the emulator: files that one person encrypted and renamed, among many changes. */
export function restoreRows(level: Level): PlannedRow[] {
	const [files, changes] = level === 'quick' ? [1000, 10_000] : [10_000, 100_000];
	// A page of the feed has 100 changes, one of which was on the page before; then a history, two looks, a move and a
	// version for each file.
	const requests = changes / 99 + 5 * files + 20;
	return [
		{
			...{ group: 'Whole jobs', name: `restore ${files} files among ${changes} changes to a time` },
			suite: 'restore',
			benchmark: { files, changes },
			...{ who: ['node'], rounds: 1, memory: true },
			setup: { program: 'restore', world: { files, changes } },
			...{ unit: 'files/s', amount: files },
			goals: [
				{ of: 'requests', most: requests },
				{ of: 'turn', most: 100 },
				{ of: 'peak', most: 300 },
			],
		},
	];
}
