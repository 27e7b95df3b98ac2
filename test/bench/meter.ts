/** What a piece of work took. */
export interface Reading {
	readonly seconds: number;
	/** CPU seconds of this process. */
	readonly cpu: number;
	/** Highest resident memory while it ran, above that before it, in MB (1e6 bytes); where it was looked at. */
	readonly peak?: number;
}

/** How often memory is looked at, in ms. */
const SAMPLE_MS = 5;

/** How a work is measured. Looking at memory takes time of its own, which many small calls would feel. */
export interface Manner {
	readonly rounds: number;
	readonly memory?: boolean;
}

/** Runs the work once, with garbage collected before. */
async function reading(work: () => Promise<unknown>, memory: boolean): Promise<Reading> {
	globalThis.gc?.();
	const idle = process.memoryUsage.rss();
	let highest = idle;
	const look = (): void => {
		highest = Math.max(highest, process.memoryUsage.rss());
	};
	const timer = memory ? setInterval(look, SAMPLE_MS) : undefined;
	const cpu = process.cpuUsage();
	const from = performance.now();
	try {
		await work();
	} finally {
		look();
		clearInterval(timer);
	}
	const { user, system } = process.cpuUsage(cpu);
	return {
		seconds: (performance.now() - from) / 1000,
		cpu: (user + system) / 1e6,
		...(memory ? { peak: (highest - idle) / 1e6 } : {}),
	};
}

/**
 * Works in turns, some rounds, so that what else the machine does meets all alike. Of each work the fastest round counts:
 * noise only ever adds; of memory the highest.
 */
export async function compared<K extends string>(
	{ rounds, memory = false }: Manner,
	works: Readonly<Record<K, () => Promise<unknown>>>,
): Promise<Record<K, Reading>> {
	const names = Object.keys(works) as K[];
	const best: Partial<Record<K, Reading>> = {};
	for (let round = 0; round < rounds; round++) {
		for (const name of names) {
			const now = await reading(works[name], memory);
			const before = best[name] ?? now;
			const peak = memory ? { peak: Math.max(before.peak ?? 0, now.peak ?? 0) } : {};
			best[name] = {
				seconds: Math.min(before.seconds, now.seconds),
				cpu: Math.min(before.cpu, now.cpu),
				...peak,
			};
		}
	}
	return best as Record<K, Reading>;
}
