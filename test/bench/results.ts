import { cpus, totalmem } from 'node:os';
import type { Readings } from './child';
import { straightLine, type Fit, type Point } from './fit';
import type { PackageCost } from './package';
import type { Goal, Level, Line } from './plan';

/** One measured line. */
export interface Row {
	readonly group: Line['group'];
	readonly name: string;
	readonly unit: Line['unit'];
	/** Of our node, in `unit`. */
	readonly value: number;
	/** Of what the machine or the latency allows, and of n8n's own helper, in `unit`. */
	readonly limit?: number;
	readonly helper?: number;
	/** CPU seconds of n8n's process for 1e9 bytes, or CPU ms for each item. */
	readonly cpu: number;
	/** MB above an idle n8n. */
	readonly peakMB?: number;
	readonly seconds: number;
	/** What had to be reached, and whether it was. */
	readonly goals?: ReadonlyArray<Goal & { readonly good: boolean }>;
}
export interface Growth {
	readonly line: string;
	readonly points: readonly Point[];
	readonly fit: Fit;
}
/** A whole run, as the JSON file holds it. */
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

/** Goals of the package. */
export const PACKAGE_GOALS = { loadMs: 25, heapMB: 8, tarballKB: 400 } as const;

function isGood(
	{ of, least = -Infinity, most = Infinity }: Goal,
	{ value, limit = NaN, helper = NaN, cpu, peakMB = NaN }: Row,
): boolean {
	const number = { value, limit: value / limit, helper: value / helper, cpu, peak: peakMB }[of];
	return number >= least && number <= most;
}

/** The readings of one line as rates. */
export function rowOf(
	{ group, name, unit, amount, helperAmount = amount, limit: known, goals }: Line,
	{ node, limit, helper }: Readings,
): Row {
	if (!node) throw new Error(`nothing was measured of ${name}`);
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

/** Everything of a run in one object. */
export function resultsOf(level: Level, measured: ReadonlyArray<{ line: Line; row: Row }>, cost: PackageCost): Results {
	const lines = [...new Set(measured.flatMap(({ line }) => line.growth?.line ?? []))];
	const growth = lines.map((line) => {
		const points = measured.flatMap(({ line: { growth: at }, row }) =>
			at?.line === line ? [{ x: at.x, seconds: row.seconds }] : [],
		);
		return { line, points, fit: straightLine(points) };
	});
	const machine = {
		cores: cpus().length,
		arch: process.arch,
		memoryGB: Math.round(totalmem() / 1e9),
		node: process.version,
	};
	return { level, machine, rows: measured.map(({ row }) => row), growth, package: cost };
}
