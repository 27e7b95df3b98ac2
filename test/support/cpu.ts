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

/**
 * The least of up to three figures, or the first that is `enough`: the collection of garbage and a busy machine only
 * add to a time.
 */
export function leastOf(figure: () => number, enough = 0): number {
	let least = figure();
	for (let tries = 1; tries < 3 && least > enough; tries++) least = Math.min(least, figure());
	return least;
}

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
