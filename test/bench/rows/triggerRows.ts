import { type Level, type PlannedRow, rowWith } from '../types';
import type { ActivityWorld, FeedWorld } from '../worlds';

/** The overlap of such a feed has as many changes as the trigger remembers: the most that a poll may have to read. */
const world = (changes: number): FeedWorld => ({ changes, perMs: 2 });

const backlog = (changes: number): PlannedRow =>
	rowWith({
		group: 'Trigger',
		name: `a backlog of ${changes} changes`,
		suite: 'trigger',
		benchmark: { changes },
		setup: { program: 'feed', world: world(changes) },
		unit: 'changes/s',
		amount: changes,
		goals: [
			{ of: 'cpu', most: 0.05 },
			{ of: 'peak', most: 200 },
		],
	});

/** Polls of a library where nothing changes, after a backlog. */
const quiet = (polls: number): PlannedRow =>
	rowWith({
		group: 'Trigger',
		name: `${polls} polls without changes`,
		suite: 'trigger',
		benchmark: { changes: 10_000, polls },
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
const activities = (entries: number): PlannedRow =>
	rowWith({
		group: 'Trigger',
		name: `a backlog of ${entries} log entries`,
		suite: 'trigger',
		benchmark: { entries },
		setup: { program: 'activity', world: { entries, perSecond: 20 } satisfies ActivityWorld },
		unit: 'entries/s',
		amount: entries,
		goals: [
			{ of: 'cpu', most: 0.1 },
			{ of: 'peak', most: 200 },
		],
	});

/** The File Library Trigger and the File Library Activity Trigger. */
export const triggerRows = (level: Level): PlannedRow[] =>
	level === 'quick'
		? [backlog(50_000), quiet(1000), activities(20_000)]
		: [backlog(1_000_000), quiet(1000), activities(100_000)];
