import { type Goal, type Level, type PlannedRow, rowWith } from '../types';

/** The time before each answer of a slow service. */
export const LATENCY_MS = 20;
/** Items at a time: the default of the nodes. */
export const CONCURRENCY = 8;

/** Items, with a service that takes 20 ms for each answer. */
const slow = (items: number, concurrency: number, helper: number, goal?: Goal): PlannedRow =>
	rowWith({
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
const calls = (tls: boolean, concurrency: number, items: number): PlannedRow =>
	rowWith({
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

/** The time that n8n's engine takes for many items, without that for a node that does nothing with them. */
const beyondEmpty = (items: number): PlannedRow =>
	rowWith({
		group: 'Items',
		name: `${items} items without latency, beyond an empty node`,
		suite: 'beyondEmpty',
		benchmark: { items },
		rounds: 5,
		memory: false,
		unit: 'items/s',
		amount: items,
		...(items === 10_000 ? { goals: [{ of: 'seconds', most: 3 }] } : {}),
	});

/** One small call for each item, alone and among others. */
export function itemRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const items = quick ? 2000 : 5000;
	return [
		slow(quick ? 50 : 100, 1, 50),
		slow(quick ? 800 : 2000, 8, 50, { of: 'value', least: 280 }),
		...(quick ? [] : [slow(4000, 16, 50)]),
		beyondEmpty(quick ? 2000 : 10_000),
		calls(false, 1, items),
		...[1, 8, 16].map((concurrency) => calls(true, concurrency, items)),
	];
}
