import './yamlModules';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedOfBatch, type FuzzTarget } from './fuzzTarget';
import { readOptions, USAGE, type FuzzOptions } from './options';
import { targets, SHARES } from './targets';
import type { Batch, Played } from './worker';
import { Worker } from './workers';

/* `npm run fuzz`: random cases for every target, over all cores, with a report at the end. */

/** Cases between two messages of a worker: at most so many, and fewer of a target whose cases cost more. */
const [LEAST_BATCH, MOST_BATCH] = [5, 1_000];
const PROGRESS_MS = 15_000;
/** Where counterexamples are kept. */
const FOLDER = path.join('.cache', 'fuzz');

/** The batches of a run: targets in turn, so that a run that is stopped has played something of each. */
function batchesOf({ cases, seed, target }: FuzzOptions): Batch[] {
	const chosen = targets.filter(({ name }) => target === undefined || name === target);
	const all = chosen.flatMap(({ name, share }) => {
		const count = target === undefined ? Math.ceil((cases * share) / SHARES) : cases;
		const size = Math.min(MOST_BATCH, Math.max(LEAST_BATCH, 5 * share));
		const batches = Math.ceil(count / size);
		return Array.from({ length: batches }, (_, batch) => ({
			order: batch / batches,
			batch: { target: name, seed: seedOfBatch(seed, batch), cases: Math.min(size, count - batch * size) },
		}));
	});
	return all.sort((one, other) => one.order - other.order).map(({ batch }) => batch);
}

/** What was played of a target. */
interface Tally {
	cases: number;
	cpuMs: number;
	findings: number;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function report({ target, cases }: Batch, { finding }: Played): void {
	if (!finding) return;
	mkdirSync(FOLDER, { recursive: true });
	const repeat = `npm run fuzz -- --target ${target} --seed ${finding.seed} --cases ${finding.cases || cases}`;
	const file = path.join(FOLDER, `${target}-${finding.seed}.txt`);
	const text = `${target}\n\n${repeat}\n\n${finding.smallest}\n\n${finding.problem}\n`;
	writeFileSync(file, text);
	print(`\nFOUND  ${target}: ${finding.problem.split('\n')[0]}\n  ${finding.smallest.slice(0, 500)}`);
	print(`  again: ${repeat}\n  whole: ${file}\n`);
}

/** Plays all batches. Answers what was played, by target. */
async function playAll(options: FuzzOptions, tallies: ReadonlyMap<string, Tally>): Promise<void> {
	const batches = batchesOf(options);
	const work = async (): Promise<void> => {
		const worker = new Worker();
		for (let batch = batches.shift(); batch; batch = batches.shift()) {
			const tally = tallies.get(batch.target);
			// One finding of a target is looked at before there is a second.
			if (!tally || tally.findings > 0) continue;
			const played = await worker.play(batch);
			report(batch, played);
			tally.cases += played.finding ? played.finding.cases : batch.cases;
			tally.cpuMs += played.cpuMs;
			if (played.finding) tally.findings++;
		}
		worker.stop();
	};
	await Promise.all(Array.from({ length: options.workers }, work));
}

const counted = (number: number): string => number.toLocaleString('en-US');

function summary(tallies: ReadonlyMap<string, Tally>): void {
	print(`\n${'target'.padEnd(24)}${'cases'.padStart(10)}${'ms/case'.padStart(10)}${'findings'.padStart(10)}`);
	for (const [name, { cases, cpuMs, findings }] of tallies) {
		const each = (cpuMs / Math.max(1, cases)).toFixed(2);
		print(`${name.padEnd(24)}${counted(cases).padStart(10)}${each.padStart(10)}${String(findings).padStart(10)}`);
	}
}

async function run(options: FuzzOptions, chosen: readonly FuzzTarget[]): Promise<number> {
	const tallies = new Map(chosen.map(({ name }) => [name, { cases: 0, cpuMs: 0, findings: 0 }]));
	const total = (key: keyof Tally): number => [...tallies.values()].reduce((sum, tally) => sum + tally[key], 0);
	const began = Date.now();
	const seconds = (): number => Math.round((Date.now() - began) / 1000);
	print(`seed ${options.seed}, ${counted(options.cases)} cases, ${options.workers} processes`);
	const progress = setInterval(
		() => print(`${seconds()} s: ${counted(total('cases'))} cases, ${total('findings')} findings`),
		PROGRESS_MS,
	);
	await playAll(options, tallies);
	clearInterval(progress);
	summary(tallies);
	const findings = total('findings');
	print(`\n${counted(total('cases'))} cases in ${seconds()} s, seed ${options.seed}: ${findings} findings`);
	return findings === 0 ? 0 : 1;
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	const chosen = targets.filter(({ name }) => options.target === undefined || name === options.target);
	if (chosen.length === 0) throw new Error(`there is no target "${options.target}": --list names them`);
	if (!options.list) process.exitCode = await run(options, chosen);
	else
		for (const { name, share, promise } of chosen)
			print(`${name.padEnd(24)}${String(share).padStart(5)}  ${promise}`);
}

main().catch((error: unknown) => {
	print(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	process.exitCode = 2;
});
