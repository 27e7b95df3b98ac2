import './yamlModules';
import type { Finding } from './fuzzTarget';
import { targets } from './targets';

/* A process of the fuzzer: plays one batch after the other. Its parent ends it when a batch does not end. */

/** A batch of cases of one target. */
export interface Batch {
	readonly target: string;
	readonly seed: number;
	readonly cases: number;
}

/** What became of a batch; a finding for a case that broke the promise. */
export interface Played {
	/** Time of the processor, in ms. */
	readonly cpuMs: number;
	readonly finding?: Finding;
}

process.on('message', (batch: Batch) => void play(batch));

async function play({ target: name, seed, cases }: Batch): Promise<void> {
	const target = targets.find((each) => each.name === name);
	if (!target) throw new Error(`there is no target ${name}`);
	const before = process.cpuUsage();
	const finding = await target.play(seed, cases);
	const { user, system } = process.cpuUsage(before);
	const played: Played = { cpuMs: (user + system) / 1000, ...(finding ? { finding } : {}) };
	process.send?.(played);
}
