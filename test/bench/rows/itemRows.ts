import type { Goal, Level, PlannedRow } from '../types';

/** The time before each answer of a slow service. */
export const LATENCY_MS = 20;
/** Items at a time: the default of the nodes. */
export const CONCURRENCY = 8;

/** Items, with a service that takes 20 ms for each answer. */
const slow = (items: number, concurrency: number, helper: number, goal?: Goal): PlannedRow => ({
	group: 'Items',
	name: `${LATENCY_MS} ms latency, ${concurrency} at a time`,
	suite: 'items',
	benchmark: { items, concurrency, helper, warm: 25 * concurrency, each: true },
	who: ['node', 'lean', 'helper'],
	rounds: 2,
	memory: false,
	setup: { latencyMs: LATENCY_MS },
	unit: 'items/s',
	amount: items,
	helperAmount: helper,
	limit: (concurrency * 1000) / LATENCY_MS,
	...(goal ? { goals: [goal] } : {}),
});

/** Small signed calls of a service that answers at once, over few connections. */
const calls = (tls: boolean, concurrency: number, items: number): PlannedRow => ({
	group: 'Calls',
	name: `${concurrency === 1 ? 'one' : concurrency} at a time${tls ? ', TLS' : ''}`,
	suite: 'items',
	benchmark: { items, concurrency, helper: items / 10, warm: 1000, each: concurrency > 1 },
	who: ['node', 'lean', 'helper'],
	rounds: 3,
	memory: false,
	setup: { tls },
	unit: 'calls/s',
	amount: items,
	helperAmount: items / 10,
});

/** One small call for each item. */
export function itemRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	return [
		slow(quick ? 50 : 100, 1, 50),
		slow(quick ? 800 : 2000, 8, 50, { of: 'value', least: 280 }),
		...(quick ? [] : [slow(4000, 16, 50)]),
	];
}

/** What one call costs, alone and among others. */
export function callRows(level: Level): PlannedRow[] {
	const items = level === 'quick' ? 2000 : 5000;
	return [calls(false, 1, items), ...[1, 8, 16].map((concurrency) => calls(true, concurrency, items))];
}

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
	who: ['node'],
	rounds: 5,
	memory: false,
	setup: {},
	unit: 'items/s',
	amount: items,
	...(items === 10_000 ? { goals: [{ of: 'seconds', most: 3 }] } : {}),
});

/** Small files of one item each. Whatever a machine does, they take the latency of their requests, 8 at a time. */
const smallFiles = (kind: keyof typeof REQUESTS, files: number): PlannedRow => ({
	group: 'Items',
	name: `${files} ${kind}s of ${SMALL_FILE / 1000} KB, ${LATENCY_MS} ms latency, ${CONCURRENCY} at a time`,
	suite: 'smallFiles',
	benchmark: { kind, files, size: SMALL_FILE },
	who: ['node'],
	rounds: 2,
	memory: false,
	setup: { latencyMs: LATENCY_MS },
	unit: 'files/s',
	amount: files,
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
