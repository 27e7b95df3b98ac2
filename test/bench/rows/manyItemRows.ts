import type { Level, PlannedRow } from '../types';

const LATENCY_MS = 20;
/** Items at a time: the default of the nodes. */
const CONCURRENCY = 8;
/** In bytes. */
const SMALL_FILE = 100_000;
/** How much longer than the latency alone many small files may take. */
const MOST = 1.5;

/**
 * Requests that one file needs one after another. An upload: name, checksum and size; start of the content; content;
 * end. A download: details with the checksum; link; content.
 */
const REQUESTS = { upload: 4, download: 3 } as const;

/** The time that n8n's engine takes for many items, without that for a node that does nothing with them. */
const beyondEmpty = (items: number): PlannedRow => ({
	group: 'Items',
	name: `${items} items without latency, beyond an empty node`,
	suite: 'beyondEmpty',
	benchmark: { items },
	...{ who: ['node'], rounds: 5, memory: false, setup: {} },
	...{ unit: 'items/s', amount: items },
	...(items === 10_000 ? { goals: [{ of: 'seconds', most: 3 }] } : {}),
});

/** Small files of one item each. Whatever a machine does, they take the latency of their requests, 8 at a time. */
const smallFiles = (kind: keyof typeof REQUESTS, files: number): PlannedRow => ({
	group: 'Items',
	name: `${files} ${kind}s of ${SMALL_FILE / 1000} KB, ${LATENCY_MS} ms latency, ${CONCURRENCY} at a time`,
	suite: 'smallFiles',
	benchmark: { kind, files, size: SMALL_FILE },
	...{ who: ['node'], rounds: 2, memory: false, setup: { latencyMs: LATENCY_MS } },
	...{ unit: 'files/s', amount: files },
	limit: (CONCURRENCY * 1000) / (REQUESTS[kind] * LATENCY_MS),
	goals: [
		{ of: 'limit', least: 1 / MOST },
		{ of: 'requests', most: REQUESTS[kind] * files },
	],
});

/** Many items with one call each, and with one small file each. */
export function manyItemRows(level: Level): PlannedRow[] {
	const [items, files] = level === 'quick' ? [2000, 200] : [10_000, 1000];
	return [beyondEmpty(items), smallFiles('upload', files), smallFiles('download', files)];
}
