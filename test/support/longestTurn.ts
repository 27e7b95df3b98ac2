import { leastOfLater, threadMs } from './cpu';

/** What a task cost others in its process. */
export interface Turns<T> {
	readonly result: T;
	/** The most CPU time in ms between two turns of the event loop. */
	readonly longestMs: number;
	/** The most memory in MB (1e6 bytes) that was occupied after a turn, above that before the task. */
	readonly mostMB: number;
}

/** What no turn may take, in ms. */
const LONG_MS = 100;

/**
 * Runs a task and watches each turn of the event loop. A task with a long turn is run up to ten times, and the best
 * run counts: a cold engine, the collection of garbage and a busy machine only add to a time.
 */
export async function watchTurns<T>(task: () => Promise<T>): Promise<Turns<T>> {
	const runs: Array<Turns<T>> = [];
	const longestMs = async (): Promise<number> => runs[runs.push(await watched(task)) - 1]!.longestMs;
	const least = await leastOfLater(longestMs, LONG_MS);
	return runs.find((run) => run.longestMs === least)!;
}

async function watched<T>(task: () => Promise<T>): Promise<Turns<T>> {
	const memory = (): number => process.memoryUsage.rss() / 1e6;
	const [before, start] = [memory(), threadMs()];
	let [latest, longestMs, mostMB, isOver] = [start, 0, 0, false];
	const look = (): void => {
		const now = threadMs();
		longestMs = Math.max(longestMs, now - latest);
		mostMB = Math.max(mostMB, memory() - before);
		if (!isOver) setImmediate(look);
		latest = threadMs();
	};
	setImmediate(look);
	const result = await task().finally(() => (isOver = true));
	look();
	return { result, longestMs, mostMB };
}
