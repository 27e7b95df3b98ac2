import type { BinaryMode } from '../engine/support/engine';
import type { NodeKind } from './engine';
import { transferGoals, type Goal } from './goals';
import type { Benchmark } from './measure';
import type { ServerSetup } from './server';

/** How much is measured: about one minute, or about ten. */
export type Level = 'quick' | 'default';

/** One row of the tables, as it is planned. */
export interface PlannedRow {
	readonly group: 'Upload' | 'Download' | 'Items' | 'Calls' | 'Growth';
	readonly name: string;
	readonly benchmark: Benchmark;
	readonly setup: ServerSetup;
	readonly unit: 'MB/s' | 'items/s' | 'calls/s' | 'entries/s';
	/** How much our node processes, in the first half of `unit`. */
	readonly amount: number;
	/** How much n8n's helper processes, if that is another amount. */
	readonly helperAmount?: number;
	/** The limit in `unit`, where it is known and not measured. */
	readonly limit?: number;
	/** The line of growth to which this row adds a point, and the place of the point. */
	readonly growth?: { readonly line: string; readonly x: number };
	readonly goals?: readonly Goal[];
}

const MB = 1_000_000;
const LATENCY_MS = 20;

const transfer = (
	kind: 'upload' | 'download',
	mb: number,
	rounds: number,
	{ node = 'library', mode = 'filesystem', tls = false }: { node?: NodeKind; mode?: BinaryMode; tls?: boolean } = {},
): PlannedRow => {
	const where = [
		node === 'user' ? 'user token' : 'library',
		...(mode === 'default' ? ['in memory'] : []),
		...(tls ? ['TLS'] : []),
	].join(', ');
	const isPlain = kind === 'upload' && node === 'library' && mode === 'filesystem' && !tls;
	return {
		group: kind === 'upload' ? 'Upload' : 'Download',
		name: `${mb} MB, ${where}`,
		unit: 'MB/s',
		amount: mb,
		setup: { tls },
		benchmark: { kind, size: mb * MB, node, mode, rounds },
		...(isPlain ? { growth: { line: 'Upload by size (MB)', x: mb } } : {}),
		goals: transferGoals(kind, mb, mode),
	};
};

const instant = (mb: number, rounds: number): PlannedRow => ({
	group: 'Upload',
	name: `${mb} MB, instant`,
	unit: 'MB/s',
	amount: mb,
	setup: {},
	benchmark: { kind: 'instant', size: mb * MB, rounds },
});

/** Items, with a service that takes 20 ms for each answer. */
const slow = (items: number, concurrency: number, helper: number, goal?: Goal): PlannedRow => ({
	group: 'Items',
	name: `${LATENCY_MS} ms latency, ${concurrency} at a time`,
	unit: 'items/s',
	amount: items,
	helperAmount: helper,
	setup: { latencyMs: LATENCY_MS },
	limit: (concurrency * 1000) / LATENCY_MS,
	benchmark: { kind: 'items', items, concurrency, rounds: 2, helper, warm: 25 * concurrency, each: true },
	...(goal ? { goals: [goal] } : {}),
});

/** Small signed calls, one after another over one connection. */
const calls = (tls: boolean, items: number, goal?: Goal): PlannedRow => ({
	group: 'Calls',
	name: tls ? 'one at a time, TLS' : 'one at a time',
	unit: 'calls/s',
	amount: items,
	helperAmount: items / 10,
	setup: { tls },
	benchmark: { kind: 'items', items, concurrency: 1, rounds: 3, helper: items / 10, warm: 1000, each: false },
	...(goal ? { goals: [goal] } : {}),
});

const manyItems = (items: number): PlannedRow => ({
	group: 'Growth',
	name: `${items} items`,
	unit: 'items/s',
	amount: items,
	setup: {},
	benchmark: {
		kind: 'items',
		items,
		concurrency: 8,
		rounds: items > 1000 ? 3 : 12,
		helper: 0,
		warm: 5000,
		each: true,
	},
	growth: { line: 'Items', x: items },
});

const manyEntries = (entries: number): PlannedRow => ({
	group: 'Growth',
	name: `${entries} entries of a folder`,
	unit: 'entries/s',
	amount: entries,
	setup: {},
	benchmark: { kind: 'entries', entries, rounds: 2 },
	growth: { line: 'Entries of a folder', x: entries },
});

/** A folder with subfolders, with a service that takes 20 ms for each answer. */
const tree = (entries: number, folders: number, goal?: Goal): PlannedRow => ({
	group: 'Items',
	name: `${LATENCY_MS} ms latency, ${entries} entries in ${folders} folders`,
	unit: 'entries/s',
	amount: entries,
	setup: { latencyMs: LATENCY_MS },
	benchmark: { kind: 'entries', entries, folders, rounds: 2 },
	...(goal ? { goals: [goal] } : {}),
});

/** What is measured, in this order. */
export function plan(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const rounds = quick ? 2 : 3;
	const sizes = quick ? [64, 256] : [64, 256, 1024, 4096];
	const user = quick ? [64] : [64, 256, 1024];
	return [
		...sizes.map((mb) => transfer('upload', mb, mb > 1024 ? 1 : mb > 256 ? 2 : rounds)),
		...user.map((mb) => transfer('upload', mb, 2, { node: 'user' })),
		transfer('upload', quick ? 64 : 256, 2, { mode: 'default' }),
		transfer('upload', quick ? 64 : 256, 2, { tls: true }),
		instant(quick ? 256 : 1024, 2),
		...user.map((mb) => transfer('download', mb, mb > 256 ? 2 : rounds)),
		transfer('download', quick ? 64 : 256, 2, { node: 'user' }),
		transfer('download', quick ? 64 : 256, 2, { mode: 'default' }),
		transfer('download', quick ? 64 : 256, 2, { tls: true }),
		slow(quick ? 50 : 100, 1, 50),
		slow(quick ? 800 : 2000, 8, 50, { of: 'value', least: 280 }),
		...(quick ? [] : [slow(4000, 16, 50)]),
		quick ? tree(10_000, 100) : tree(100_000, 1000, { of: 'value', least: 10_000 }),
		calls(false, quick ? 2000 : 5000),
		calls(true, quick ? 2000 : 5000, { of: 'helper', least: 5 }),
		...[1, 10, 100, 1000, ...(quick ? [] : [3000, 10_000])].map(manyItems),
		...[100, 1000, 10_000, ...(quick ? [] : [30_000, 100_000])].map(manyEntries),
	];
}
