import { writeFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import type { Cost, Task } from './types';

/** CPU time of this thread where Node.js tells it (since 23.9), else of the process. */
const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };

/** CPU time in ms since the thread began: unlike the clock, it counts no other processes. */
function threadMs(): number {
	const { user, system } = threadCpuUsage.call(process);
	return (user + system) / 1000;
}

/** How often the event loop is looked at, in ms: by so much a turn may seem longer than it was. */
const LOOK_MS = 2;
/** Between two looks that have used less CPU, in ms, no turn was long. */
const LEAST_MS = 5;

/** What happened in a span of time, which counts as `performance.now()`. */
interface Span {
	readonly from: number;
	readonly to: number;
}

/** How many ms of `spans` are within one span. */
const within = ({ from, to }: Span, spans: readonly Span[]): number =>
	spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

/** The garbage collections of this thread from now on; what it answers ends it. */
function startCollections(): () => Span[] {
	const found: Span[] = [];
	const add = (entries: ReadonlyArray<{ startTime: number; duration: number }>): void => {
		for (const { startTime, duration } of entries) found.push({ from: startTime, to: startTime + duration });
	};
	const observer = new PerformanceObserver((list) => add(list.getEntries()));
	observer.observe({ entryTypes: ['gc'] });
	return () => {
		add(observer.takeRecords());
		observer.disconnect();
		return found;
	};
}

/** Watches turns of the event loop; what it returns ends that and answers the longest. Costs 10 µs every 2 ms. */
function startTurns() {
	const collections = startCollections();
	const turns: Array<Span & { readonly ms: number }> = [];
	let [from, before] = [performance.now(), threadMs()];
	const look = (): void => {
		const [to, now] = [performance.now(), threadMs()];
		if (now - before >= LEAST_MS) turns.push({ from, to, ms: now - before });
		[from, before] = [to, threadMs()];
	};
	const timer = setInterval(look, LOOK_MS);
	return () => {
		look();
		clearInterval(timer);
		const collected = collections();
		return {
			ms: Math.max(0, ...turns.map(({ ms }) => ms)),
			ownMs: Math.max(0, ...turns.map((turn) => turn.ms - within(turn, collected))),
		};
	};
}

/** Measures a task of this process repeatedly. Peaks are above the memory occupied before the first run. */
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
	} catch {
		// Elsewhere the peak of the process counts.
	}
	return () => process.resourceUsage().maxRSS * 1024;
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
