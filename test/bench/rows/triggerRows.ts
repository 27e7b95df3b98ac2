import type { Goal, Level, PlannedRow } from '../types';
import type { ActivityWorld, ArrivalWorld, FeedWorld } from '../worlds';

/** The overlap of such a feed has as many changes as the trigger remembers: the most that a poll may have to read. */
const world = (changes: number): FeedWorld => ({ changes, perMs: 2 });

const backlog = (changes: number): PlannedRow => ({
	group: 'Trigger',
	name: `a backlog of ${changes} changes`,
	suite: 'trigger',
	benchmark: { changes },
	who: ['node'],
	rounds: 1,
	memory: true,
	setup: { program: 'feed', world: world(changes) },
	unit: 'changes/s',
	amount: changes,
	goals: [
		{ of: 'cpu', most: 0.05 },
		{ of: 'peak', most: 200 },
	],
});

/** Polls of a library where nothing changes, after a backlog. */
const quiet = (polls: number): PlannedRow => ({
	group: 'Trigger',
	name: `${polls} polls without changes`,
	suite: 'trigger',
	benchmark: { changes: 10_000, polls },
	who: ['node'],
	rounds: 3,
	memory: false,
	setup: { program: 'feed', world: world(10_000) },
	unit: 'polls/s',
	amount: polls,
	goals: [
		{ of: 'cpu', most: 2 },
		{ of: 'requests', most: 2 * polls },
	],
});

/** The overlap of such a log has as many entries as the Activity Trigger remembers. */
function activities(entries: number): PlannedRow {
	const world: ActivityWorld = { entries, perSecond: 20 };
	return {
		group: 'Trigger',
		name: `a backlog of ${entries} log entries`,
		suite: 'activity',
		benchmark: { entries },
		who: ['node'],
		rounds: 1,
		memory: true,
		setup: { program: 'activity', world },
		unit: 'entries/s',
		amount: entries,
		goals: [
			{ of: 'cpu', most: 0.1 },
			{ of: 'peak', most: 200 },
		],
	};
}

/** Files that arrive at once in a folder that has many. */
function arrivals(world: ArrivalWorld): PlannedRow {
	return {
		group: 'Trigger',
		name: `${world.arriving} arrivals in a folder of ${world.files} files`,
		suite: 'arrivals',
		benchmark: world,
		who: ['node'],
		rounds: 1,
		memory: true,
		setup: { program: 'arrivals', world },
		unit: 'files/s',
		amount: world.arriving,
		goals: [{ of: 'peak', most: 200 }],
	};
}

/** The File Library Trigger and the File Library Activity Trigger. */
export function triggerRows(level: Level): PlannedRow[] {
	return [
		backlog(level === 'quick' ? 50_000 : 1_000_000),
		quiet(1000),
		arrivals({ files: level === 'quick' ? 5000 : 20_000, arriving: 1000 }),
		activities(level === 'quick' ? 20_000 : 100_000),
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

const LATENCY_MS = 20;
const CONCURRENCY = 8;
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
