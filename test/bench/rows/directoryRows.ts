import type { Level, PlannedRow } from '../types';

const LATENCY_MS = 20;
const CONCURRENCY = 8;

/** A directory that is as it should be. */
const same = (members: number, departments: number): Omit<PlannedRow, 'group' | 'name'> => ({
	suite: 'directory',
	benchmark: { members, departments, changes: 0 },
	...{ who: ['node'], rounds: members > 10_000 ? 1 : 2, memory: true },
	setup: { program: 'directory', world: { members, departments } },
	...{ unit: 'members/s', amount: members },
	growth: { line: 'Members of a directory', x: members },
});

/**
 * An empty directory. The limit is the latency of the requests that are needed, 8 at a time: two that read, for each
 * department one, for each member one and two look-ups of 50 members each.
 */
function firstLoad(members: number, departments: number): PlannedRow {
	const requests = 2 + departments + members + 2 * Math.ceil(members / 50);
	return {
		group: 'Directory',
		name: `first load of ${members} members and ${departments} departments, ${LATENCY_MS} ms latency`,
		suite: 'directory',
		benchmark: { members, departments, changes: members + departments },
		...{ who: ['node'], rounds: 1, memory: true },
		setup: { program: 'directory', latencyMs: LATENCY_MS, world: { members: 0, departments: 0 } },
		...{ unit: 'members/s', amount: members },
		limit: (members * CONCURRENCY * 1000) / (requests * LATENCY_MS),
		goals: [
			{ of: 'limit', least: 1 / 1.3 },
			{ of: 'requests', most: requests },
		],
	};
}

/** Directory: Synchronize against the emulator. */
export function directoryRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const [members, departments] = quick ? [5000, 200] : [50_000, 2000];
	return [
		...[500, 2000, ...(quick ? [] : [5000, 20_000])].map((count): PlannedRow => ({
			...same(count, count / 25),
			...{ group: 'Growth', name: `${count} members of a directory` },
		})),
		{
			...same(members, departments),
			...{ group: 'Directory', name: `${members} members, ${departments} departments, nothing to do` },
			goals: [
				{ of: 'requests', most: departments + (600 * members) / 50_000 },
				{ of: 'peak', most: 200 },
				{ of: 'seconds', most: 60 },
			],
		},
		firstLoad(quick ? 500 : 5000, quick ? 20 : 200),
	];
}
