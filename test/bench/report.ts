import { PACKAGE_GOALS, type Rate, type Results, type Row } from './results';
import { GROUPS, type Who } from './types';

/** A number with at least three digits. */
const digits = (value: number): string =>
	value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

const CONTESTANTS: Readonly<Record<Exclude<Who, 'node'>, string>> = {
	lean: 'lean',
	limit: 'openssl, curl',
	nextcloud: 'n8n Nextcloud',
	s3: 'n8n S3',
	helper: 'n8n helper',
	files: 'the same files',
};
const OTHERS = Object.keys(CONTESTANTS) as Array<keyof typeof CONTESTANTS>;

/** A rate, and in parentheses what it costs: CPU, and MB above the idle process. */
function cellOf(rate: Rate | undefined): string {
	if (!rate) return '';
	const cost = [rate.cpu?.toFixed(2), rate.peakMB?.toFixed(0)].filter((each) => each !== undefined).join(', ');
	return `${digits(rate.value)}${cost === '' ? '' : ` (${cost})`}`;
}

const goalsOf = ({ goals = [] }: Row): string =>
	goals
		.map(
			({ of, least, most, good }) =>
				`${of} ${least === undefined ? `≤ ${most}` : `≥ ${least}`} ${good ? '✓' : '✗'}`,
		)
		.join(', ');

interface Table {
	readonly title: string;
	readonly head: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
}

/** The rows of one group: ours, those of the others, and what else is looked at. */
function tableOf(title: string, rows: readonly Row[]): Table {
	const others = OTHERS.filter((who) => rows.some((row) => row.others[who]));
	const cpu = rows.some(({ unit }) => unit === 'MB/s') ? 'CPU s/GB' : 'CPU ms';
	return {
		title: `${title}: rate (${cpu}, peak MB)`,
		head: [
			'',
			'ours',
			'takes',
			...others.map((who) => CONTESTANTS[who]),
			'of the limit',
			'requests',
			'longest turn, ms, own',
			'goals',
		],
		rows: rows.map((row) => [
			row.name,
			`${cellOf(row)} ${row.unit}`,
			`${digits(row.seconds)} s`,
			...others.map((who) => cellOf(row.others[who])),
			row.others.limit ? `${Math.round((100 * row.value) / row.others.limit.value)} %` : '',
			digits(row.requests),
			[row.turnMs, row.ownTurnMs].map((ms) => ms?.toFixed(0) ?? '').join(', '),
			goalsOf(row),
		]),
	};
}

function packageTable(cost: NonNullable<Results['package']>): Table {
	const row = (name: string, key: keyof typeof PACKAGE_GOALS, unit: string): string[] => [
		name,
		`${digits(cost[key])} ${unit}`,
		`≤ ${PACKAGE_GOALS[key]} ${unit} ${cost[key] <= PACKAGE_GOALS[key] ? '✓' : '✗'}`,
	];
	return {
		title: 'Package',
		head: ['', 'measured', 'goal'],
		rows: [
			row(`Loading all nodes and credentials (${cost.files} files)`, 'loadMs', 'ms'),
			row('Heap after loading', 'heapMB', 'MB'),
			row('Packed tarball', 'tarballKB', 'kB'),
		],
	};
}

function textOf({ title, head, rows }: Table): string {
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
	const pad = (cell: string, column: number): string =>
		column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
	return [title, ...[head, ...rows].map((row) => row.map(pad).join('  '))].join('\n');
}

/** The tables of a run as text for a terminal. */
export function asText({ rows: all, package: cost }: Results): string {
	const groups = GROUPS.map((group) => [group, all.filter((row) => row.group === group)] as const);
	const tables = groups.flatMap(([group, rows]) => (rows.length === 0 ? [] : [tableOf(group, rows)]));
	return [...tables, ...(cost ? [packageTable(cost)] : [])].map(textOf).join('\n\n');
}
