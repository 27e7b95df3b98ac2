import type { Goal, Level, PlannedRow } from '../types';

const LATENCY_MS = 20;

/** A folder with subfolders, with a service that takes 20 ms for each answer. */
const tree = (entries: number, folders: number, goal?: Goal): PlannedRow => ({
	group: 'Whole jobs',
	name: `${entries} entries in ${folders} folders`,
	suite: 'entries',
	benchmark: { entries, folders },
	...{ who: ['node'], rounds: 2, memory: true, setup: { latencyMs: LATENCY_MS } },
	...{ unit: 'entries/s', amount: entries },
	...(goal ? { goals: [goal] } : {}),
});

/** Folders that are listed. */
export function entryRows(level: Level): PlannedRow[] {
	return [level === 'quick' ? tree(10_000, 100) : tree(100_000, 1000, { of: 'value', least: 10_000 })];
}
