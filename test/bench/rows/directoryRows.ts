import type { Goal, Level, PlannedRow } from '../types';

const LATENCY_MS = 20;
const CONCURRENCY = 8;
/** With a latency, the time of the requests beyond it is at most a third of it. */
const LIMIT: Goal = { of: 'limit', least: 1 / 1.3 };

/** A directory that is as it should be. */
const same = (members: number, departments: number): Omit<PlannedRow, 'group' | 'name'> => ({
	suite: 'directory',
	benchmark: { members, departments, changes: 0 },
	...{ who: ['node'], rounds: members > 10_000 ? 1 : 2, memory: true },
	setup: { program: 'directory', world: { members, departments } },
	...{ unit: 'members/s', amount: members },
});

/**
 * An empty directory. The limit is the latency of the requests that are needed, 8 at a time: two that read, for each
 * department one, for each member one and two look-ups of 50 members each.
 */
function firstLoad(members: number, departments: number, latencyMs: number): PlannedRow {
	const requests = 2 + departments + members + 2 * Math.ceil(members / 50);
	return {
		group: 'Directory',
		name: `first load of ${members} members and ${departments} departments, ${latencyMs} ms latency`,
		suite: 'directory',
		benchmark: { members, departments, changes: members + departments },
		...{ who: ['node'], rounds: 1, memory: true },
		setup: { program: 'directory', latencyMs, world: { members: 0, departments: 0 } },
		...{ unit: 'members/s', amount: members },
		...(latencyMs === 0 ? {} : { limit: (members * CONCURRENCY * 1000) / (requests * latencyMs) }),
		goals: [...(latencyMs === 0 ? [] : [LIMIT]), { of: 'requests', most: requests }],
	};
}

/** Directory: Synchronize against the emulator. */
export function directoryRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const [members, departments] = quick ? [5000, 200] : [50_000, 2000];
	return [
		{
			...same(members, departments),
			...{ group: 'Directory', name: `${members} members, ${departments} departments, nothing to do` },
			goals: [
				{ of: 'requests', most: departments + (600 * members) / 50_000 },
				{ of: 'peak', most: 200 },
				{ of: 'seconds', most: 60 },
			],
		},
		{
			...same(members, departments),
			...{ group: 'Directory', name: `the same as one text of JSON` },
			benchmark: { members, departments, changes: 0, json: true },
		},
		firstLoad(quick ? 500 : 5000, quick ? 20 : 200, LATENCY_MS),
		...(quick ? [] : [firstLoad(50_000, 2000, 0)]),
	];
}
