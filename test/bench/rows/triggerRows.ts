import type { Level, PlannedRow } from '../types';
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
