import type { Goal } from './plan';
import { PACKAGE_GOALS, type Growth, type Results, type Row } from './results';

/** Three digits or more. */
const digits = (value: number): string =>
	value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

/** How a goal is told: what stands behind the number, and the number itself. */
const GOALS: Readonly<Record<Goal['of'], { unit: string; told: (number: number) => string }>> = {
	value: { unit: '', told: String },
	limit: { unit: ' of the limit', told: (number) => `${number * 100} %` },
	helper: { unit: ' × helper', told: String },
	cpu: { unit: ' s/GB', told: String },
	peak: { unit: ' MB', told: String },
};

const goalsOf = ({ goals = [] }: Row): string =>
	goals
		.map(({ of, least, most, good }) => {
			const { unit, told } = GOALS[of];
			return `${least === undefined ? `≤ ${told(most ?? NaN)}` : `≥ ${told(least)}`}${unit} ${good ? '✓' : '✗'}`;
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
	const line = (name: string, key: keyof typeof PACKAGE_GOALS, unit: string): string[] => [
		name,
		`${digits(cost[key])} ${unit}`,
		`≤ ${PACKAGE_GOALS[key]} ${unit} ${cost[key] <= PACKAGE_GOALS[key] ? '✓' : '✗'}`,
	];
	return [
		line(`Loading all nodes and credentials (${cost.files} files)`, 'loadMs', 'ms'),
		line('Heap after loading', 'heapMB', 'MB'),
		line('Packed tarball', 'tarballKB', 'kB'),
	];
}

/** The tables of a run: title, columns, lines. */
function tables(results: Results): Array<{ title: string; head: string[]; lines: string[][] }> {
	const groups = [...new Set(results.rows.map(({ group }) => group))].filter((group) => group !== 'Growth');
	return [
		...groups.map((title) => ({
			title,
			head: HEAD,
			lines: results.rows.filter(({ group }) => group === title).map(cells),
		})),
		{
			title: 'Growth',
			head: ['', 'from … to', 'takes', 'straight line', 'R²'],
			lines: results.growth.map(growthCells),
		},
		{ title: 'Package', head: ['', 'measured', 'goal'], lines: packageCells(results) },
	];
}

/** The tables as text for a terminal. */
export function asText(results: Results): string {
	return tables(results)
		.map(({ title, head, lines }) => {
			const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => (line[at] ?? '').length)));
			const row = (line: readonly string[]): string =>
				line
					.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
					.join('  ');
			return [title, row(head), ...lines.map(row)].join('\n');
		})
		.join('\n\n');
}

/** The tables as Markdown. */
export function asMarkdown(results: Results): string {
	const row = (line: readonly string[]): string => `| ${line.join(' | ')} |`;
	return tables(results)
		.map(({ title, head, lines }) =>
			[
				`### ${title}`,
				'',
				row(head),
				row(head.map((_, at) => (at === 0 ? '---' : '---:'))),
				...lines.map(row),
			].join('\n'),
		)
		.join('\n\n');
}
