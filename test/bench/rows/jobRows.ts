import type { Job } from '../suites/jobs';
import type { Goal, Level, PlannedRow } from '../types';
import { applyRequests, FILES_IN_FOLDER, type LibraryWorld, mirrorRequests, tableRequests } from '../worlds';
import { CONCURRENCY, LATENCY_MS } from './itemRows';

/** A folder with subfolders, with a service that takes 20 ms for each answer. */
const tree = (entries: number, folders: number, goal?: Goal): PlannedRow => ({
	group: 'Whole jobs',
	name: `${entries} entries in ${folders} folders`,
	suite: 'entries',
	benchmark: { entries, folders },
	who: ['node'],
	rounds: 2,
	memory: true,
	setup: { latencyMs: LATENCY_MS },
	unit: 'entries/s',
	amount: entries,
	...(goal ? { goals: [goal] } : {}),
});

/** Folders that are listed. */
export function entryRows(level: Level): PlannedRow[] {
	return [level === 'quick' ? tree(10_000, 100) : tree(100_000, 1000, { of: 'value', least: 10_000 })];
}

const JOBS: Readonly<
	Record<Job['job'], { name: string; unit: 'files/s' | 'rows/s'; requests: (world: LibraryWorld) => number }>
> = {
	mirror: { name: 'Mirror', unit: 'files/s', requests: mirrorRequests },
	getTable: { name: 'Get Table', unit: 'rows/s', requests: tableRequests },
	applyTable: { name: 'Apply Table', unit: 'rows/s', requests: applyRequests },
};

const amountOf = (job: Job['job'], { folders, people }: LibraryWorld): number =>
	folders * (job === 'mirror' ? FILES_IN_FOLDER : people);

/** The limit is the latency of the requests that are needed, 8 at a time. */
function inTime(job: Job['job'], world: LibraryWorld): PlannedRow {
	const { name, unit, requests } = JOBS[job];
	const [amount, most] = [amountOf(job, world), requests(world)];
	return {
		group: 'Whole jobs',
		name: `${name}, ${amount} ${unit.replace('/s', '')}, ${LATENCY_MS} ms latency`,
		suite: 'jobs',
		benchmark: { job, ...world } satisfies Job,
		who: ['node'],
		rounds: 1,
		memory: true,
		setup: { program: 'library', latencyMs: LATENCY_MS, world },
		unit,
		amount,
		limit: (amount * CONCURRENCY * 1000) / (most * LATENCY_MS),
		goals: [
			{ of: 'requests', most },
			{ of: 'limit', least: 0.5 },
		],
	};
}

/** Whole jobs: mirrors and tables of permissions. */
export function jobRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const files = (folders: number): LibraryWorld => ({ folders, people: 0 });
	const table = (folders: number): LibraryWorld => ({ folders, people: 40 });
	return [
		inTime('mirror', files(quick ? 10 : 100)),
		inTime('getTable', table(quick ? 5 : 50)),
		inTime('applyTable', table(quick ? 5 : 50)),
	];
}

/** Folder: Restore to a Time against the emulator: files that one person encrypted and renamed, among many changes. */
export function restoreRows(level: Level): PlannedRow[] {
	const [files, changes] = level === 'quick' ? [1000, 10_000] : [10_000, 100_000];
	// A page of the feed has 100 changes, one of which was on the page before; then a history, two looks, a move and a
	// version for each file.
	const requests = Math.ceil(changes / 99) + 5 * files + 20;
	return [
		{
			group: 'Whole jobs',
			name: `restore ${files} files among ${changes} changes to a time`,
			suite: 'restore',
			benchmark: { files, changes },
			who: ['node'],
			rounds: 1,
			memory: true,
			setup: { program: 'restore', world: { files, changes } },
			unit: 'files/s',
			amount: files,
			goals: [
				{ of: 'requests', most: requests },
				{ of: 'peak', most: 300 },
			],
		},
	];
}

/** With a latency, the time of the requests beyond it is at most a third of it. */
const LIMIT: Goal = { of: 'limit', least: 1 / 1.3 };

/** A directory that is as it should be. */
const same = (members: number, departments: number): Omit<PlannedRow, 'group' | 'name'> => ({
	suite: 'directory',
	benchmark: { members, departments, changes: 0 },
	who: ['node'],
	rounds: members > 10_000 ? 1 : 2,
	memory: true,
	setup: { program: 'directory', world: { members, departments } },
	unit: 'members/s',
	amount: members,
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
		who: ['node'],
		rounds: 1,
		memory: true,
		setup: { program: 'directory', latencyMs, world: { members: 0, departments: 0 } },
		unit: 'members/s',
		amount: members,
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
			group: 'Directory',
			name: `${members} members, ${departments} departments, nothing to do`,
			goals: [
				{ of: 'requests', most: departments + (600 * members) / 50_000 },
				{ of: 'peak', most: 200 },
				{ of: 'seconds', most: 60 },
			],
		},
		{
			...same(members, departments),
			group: 'Directory',
			name: `the same as one text of JSON`,
			benchmark: { members, departments, changes: 0, json: true },
		},
		firstLoad(quick ? 500 : 5000, quick ? 20 : 200, LATENCY_MS),
		...(quick ? [] : [firstLoad(50_000, 2000, 0)]),
	];
}
