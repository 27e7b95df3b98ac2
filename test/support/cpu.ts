/* CPU time of the main thread: unlike the clock, it counts neither other processes nor other threads. */

/** Of this thread where Node.js tells it (since 23.9), else of the process. */
const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };

/** CPU time in ms since the thread began. */
export function threadMs(): number {
	const { user, system } = threadCpuUsage.call(process);
	return (user + system) / 1000;
}

/** CPU time in ms of a task. */
export function msOf(task: () => unknown): number {
	const before = threadMs();
	task();
	return threadMs() - before;
}

/** How often a figure is taken before it counts as too high, unless a test says otherwise. */
const TRIES = 10;

/**
 * The first of up to `tries` figures that is less than `limit`, else the least: a cold engine, the collection of
 * garbage and a busy machine only add to a time, and what is too slow is so each time.
 */
export function leastOf(figure: () => number, limit: number, tries = TRIES): number {
	let least = figure();
	for (let tried = 1; tried < tries && least >= limit; tried++) least = Math.min(least, figure());
	return least;
}

/** The same of figures that are promised. */
export async function leastOfLater(figure: () => Promise<number>, limit: number): Promise<number> {
	let least = await figure();
	for (let tries = 1; tries < TRIES && least >= limit; tries++) least = Math.min(least, await figure());
	return least;
}

/**
 * How many times as much CPU time a task takes as another, as `leastOf` says it: both are measured each time, one
 * after the other. What takes less than a millisecond counts as one.
 */
export const timesAsLong = (task: () => unknown, other: () => unknown, limit: number, tries = TRIES): number =>
	leastOf(() => msOf(task) / Math.max(1, msOf(other)), limit, tries);

/** The most CPU time in ms between two interruptions of a work that lets itself be interrupted. */
export function longestStepMs(work: Iterator<unknown>): number {
	let longest = 0;
	for (let isOver = false; !isOver;)
		longest = Math.max(
			longest,
			msOf(() => (isOver = work.next().done === true)),
		);
	return longest;
}
