import { PACKAGE_GOALS, type Rate, type Results, type Row } from './results';
import { type Goal, GROUPS, type Who } from './types';

/** A number with at least three digits. */
const digits = (value: number): string =>
	value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** How a goal is written: its number, and the unit behind it. */
const GOALS: Readonly<Record<Goal['of'], { unit: string; format: (goal: number) => string }>> = {
	value: { unit: '', format: digits },
	seconds: { unit: ' s', format: String },
	requests: { unit: ' requests', format: digits },
	cpu: { unit: '', format: String },
	peak: { unit: ' MB', format: String },
	leanPeak: { unit: ' MB, lean', format: String },
	leanCpu: { unit: ' s/GB, lean', format: String },
	lean: { unit: ' × lean', format: digits },
	turn: { unit: ' ms a turn', format: String },
	limit: { unit: ' of the limit', format: percent },
	nextcloud: { unit: ' × Nextcloud', format: String },
	s3: { unit: ' × S3', format: String },
	http: { unit: ' × HTTP Request', format: String },
	helper: { unit: ' × helper', format: String },
	files: { unit: ' × the files', format: String },
};

function goalsOf({ goals = [], unit: rate }: Row): string {
	const cpuUnit = rate === 'MB/s' ? ' s/GB' : ' ms';
	return goals
		.map(({ of, least, most, good }) => {
			const { format } = GOALS[of];
			const unit = of === 'cpu' ? cpuUnit : GOALS[of].unit;
			const bound = least === undefined ? `≤ ${format(most ?? NaN)}` : `≥ ${format(least)}`;
			return `${bound}${unit} ${good ? '✓' : '✗'}`;
		})
		.join(', ');
}

interface Table {
	readonly title: string;
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

const CONTESTANTS: Readonly<Record<Who, string>> = {
	node: 'ours',
	lean: 'ours, lean',
	limit: 'openssl, curl',
	nextcloud: 'n8n Nextcloud',
	s3: 'n8n S3',
	http: 'n8n HTTP Request',
	helper: 'n8n helper',
	files: 'the same files',
};
const OTHERS = ['lean', 'limit', 'nextcloud', 's3', 'http', 'files'] as const;

/** Rates of transfers, ours and those of the others; how fast, then what it costs. */
function transferTables(title: string, rows: readonly Row[]): Table[] {
	const others = OTHERS.filter((who) => rows.some((row) => row.others[who]));
	const names = others.map((who) => CONTESTANTS[who]);
	const cost = ({ cpu, peakMB }: Rate): string =>
		[...(cpu === undefined ? [] : [cpu.toFixed(2)]), ...(peakMB === undefined ? [] : [peakMB.toFixed(0)])].join(
			', ',
		);
	const row = (each: Row, format: (rate: Rate) => string, ...more: string[]): string[] => [
		each.name,
		format(each),
		...more,
		...others.map((who) => (each.others[who] ? format(each.others[who]) : '')),
	];
	const costs = rows.map((each) => [...row(each, cost), turnsOf(each), goalsOf(each)]);
	return [
		{
			title: `${title}: MB/s`,
			head: ['', 'ours', 'of the limit', ...names],
			rows: rows.map((each) => row(each, ({ value }) => digits(value), ofLimit(each))),
		},
		{
			title: `${title}: CPU s/GB, peak MB`,
			head: ['', 'ours', ...names, LONGEST_TURN, 'goal'],
			rows: costs,
		},
	];
}

const LONGEST_TURN = 'longest turn, ms';

/** The longest turn, and behind it the longest one without garbage collection. */
const turnsOf = ({ turnMs, ownTurnMs }: Pick<Rate, 'turnMs' | 'ownTurnMs'>): string =>
	[turnMs, ownTurnMs].map((ms) => ms?.toFixed(0) ?? '').join(', ');

const ofLimit = ({ value, others: { limit } }: Row): string => (limit ? percent(value / limit.value) : '');

/** Rates of items, calls and jobs. */
function itemTable(title: string, rows: readonly Row[]): Table {
	const hasLean = rows.some(({ others }) => others.lean);
	const hasHelper = rows.some(({ others }) => others.helper);
	const hasPeak = rows.some(({ peakMB }) => peakMB !== undefined);
	return {
		title,
		head: [
			...[
				'',
				'ours',
				...(hasLean ? ['lean'] : []),
				'takes',
				'of the limit',
				...(hasHelper ? ['× n8n helper'] : []),
			],
			...['CPU', 'requests', ...(hasPeak ? ['peak MB'] : []), LONGEST_TURN, 'goal'],
		],
		rows: rows.map((row) => {
			const { name, unit, value, seconds, cpu, peakMB, requests, others } = row;
			return [
				...[name, `${digits(value)} ${unit}`],
				...(hasLean ? [others.lean ? `${digits(others.lean.value)} ${unit}` : ''] : []),
				...[`${digits(seconds)} s`, ofLimit(row)],
				...(hasHelper ? [others.helper ? digits(value / others.helper.value) : ''] : []),
				...[cpu === undefined ? '' : `${digits(cpu)} ms`, digits(requests)],
				...(hasPeak ? [peakMB?.toFixed(0) ?? ''] : []),
				...[turnsOf(row), goalsOf(row)],
			];
		}),
	};
}

function packageCells(cost: NonNullable<Results['package']>): string[][] {
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

function tablesOf({ rows: all, package: cost }: Results): Table[] {
	const groups = GROUPS.flatMap((group) => {
		const rows = all.filter((row) => row.group === group);
		if (rows.length === 0) return [];
		return group === 'Upload' || group === 'Download' ? transferTables(group, rows) : [itemTable(group, rows)];
	});
	return [
		...groups,
		...(cost ? [{ title: 'Package', head: ['', 'measured', 'goal'], rows: packageCells(cost) }] : []),
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
