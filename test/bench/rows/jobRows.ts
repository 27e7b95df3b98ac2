import type { Job } from '../suites/jobs';
import { type Goal, type Level, type PlannedRow, rowWith } from '../types';
import { FILES_IN_FOLDER, type LibraryWorld, mirrorRequests } from '../worlds';
import { CONCURRENCY, LATENCY_MS } from './itemRows';

/** One of the whole jobs; our node alone does them. */
const job = (benchmark: Job, row: Omit<Parameters<typeof rowWith>[0], 'suite' | 'benchmark'>): PlannedRow =>
	rowWith({ ...row, suite: 'jobs', benchmark });

/** A folder with subfolders, with a service that takes 20 ms for each answer. */
const tree = (entries: number, folders: number, goal?: Goal): PlannedRow =>
	job(
		{ job: 'list', entries, folders },
		{
			group: 'Whole jobs',
			name: `${entries} entries in ${folders} folders`,
			rounds: 2,
			setup: { latencyMs: LATENCY_MS },
			unit: 'entries/s',
			amount: entries,
			...(goal ? { goals: [goal] } : {}),
		},
	);

/** The limit is the latency of the requests that are needed, 8 at a time. */
function mirror(folders: number): PlannedRow {
	const world: LibraryWorld = { folders };
	const [amount, most] = [folders * FILES_IN_FOLDER, mirrorRequests(world)];
	return job(
		{ job: 'mirror', ...world },
		{
			group: 'Whole jobs',
			name: `Mirror, ${amount} files, ${LATENCY_MS} ms latency`,
			setup: { program: 'library', latencyMs: LATENCY_MS, world },
			unit: 'files/s',
			amount,
			limit: (amount * CONCURRENCY * 1000) / (most * LATENCY_MS),
			goals: [
				{ of: 'requests', most },
				{ of: 'limit', least: 0.5 },
			],
		},
	);
}

/** Restore to a Time against the emulator: files that one person encrypted and renamed, among many changes. */
function restore(files: number, changes: number): PlannedRow {
	// A page of the feed has 100 changes, one of which was on the page before; then a history, two looks, a move and a
	// version for each file.
	const requests = Math.ceil(changes / 99) + 5 * files + 20;
	return job(
		{ job: 'restore', files, changes },
		{
			group: 'Whole jobs',
			name: `restore ${files} files among ${changes} changes to a time`,
			setup: { program: 'restore', world: { files, changes } },
			unit: 'files/s',
			amount: files,
			goals: [
				{ of: 'requests', most: requests },
				{ of: 'peak', most: 300 },
			],
		},
	);
}

/** A directory that is as it should be. */
const same = (members: number, departments: number, name: string, json: boolean, goals: Goal[]): PlannedRow =>
	job(
		{ job: 'synchronize', members, departments, changes: 0, json },
		{
			group: 'Directory',
			name,
			rounds: members > 10_000 ? 1 : 2,
			setup: { program: 'directory', world: { members, departments } },
			unit: 'members/s',
			amount: members,
			goals,
		},
	);

/**
 * An empty directory. The limit is the latency of the requests that are needed, 8 at a time: two that read, for each
 * department one, for each member one and two look-ups of 50 members each.
 */
function firstLoad(members: number, departments: number, latencyMs: number): PlannedRow {
	const requests = 2 + departments + members + 2 * Math.ceil(members / 50);
	return job(
		{ job: 'synchronize', members, departments, changes: members + departments },
		{
			group: 'Directory',
			name: `first load of ${members} members and ${departments} departments, ${latencyMs} ms latency`,
			setup: { program: 'directory', latencyMs, world: { members: 0, departments: 0 } },
			unit: 'members/s',
			amount: members,
			...(latencyMs === 0 ? {} : { limit: (members * CONCURRENCY * 1000) / (requests * latencyMs) }),
			goals: [
				// With a latency, the time of the requests beyond it is at most a third of it.
				...(latencyMs === 0 ? [] : [{ of: 'limit', least: 1 / 1.3 } as const]),
				{ of: 'requests', most: requests },
			],
		},
	);
}

/** Jobs that consist of many requests, most of them against the emulator. */
export function jobRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const [members, departments] = quick ? [5000, 200] : [50_000, 2000];
	const nothing = `${members} members, ${departments} departments, nothing to do`;
	return [
		quick ? tree(10_000, 100) : tree(100_000, 1000, { of: 'value', least: 10_000 }),
		mirror(quick ? 10 : 100),
		quick ? restore(1000, 10_000) : restore(10_000, 100_000),
		same(members, departments, nothing, false, [
			{ of: 'requests', most: departments + (600 * members) / 50_000 },
			{ of: 'peak', most: 200 },
			{ of: 'seconds', most: 60 },
		]),
		same(members, departments, 'the same as one text of JSON', true, []),
		firstLoad(quick ? 500 : 5000, quick ? 20 : 200, LATENCY_MS),
		...(quick ? [] : [firstLoad(50_000, 2000, 0)]),
	];
}
