import { applyRequests, FILES_IN_FOLDER, mirrorRequests, tableRequests, type LibraryWorld } from '../libraryWorld';
import type { Job } from '../suites/jobs';
import type { Level, PlannedRow } from '../types';

const LATENCY_MS = 20;
const CONCURRENCY = 8;

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
function slow(job: Job['job'], world: LibraryWorld): PlannedRow {
	const { name, unit, requests } = JOBS[job];
	const [amount, most] = [amountOf(job, world), requests(world)];
	return {
		...{ group: 'Whole jobs', name: `${name}, ${amount} ${unit.replace('/s', '')}, ${LATENCY_MS} ms latency` },
		suite: 'jobs',
		benchmark: { job, ...world } satisfies Job,
		...{ who: ['node'], rounds: 1, memory: true },
		setup: { program: 'library', latencyMs: LATENCY_MS, world },
		...{ unit, amount },
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
		slow('mirror', files(quick ? 10 : 100)),
		slow('getTable', table(quick ? 5 : 50)),
		slow('applyTable', table(quick ? 5 : 50)),
	];
}
