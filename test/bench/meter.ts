import { writeFileSync } from 'node:fs';
import { startTurns } from './longestTurn';
import type { Cost, Task } from './types';

/** How often memory is sampled where the system does not keep its peak, in ms. */
const SAMPLE_MS = 5;

/**
 * Measures a task of this process, again and again. Peaks are above the memory that the process occupied before the
 * first run.
 */
export class Meter {
	#idle: number | undefined;

	constructor(
		private readonly task: Task,
		private readonly memory: boolean,
	) {}

	/** Collects garbage, then runs the task once. */
	async measure(): Promise<Cost> {
		globalThis.gc?.();
		this.#idle ??= process.memoryUsage.rss();
		const peak = this.memory ? startPeak() : undefined;
		const turns = startTurns();
		const cpu = process.cpuUsage();
		const from = performance.now();
		const other = await this.task.run();
		const seconds = (performance.now() - from) / 1000;
		const { user, system } = process.cpuUsage(cpu);
		const { ms: turn, ownMs: ownTurn } = turns();
		const memory = peak ? { peak: (peak() - this.#idle) / 1e6 } : {};
		await this.task.after?.();
		return { seconds, cpu: (user + system) / 1e6, turn, ownTurn, ...memory, ...other };
	}
}

/** Begins a new peak of the resident memory; what it answers ends it, and answers it in bytes. */
function startPeak(): () => number {
	try {
		// Linux begins a new peak, which costs nothing while the task runs.
		writeFileSync('/proc/self/clear_refs', '5');
		return () => process.resourceUsage().maxRSS * 1024;
	} catch {
		let highest = 0;
		const sample = (): void => {
			highest = Math.max(highest, process.memoryUsage.rss());
		};
		const timer = setInterval(sample, SAMPLE_MS);
		return () => {
			sample();
			clearInterval(timer);
			return highest;
		};
	}
}

/** The better of two costs in each respect; of memory and of turns the higher one. */
export function bestOf(before: Cost, now: Cost): Cost {
	const of = <K extends keyof Cost>(key: K, choose: (...values: number[]) => number): Partial<Cost> => {
		const values = [before[key], now[key]].filter((value) => value !== undefined);
		return values.length > 0 ? { [key]: choose(...values) } : {};
	};
	return {
		seconds: Math.min(before.seconds, now.seconds),
		...of('cpu', Math.min),
		...of('peak', Math.max),
		...of('turn', Math.max),
		...of('ownTurn', Math.max),
		...of('requests', Math.max),
	};
}
