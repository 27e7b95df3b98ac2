import { cpus, totalmem } from 'node:os';
import type { Record } from './oracle';
import type { Sample } from './messages';
import { secondHalf, slopeOf, type Slope } from './slope';
import type { SoakPlan } from './soak';

/** What may grow: its name, its value in a sample, its unit, and the growth per hour that counts as none. */
interface Resource {
	readonly name: string;
	readonly value: (sample: Sample) => number;
	readonly unit: string;
	readonly allowance: number;
}

const RESOURCES: readonly Resource[] = [
	{ name: 'Heap after garbage collection', value: ({ heap }) => heap / 1e6, unit: 'MB', allowance: 20 },
	{ name: 'Memory of the process (RSS)', value: ({ rss }) => rss / 1e6, unit: 'MB', allowance: 60 },
	{ name: 'File descriptors', value: ({ descriptors }) => descriptors, unit: '', allowance: 10 },
	{ name: 'Sockets', value: ({ sockets }) => sockets, unit: '', allowance: 10 },
	{ name: 'Timers, sockets and requests in Node.js', value: ({ resources }) => resources, unit: '', allowance: 10 },
];

/** How one of the resources behaved in the second half of a soak. */
interface Growth {
	readonly name: string;
	readonly unit: string;
	readonly first: number;
	readonly last: number;
	readonly slope: Slope;
	readonly allowance: number;
	/** False when it grows faster than allowed, with a certainty of 95 %. */
	readonly isFlat: boolean;
}

/** The growth of all resources. */
export function growthOf(samples: readonly Sample[]): Growth[] {
	const half = secondHalf(samples);
	return RESOURCES.map(({ name, unit, value, allowance }) => {
		const slope = slopeOf(half.map((sample) => [sample.seconds, value(sample)]));
		const isFlat = half.length >= 3 && slope.perHour - slope.uncertainty <= allowance;
		const [first, last] = [half[0], half.at(-1)].map((sample) => (sample ? value(sample) : NaN));
		return { name, unit, first: first ?? NaN, last: last ?? NaN, slope, allowance, isFlat };
	});
}

/** The resources that grew, as lines for people. */
export const leaks = (growth: readonly Growth[]): string[] =>
	growth
		.filter(({ isFlat }) => !isFlat)
		.map(({ name, unit, slope }) => `${name} grows by ${signed(slope.perHour)} ${unit} per hour`);

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A Markdown table. */
const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What was done, as rows of a name and a figure. */
function work(record: Record): Array<[string, string]> {
	const { outcomes, faults, samples, coverage, truth, model } = record;
	const sum = (of: (outcome: Record['outcomes'][number]) => number): number =>
		outcomes.reduce((total, outcome) => total + of(outcome), 0);
	const counts = Object.values(coverage).flatMap((kinds) => Object.values(kinds));
	const failed = outcomes.filter(({ failures, stopped }) => failures.length > 0 && !stopped).length;
	return [
		['Duration', `${((samples.at(-1)?.seconds ?? 0) / 60).toFixed(1)} minutes`],
		['Operations (items that a node worked on)', number(sum(({ items }) => items))],
		['Executions and polls', number(outcomes.length)],
		['… with a failure, explained or not', number(failed)],
		['… stopped in the middle', number(outcomes.filter(({ stopped }) => stopped).length)],
		['Content uploaded and downloaded', `${(sum(({ bytes }) => bytes) / 1e9).toFixed(2)} GB`],
		['Faults', number(faults.length)],
		['Endpoints, and pairs of fault and endpoint', `${Object.keys(coverage).length}, ${number(counts.length)}`],
		['Fewest occurrences of a pair', number(Math.min(...counts))],
		[
			'Files compared at the end, by the SHA1 of their stored bytes',
			number(Object.keys(truth?.files ?? {}).length),
		],
		['Paths whose content a lost answer left open', number(openPaths(model ?? {}))],
		['Different changes that happened in the library', number(new Set(truth?.touches).size)],
		['Changes reported by the trigger', number(record.changes.length)],
		['Upload sessions left that the client knew of', number(truth?.knownSessions.length ?? NaN)],
	];
}

const openPaths = (model: NonNullable<Record['model']>): number =>
	Object.values(model).filter((allowed) => allowed.length > 1).length;

/** The result of a soak, as Markdown. */
export function asMarkdown(record: Record, wrong: readonly string[], plan: SoakPlan, command: string): string {
	const rows = growthOf(record.samples).map(({ name, unit, first, last, slope, isFlat }) => [
		name,
		`${first.toFixed(0)} ${unit}`.trim(),
		`${last.toFixed(0)} ${unit}`.trim(),
		`${signed(slope.perHour)} ± ${slope.uncertainty.toFixed(1)} ${unit}`.trim(),
		isFlat ? 'flat' : 'grows',
	]);
	const [cpu] = cpus();
	const verdict = wrong.length === 0 ? 'nothing wrong' : `${number(wrong.length)} findings`;
	const machine = `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1e9)} GB`;
	return [
		`\`${command}\` on ${new Date().toISOString().slice(0, 10)}, ${machine}, ` +
			`Node.js ${process.versions.node}; ` +
			`seed ${plan.seed}. Result: **${verdict}**.`,
		table(['What', 'Figure'], work(record)),
		'Second half of the run, at moments when nothing is under way; the slope is a linear regression with its ' +
			'95 % confidence interval:',
		table(['What', 'First', 'Last', 'Slope per hour', 'Verdict'], rows),
	].join('\n\n');
}
