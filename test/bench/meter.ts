import type { Cost, Task } from './types';

/** How often memory is sampled, in ms. */
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
		const idle = (this.#idle ??= process.memoryUsage.rss());
		let highest = idle;
		const sample = (): void => {
			highest = Math.max(highest, process.memoryUsage.rss());
		};
		const timer = this.memory ? setInterval(sample, SAMPLE_MS) : undefined;
		const cpu = process.cpuUsage();
		const from = performance.now();
		const other = await this.task.run();
		const seconds = (performance.now() - from) / 1000;
		const { user, system } = process.cpuUsage(cpu);
		sample();
		clearInterval(timer);
		await this.task.after?.();
		const peak = this.memory ? { peak: (highest - idle) / 1e6 } : {};
		return { seconds, cpu: (user + system) / 1e6, ...peak, ...other };
	}
}

/** The better of two costs in each respect; of memory the higher one. */
export function bestOf(before: Cost, now: Cost): Cost {
	const of = <K extends keyof Cost>(key: K, choose: (...values: number[]) => number): Partial<Cost> => {
		const values = [before[key], now[key]].filter((value) => value !== undefined);
		return values.length > 0 ? { [key]: choose(...values) } : {};
	};
	return {
		seconds: Math.min(before.seconds, now.seconds),
		...of('cpu', Math.min),
		...of('peak', Math.max),
		...of('requests', Math.max),
	};
}
