/** How much is measured: about one minute, or about ten. */
export type Level = 'quick' | 'default';

/**
 * Who does the same work: our node; that of the lean edition; the limit, which is native tools where they can do it;
 * n8n's own nodes; n8n's request helper as n8n's nodes use it; for a ZIP our node that downloads the same files.
 */
export type Who = 'node' | 'lean' | 'limit' | 'nextcloud' | 's3' | 'helper' | 'files';

/** What one run of a task cost. */
export interface Cost {
	readonly seconds: number;
	/** CPU seconds of the process, or of the tools that it started; absent where the system does not say. */
	readonly cpu?: number;
	/** Peak of the resident memory above that of the same process before its first run, in MB (1e6 bytes). */
	readonly peak?: number;
	/** CPU of the longest turn of the event loop in ms, and of the longest one without garbage collection. */
	readonly turn?: number;
	readonly ownTurn?: number;
	/** Requests that the server received. */
	readonly requests?: number;
}

/** What was compared. */
export type Costs = Readonly<Partial<Record<Who, Cost>>>;

/** A server that is measured against, as it reports itself. */
export interface Address {
	readonly url: string;
	/** The file with the certificate of its authority, when it speaks TLS. */
	readonly ca?: string;
}

/** How the server answers; `latencyMs` is the time before each answer. */
export interface ServerSetup {
	/** The file in `servers/`; `light` unless given. */
	readonly program?: string;
	readonly tls?: boolean;
	readonly latencyMs?: number;
	/** What else the program takes. */
	readonly world?: unknown;
}

/** Work that can be done again and again. */
export interface Task {
	/** What it answers replaces what was measured: the cost of other processes. */
	run(): Promise<Partial<Cost> | undefined>;
	/** Cleans up, outside of the measurement. */
	after?(): Promise<void>;
}

/** What files of `suites/` export as `contestants`: how each loads, connects and prepares, in a process of its own. */
export type Contestants<Benchmark> = Partial<
	Record<Who, (benchmark: Benchmark, server: Address) => Promise<Task> | Task>
>;

/**
 * What a number must reach: at least `least`, at most `most`. `value` is the rate of our node; the name of another
 * contestant stands for our rate in parts of theirs, `leanPeak` and `leanCpu` for memory and CPU of the lean edition.
 */
export interface Goal {
	readonly of:
		'value' | 'cpu' | 'peak' | 'leanPeak' | 'leanCpu' | 'turn' | 'requests' | 'seconds' | Exclude<Who, 'node'>;
	readonly least?: number;
	readonly most?: number;
}

/** One row of the tables, as it is planned. */
export interface PlannedRow {
	readonly group: (typeof GROUPS)[number];
	readonly name: string;
	/** The file in `suites/` that has the contestants, and what these are told. */
	readonly suite: string;
	readonly benchmark: unknown;
	/** Who takes part, in this order. */
	readonly who: readonly Who[];
	readonly rounds: number;
	/** Whether memory is looked at, which takes time: too much for many small calls. */
	readonly memory: boolean;
	readonly setup: ServerSetup;
	readonly unit: `${string}/s`;
	/** How much our node processes, in the first half of `unit`. */
	readonly amount: number;
	/** How much n8n's helper processes, if that is another amount. */
	readonly helperAmount?: number;
	/** The limit in `unit`, where it is computed and not measured. */
	readonly limit?: number;
	readonly goals?: readonly Goal[];
}

/** The tables, in this order. */
export const GROUPS = ['Upload', 'Download', 'Items', 'Calls', 'Whole jobs', 'Directory', 'Trigger'] as const;

/** A row of our node alone, in one round and with its memory, unless it says otherwise. */
export const rowWith = (
	row: Partial<PlannedRow> & Omit<PlannedRow, 'who' | 'rounds' | 'memory' | 'setup'>,
): PlannedRow => ({ who: ['node'], rounds: 1, memory: true, setup: {}, ...row });
