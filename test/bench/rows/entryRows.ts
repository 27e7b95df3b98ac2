import type { Goal, Level, PlannedRow } from '../types';

const LATENCY_MS = 20;

const manyEntries = (entries: number): PlannedRow => ({
	group: 'Growth',
	name: `${entries} entries of a folder`,
	suite: 'entries',
	benchmark: { entries },
	...{ who: ['node'], rounds: 2, memory: false, setup: {} },
	...{ unit: 'entries/s', amount: entries },
	growth: { line: 'Entries of a folder', x: entries },
});

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
	const quick = level === 'quick';
	return [
		quick ? tree(10_000, 100) : tree(100_000, 1000, { of: 'value', least: 10_000 }),
		...[100, 1000, 10_000, ...(quick ? [] : [30_000, 100_000])].map(manyEntries),
	];
}
