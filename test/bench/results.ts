import { cpus, totalmem } from 'node:os';
import { defined } from '../../src/protocol/wire/json';
import type { PackageCost } from './package';
import type { Goal, Cost, Costs, Level, PlannedRow, Who } from './types';

/** How fast a contestant is, and what that costs. */
export interface Rate {
	/** In the unit of the row. */
	readonly value: number;
	/** CPU seconds for 1e9 bytes, or CPU milliseconds for each item. */
	readonly cpu?: number;
	/** MB above the idle process. */
	readonly peakMB?: number;
	/** CPU ms of the longest turn of the event loop, and of the longest one without garbage collection. */
	readonly turnMs?: number;
	readonly ownTurnMs?: number;
}

/** One measured row of the tables; the rates of its own are those of our node. */
export interface Row extends Rate {
	readonly group: PlannedRow['group'];
	readonly name: string;
	readonly unit: PlannedRow['unit'];
	readonly seconds: number;
	readonly requests: number;
	/** The others that were measured, and the limit that was computed. */
	readonly others: Readonly<Partial<Record<Who, Rate>>>;
	/** What this row must reach, and whether it does; goals against who was not there are missing. */
	readonly goals?: ReadonlyArray<Goal & { readonly good: boolean }>;
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
	/** Absent where only some rows were wanted. */
	readonly package?: PackageCost;
}

/** What the package must not exceed. */
export const PACKAGE_GOALS = { loadMs: 20, heapMB: 4, tarballKB: 800 } as const;

/** What every row must reach: the event loop belongs to n8n and to what else it runs. In ms of CPU. */
const TURN_GOAL: Goal = { of: 'turn', most: 100 };

/** The number that a goal is about; undefined where it was not measured. */
function numberOf(of: Goal['of'], row: Row): number | undefined {
	if (of === 'value' || of === 'cpu' || of === 'requests' || of === 'seconds') return row[of];
	if (of === 'peak') return row.peakMB;
	if (of === 'leanPeak') return row.others.lean?.peakMB;
	if (of === 'leanCpu') return row.others.lean?.cpu;
	if (of === 'turn') return row.turnMs;
	const other = row.others[of];
	return other && row.value / other.value;
}

function goalsMet(row: Row, goals: readonly Goal[]): Row['goals'] {
	return goals.flatMap((goal) => {
		const number = numberOf(goal.of, row);
		const { least = -Infinity, most = Infinity } = goal;
		return number === undefined ? [] : [{ ...goal, good: number >= least && number <= most }];
	});
}

const rateOf = ({ seconds, cpu, peak, turn, ownTurn }: Cost, amount: number): Rate => ({
	value: amount / seconds,
	...(cpu === undefined ? {} : { cpu: (cpu / amount) * 1000 }),
	...defined({ peakMB: peak, turnMs: turn, ownTurnMs: ownTurn }),
});

/** The costs of one row as rates. */
export function rowOf(
	{ group, name, unit, amount, helperAmount = amount, limit, goals = [] }: PlannedRow,
	{ node, ...others }: Costs,
): Row {
	if (!node) throw new Error(`our node was not measured in ${name}`);
	const rates = Object.entries(others).map(([who, cost]) => [
		who,
		rateOf(cost, who === 'helper' ? helperAmount : amount),
	]);
	const row: Row = {
		group,
		name,
		unit,
		...rateOf(node, amount),
		seconds: node.seconds,
		requests: node.requests ?? 0,
		others: { ...Object.fromEntries(rates), ...(limit === undefined ? {} : { limit: { value: limit } }) },
	};
	return { ...row, goals: goalsMet(row, [...goals, TURN_GOAL]) ?? [] };
}

/** The results of a whole run in one object. */
export function resultsOf(level: Level, rows: readonly Row[], cost?: PackageCost): Results {
	const machine = {
		cores: cpus().length,
		arch: process.arch,
		memoryGB: Math.round(totalmem() / 1e9),
		node: process.version,
	};
	return { level, machine, rows, ...defined({ package: cost }) };
}
