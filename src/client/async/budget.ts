/**
 * A budget of `total` that concurrent tasks share, e.g. of bytes in memory or of requests under way: each task
 * reserves its share while it runs.
 */
export function makeBudget(total: number) {
	let free = total;
	const waiting: Array<{ readonly share: number; readonly start: () => void }> = [];
	const startWaiting = (): void => {
		for (let next = waiting[0]; next && next.share <= free; next = waiting[0]) {
			waiting.shift();
			free -= next.share;
			next.start();
		}
	};
	return {
		/** Runs `task` once so much is free, in arrival order; one that wants more than there is gets all of it. */
		reserve: async <R>(wanted: number, task: () => Promise<R>): Promise<R> => {
			const share = Math.min(wanted, total);
			await new Promise<void>((start) => {
				waiting.push({ share, start });
				startWaiting();
			});
			try {
				return await task();
			} finally {
				free += share;
				startWaiting();
			}
		},
	};
}
