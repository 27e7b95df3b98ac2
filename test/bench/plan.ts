import type { BinaryMode } from '../engine/support/engine';
import type { Who } from './engine';
import type { Task } from './measure';
import type { ServerSetup } from './server';

/** How much is measured: about one and ten minutes. */
export type Level = 'quick' | 'default';
/** What a number must reach. */
export interface Goal {
	readonly of: 'value' | 'limit' | 'helper' | 'cpu' | 'peak';
	readonly least?: number;
	readonly most?: number;
}

/** One line of the table. */
export interface Line {
	readonly group: 'Upload' | 'Download' | 'Items' | 'Calls' | 'Growth';
	readonly name: string;
	readonly task: Task;
	readonly setup: ServerSetup;
	readonly unit: 'MB/s' | 'items/s' | 'calls/s' | 'entries/s';
	/** What our node works on, and what n8n's helper does, in the first half of `unit`. */
	readonly amount: number;
	readonly helperAmount?: number;
	/** The limit where it is not measured, in `unit`. */
	readonly limit?: number;
	/** The line of growth it is a point of, and where. */
	readonly growth?: { readonly line: string; readonly x: number };
	readonly goals?: readonly Goal[];
}

const MB = 1_000_000;
const LATENCY_MS = 20;
/** What a transfer of that size must reach: of the limit, CPU seconds for 1e9 bytes, memory above an idle n8n in MB. Small files are all start and end. */
function goalsOf(kind: 'upload' | 'download', mb: number, mode: BinaryMode): Goal[] {
	const large = mb >= 256;
	if (mode === 'default') return kind === 'upload' ? [{ of: 'peak', most: 100 }] : [];
	if (kind === 'download')
		return [...(large ? [{ of: 'limit', least: 0.85 } as const] : []), { of: 'peak', most: 60 }];
	return [
		...(large
			? ([
					{ of: 'limit', least: 0.85 },
					{ of: 'cpu', most: 1.6 },
				] as const)
			: []),
		{ of: 'peak', most: 40 },
	];
}

const transfer = (
	kind: 'upload' | 'download',
	mb: number,
	rounds: number,
	{ who = 'library', mode = 'filesystem', tls = false }: { who?: Who; mode?: BinaryMode; tls?: boolean } = {},
): Line => {
	const where = [
		who === 'user' ? 'user token' : 'library',
		...(mode === 'default' ? ['in memory'] : []),
		...(tls ? ['TLS'] : []),
	].join(', ');
	const isPlain = kind === 'upload' && who === 'library' && mode === 'filesystem' && !tls;
	return {
		group: kind === 'upload' ? 'Upload' : 'Download',
		name: `${mb} MB, ${where}`,
		unit: 'MB/s',
		amount: mb,
		setup: { tls },
		task: { kind, size: mb * MB, who, mode, rounds },
		...(isPlain ? { growth: { line: 'Upload by size (MB)', x: mb } } : {}),
		goals: goalsOf(kind, mb, mode),
	};
};

const instant = (mb: number, rounds: number): Line => ({
	group: 'Upload',
	name: `${mb} MB, instant`,
	unit: 'MB/s',
	amount: mb,
	setup: {},
	task: { kind: 'instant', size: mb * MB, rounds },
});

/** Items against a service that takes 20 ms for each answer. */
const slow = (items: number, concurrency: number, helper: number, goal?: Goal): Line => ({
	group: 'Items',
	name: `${LATENCY_MS} ms latency, ${concurrency} at a time`,
	unit: 'items/s',
	amount: items,
	helperAmount: helper,
	setup: { latencyMs: LATENCY_MS },
	limit: (concurrency * 1000) / LATENCY_MS,
	task: { kind: 'items', items, concurrency, rounds: 2, helper, warm: 25 * concurrency, each: true },
	...(goal ? { goals: [goal] } : {}),
});

/** Small signed calls, one after another over one connection. */
const calls = (tls: boolean, items: number, goal?: Goal): Line => ({
	group: 'Calls',
	name: tls ? 'one at a time, TLS' : 'one at a time',
	unit: 'calls/s',
	amount: items,
	helperAmount: items / 10,
	setup: { tls },
	task: { kind: 'items', items, concurrency: 1, rounds: 3, helper: items / 10, warm: 1000, each: false },
	...(goal ? { goals: [goal] } : {}),
});

const manyItems = (items: number): Line => ({
	group: 'Growth',
	name: `${items} items`,
	unit: 'items/s',
	amount: items,
	setup: {},
	task: { kind: 'items', items, concurrency: 8, rounds: items > 1000 ? 3 : 12, helper: 0, warm: 5000, each: true },
	growth: { line: 'Items', x: items },
});
const manyEntries = (entries: number): Line => ({
	group: 'Growth',
	name: `${entries} entries of a folder`,
	unit: 'entries/s',
	amount: entries,
	setup: {},
	task: { kind: 'entries', entries, rounds: 2 },
	growth: { line: 'Entries of a folder', x: entries },
});

/** What is measured, in order. */
export function plan(level: Level): Line[] {
	const quick = level === 'quick';
	const rounds = quick ? 2 : 3;
	const sizes = quick ? [64, 256] : [64, 256, 1024, 4096];
	const user = quick ? [64] : [64, 256, 1024];
	return [
		...sizes.map((mb) => transfer('upload', mb, mb > 1024 ? 1 : mb > 256 ? 2 : rounds)),
		...user.map((mb) => transfer('upload', mb, 2, { who: 'user' })),
		transfer('upload', quick ? 64 : 256, 2, { mode: 'default' }),
		transfer('upload', quick ? 64 : 256, 2, { tls: true }),
		instant(quick ? 256 : 1024, 2),
		...user.map((mb) => transfer('download', mb, mb > 256 ? 2 : rounds)),
		transfer('download', quick ? 64 : 256, 2, { who: 'user' }),
		transfer('download', quick ? 64 : 256, 2, { mode: 'default' }),
		transfer('download', quick ? 64 : 256, 2, { tls: true }),
		slow(quick ? 50 : 100, 1, 50),
		slow(quick ? 800 : 2000, 8, 50, { of: 'value', least: 280 }),
		...(quick ? [] : [slow(4000, 16, 50)]),
		calls(false, quick ? 2000 : 5000),
		calls(true, quick ? 2000 : 5000, { of: 'helper', least: 5 }),
		...[1, 10, 100, 1000, ...(quick ? [] : [3000, 10_000])].map(manyItems),
		...[100, 1000, 10_000, ...(quick ? [] : [30_000, 100_000])].map(manyEntries),
	];
}
