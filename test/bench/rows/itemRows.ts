import type { Goal, Level, PlannedRow } from '../types';

const LATENCY_MS = 20;

/** Items, with a service that takes 20 ms for each answer. */
const slow = (items: number, concurrency: number, helper: number, goal?: Goal): PlannedRow => ({
	group: 'Items',
	name: `${LATENCY_MS} ms latency, ${concurrency} at a time`,
	suite: 'items',
	benchmark: { items, concurrency, helper, warm: 25 * concurrency, each: true },
	...{ who: ['node', 'lean', 'helper'], rounds: 2, memory: false, setup: { latencyMs: LATENCY_MS } },
	...{ unit: 'items/s', amount: items, helperAmount: helper },
	limit: (concurrency * 1000) / LATENCY_MS,
	...(goal ? { goals: [goal] } : {}),
});

/** Small signed calls, one after another over one connection. */
const calls = (tls: boolean, items: number, goal?: Goal): PlannedRow => ({
	group: 'Calls',
	name: tls ? 'one at a time, TLS' : 'one at a time',
	suite: 'items',
	benchmark: { items, concurrency: 1, helper: items / 10, warm: 1000, each: false },
	...{ who: ['node', 'lean', 'helper'], rounds: 3, memory: false, setup: { tls } },
	...{ unit: 'calls/s', amount: items, helperAmount: items / 10 },
	...(goal ? { goals: [goal] } : {}),
});

const manyItems = (items: number): PlannedRow => ({
	group: 'Growth',
	name: `${items} items`,
	suite: 'items',
	benchmark: { items, concurrency: 8, helper: 0, warm: 5000, each: true },
	...{ who: ['node'], rounds: items > 1000 ? 3 : 12, memory: false, setup: {} },
	...{ unit: 'items/s', amount: items },
	growth: { line: 'Items', x: items },
});

/** One small call for each item. */
export function itemRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	return [
		slow(quick ? 50 : 100, 1, 50),
		slow(quick ? 800 : 2000, 8, 50, { of: 'value', least: 280 }),
		...(quick ? [] : [slow(4000, 16, 50)]),
		...[1, 10, 100, 1000, ...(quick ? [] : [3000, 10_000])].map(manyItems),
	];
}

/** What one call costs. */
export const callRows = (level: Level): PlannedRow[] =>
	[false, true].map((tls) =>
		calls(tls, level === 'quick' ? 2000 : 5000, ...(tls ? [{ of: 'helper', least: 5 } as const] : [])),
	);
