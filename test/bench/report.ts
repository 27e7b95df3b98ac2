import type { Goal } from './goals';
import { PACKAGE_GOALS, type Growth, type Results, type Row } from './results';

/** A number with at least three digits. */
const digits = (value: number): string =>
	value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

/** How a goal is written: its number, and the unit behind it. */
const GOALS: Readonly<Record<Goal['of'], { unit: string; format: (goal: number) => string }>> = {
	value: { unit: '', format: String },
	limit: { unit: ' of the limit', format: (goal) => `${goal * 100} %` },
	helper: { unit: ' × helper', format: String },
	cpu: { unit: ' s/GB', format: String },
	peak: { unit: ' MB', format: String },
};

const goalsOf = ({ goals = [] }: Row): string =>
	goals
		.map(({ of, least, most, good }) => {
			const { unit, format } = GOALS[of];
			const bound = least === undefined ? `≤ ${format(most ?? NaN)}` : `≥ ${format(least)}`;
			return `${bound}${unit} ${good ? '✓' : '✗'}`;
		})
		.join(', ');

const HEAD = ['', 'ours', 'of the limit', '× n8n helper', 'CPU', 'peak MB', 'goal'];

function cells(row: Row): string[] {
	const { name, unit, value, limit, helper, cpu, peakMB } = row;
	return [
		name,
		`${digits(value)} ${unit}`,
		limit === undefined ? '' : `${Math.round((value / limit) * 100)} %`,
		helper === undefined ? '' : digits(value / helper),
		unit === 'MB/s' ? `${cpu.toFixed(2)} s/GB` : `${cpu.toFixed(2)} ms`,
		peakMB === undefined ? '' : peakMB.toFixed(0),
		goalsOf(row),
	];
}

function growthCells({ line, points, fit }: Growth): string[] {
	const [first, last] = [points[0], points.at(-1)];
	return [
		line,
		`${digits(first?.x ?? 0)} … ${digits(last?.x ?? 0)}`,
		`${digits(first?.seconds ?? 0)} … ${digits(last?.seconds ?? 0)} s`,
		`${(fit.each * 1e3).toFixed(3)} ms each + ${(fit.fixed * 1e3).toFixed(1)} ms`,
		fit.r2.toFixed(4),
	];
}

function packageCells({ package: cost }: Results): string[][] {
	const cellsOf = (name: string, key: keyof typeof PACKAGE_GOALS, unit: string): string[] => [
		name,
		`${digits(cost[key])} ${unit}`,
		`≤ ${PACKAGE_GOALS[key]} ${unit} ${cost[key] <= PACKAGE_GOALS[key] ? '✓' : '✗'}`,
	];
	return [
		cellsOf(`Loading all nodes and credentials (${cost.files} files)`, 'loadMs', 'ms'),
		cellsOf('Heap after loading', 'heapMB', 'MB'),
		cellsOf('Packed tarball', 'tarballKB', 'kB'),
	];
}

interface Table {
	readonly title: string;
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

function tablesOf(results: Results): Table[] {
	const groups = [...new Set(results.rows.map(({ group }) => group))].filter((group) => group !== 'Growth');
	return [
		...groups.map((title) => ({
			title,
			head: HEAD,
			rows: results.rows.filter(({ group }) => group === title).map(cells),
		})),
		{
			title: 'Growth',
			head: ['', 'from … to', 'takes', 'straight line', 'R²'],
			rows: results.growth.map(growthCells),
		},
		{ title: 'Package', head: ['', 'measured', 'goal'], rows: packageCells(results) },
	];
}

/** The tables of a run as text for a terminal. */
export const asText = (results: Results): string => tablesOf(results).map(textOf).join('\n\n');

function textOf({ title, head, rows }: Table): string {
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
	const pad = (cell: string, column: number): string =>
		column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
	return [title, ...[head, ...rows].map((row) => row.map(pad).join('  '))].join('\n');
}

/** The tables of a run as Markdown. */
export const asMarkdown = (results: Results): string => tablesOf(results).map(markdownOf).join('\n\n');

function markdownOf({ title, head, rows }: Table): string {
	const markdownRow = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
	const alignments = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [`### ${title}`, '', ...[head, alignments, ...rows].map(markdownRow)].join('\n');
}
