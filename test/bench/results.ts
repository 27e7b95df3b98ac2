import { cpus, totalmem } from 'node:os';
import type { Costs } from './child';
import { straightLine, type Fit, type Point } from './fit';
import type { PackageCost } from './package';
import type { Goal } from './goals';
import type { Level, PlannedRow } from './plan';

/** One measured row of the tables. */
export interface Row {
	readonly group: PlannedRow['group'];
	readonly name: string;
	readonly unit: PlannedRow['unit'];
	/** The rate of our node, in `unit`. */
	readonly value: number;
	/** The rate that the machine or the latency allows, and that of n8n's own helper, in `unit`. */
	readonly limit?: number;
	readonly helper?: number;
	/** CPU seconds of n8n's process for 1e9 bytes, or CPU milliseconds for each item. */
	readonly cpu: number;
	/** MB above an idle n8n. */
	readonly peakMB?: number;
	readonly seconds: number;
	/** What this row must reach, and whether it does. */
	readonly goals?: ReadonlyArray<Goal & { readonly good: boolean }>;
}

/** How the time grows with the work: measured points and the straight line that fits them. */
export interface Growth {
	readonly line: string;
	readonly points: readonly Point[];
	readonly fit: Fit;
}

/** A whole run, as it is in the JSON file. */
export interface Results {
	readonly level: Level;
	readonly machine: {
		readonly cores: number;
		readonly arch: string;
		readonly memoryGB: number;
		readonly node: string;
	};
	readonly rows: readonly Row[];
	readonly growth: readonly Growth[];
	readonly package: PackageCost;
}

/** What the package must not exceed. */
export const PACKAGE_GOALS = { loadMs: 25, heapMB: 8, tarballKB: 400 } as const;

/** A planned row and its result. */
export interface MeasuredRow {
	readonly planned: PlannedRow;
	readonly row: Row;
}

function isGood(
	{ of, least = -Infinity, most = Infinity }: Goal,
	{ value, limit = NaN, helper = NaN, cpu, peakMB = NaN }: Row,
): boolean {
	const number = { value, limit: value / limit, helper: value / helper, cpu, peak: peakMB }[of];
	return number >= least && number <= most;
}

/** The costs of one row as rates. */
export function rowOf(
	{ group, name, unit, amount, helperAmount = amount, limit: known, goals }: PlannedRow,
	{ node, limit, helper }: Costs,
): Row {
	if (!node) throw new Error(`our node was not measured in ${name}`);
	const isBytes = unit === 'MB/s';
	const row: Row = {
		group,
		name,
		unit,
		value: amount / node.seconds,
		seconds: node.seconds,
		cpu: (node.cpu / amount) * 1000,
		...(node.peak === undefined ? {} : { peakMB: node.peak }),
		...(known !== undefined ? { limit: known } : limit ? { limit: amount / limit.seconds } : {}),
		...(helper && (isBytes || helperAmount > 0) && group !== 'Growth'
			? { helper: helperAmount / helper.seconds }
			: {}),
	};
	return { ...row, ...(goals?.length ? { goals: goals.map((goal) => ({ ...goal, good: isGood(goal, row) })) } : {}) };
}

function growthOf(measured: readonly MeasuredRow[]): Growth[] {
	const lines = [...new Set(measured.flatMap(({ planned }) => planned.growth?.line ?? []))];
	return lines.map((line) => {
		const points = measured.flatMap(({ planned: { growth }, row }) =>
			growth?.line === line ? [{ x: growth.x, seconds: row.seconds }] : [],
		);
		return { line, points, fit: straightLine(points) };
	});
}

/** The results of a whole run in one object. */
export function resultsOf(level: Level, measured: readonly MeasuredRow[], cost: PackageCost): Results {
	const machine = {
		cores: cpus().length,
		arch: process.arch,
		memoryGB: Math.round(totalmem() / 1e9),
		node: process.version,
	};
	return { level, machine, rows: measured.map(({ row }) => row), growth: growthOf(measured), package: cost };
}
