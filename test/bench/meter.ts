/** What one run of a task cost. */
export interface Cost {
	readonly seconds: number;
	/** CPU seconds of this process. */
	readonly cpu: number;
	/** Peak of the resident memory during the run, above that before it, in MB (1e6 bytes); absent if not sampled. */
	readonly peak?: number;
}

/** How tasks are compared. Sampling memory takes time, which would distort the cost of many small calls. */
export interface CompareOptions {
	readonly rounds: number;
	readonly memory?: boolean;
}

/** How often memory is sampled, in ms. */
const SAMPLE_MS = 5;

/** Collects garbage, then runs the task once. */
async function measureOnce(task: () => Promise<unknown>, memory: boolean): Promise<Cost> {
	globalThis.gc?.();
	const idle = process.memoryUsage.rss();
	let highest = idle;
	const sample = (): void => {
		highest = Math.max(highest, process.memoryUsage.rss());
	};
	const timer = memory ? setInterval(sample, SAMPLE_MS) : undefined;
	const cpu = process.cpuUsage();
	const from = performance.now();
	try {
		await task();
	} finally {
		sample();
		clearInterval(timer);
	}
	const { user, system } = process.cpuUsage(cpu);
	return {
		seconds: (performance.now() - from) / 1000,
		cpu: (user + system) / 1e6,
		...(memory ? { peak: (highest - idle) / 1e6 } : {}),
	};
}

/** The better of two costs in each respect; of memory the higher one. */
function bestOf(before: Cost, now: Cost): Cost {
	return {
		seconds: Math.min(before.seconds, now.seconds),
		cpu: Math.min(before.cpu, now.cpu),
		...(now.peak === undefined ? {} : { peak: Math.max(before.peak ?? 0, now.peak) }),
	};
}

/**
 * Runs the tasks in turns, for several rounds, so that whatever else the machine does affects all of them alike. Of
 * each task the fastest round counts, because noise only ever adds time; of memory the highest value counts.
 */
export async function compare<K extends string>(
	{ rounds, memory = false }: CompareOptions,
	tasks: Readonly<Record<K, () => Promise<unknown>>>,
): Promise<Record<K, Cost>> {
	const names = Object.keys(tasks) as K[];
	const best: Partial<Record<K, Cost>> = {};
	for (let round = 0; round < rounds; round++) {
		for (const name of names) {
			const now = await measureOnce(tasks[name], memory);
			best[name] = bestOf(best[name] ?? now, now);
		}
	}
	return best as Record<K, Cost>;
}
