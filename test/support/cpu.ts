import { readFileSync } from 'node:fs';

/* CPU time of the main thread: unlike the clock, it counts neither other processes nor other threads. */

/** CPU time in ms since the process began; outside Linux that of all its threads. */
export function threadMs(): number {
	try {
		return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
	} catch {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	}
}

/** CPU time in ms of a task. */
export function msOf(task: () => unknown): number {
	const before = threadMs();
	task();
	return threadMs() - before;
}

/** The least of three figures: the collection of garbage and a busy machine only add to a time. */
export const leastOf = (figure: () => number): number => Math.min(figure(), figure(), figure());

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
