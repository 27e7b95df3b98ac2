/** A byte budget shared by concurrent tasks; each reserves its share while it runs. */
interface MemoryBudget {
	/**
	 * Runs `task` as soon as `bytes` are free, in arrival order; settles as `task` does. A request for more than the
	 * whole budget reserves the whole budget.
	 */
	reserve<R>(bytes: number, task: () => Promise<R>): Promise<R>;
}

/** A budget of `total` bytes. */
export function makeMemoryBudget(total: number): MemoryBudget {
	let free = total;
	const waiting: Array<{ readonly bytes: number; readonly start: () => void }> = [];
	const startWaiting = (): void => {
		for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
			waiting.shift();
			free -= next.bytes;
			next.start();
		}
	};
	return {
		reserve: async (wanted, task) => {
			const bytes = Math.min(wanted, total);
			await new Promise<void>((start) => {
				waiting.push({ bytes, start });
				startWaiting();
			});
			try {
				return await task();
			} finally {
				free += bytes;
				startWaiting();
			}
		},
	};
}

/** Lets a number of tasks run at the same time; the others wait in the order of their arrival. */
export interface Slots {
	/** Runs `task` when it is its turn; settles as `task` does. */
	run<R>(task: () => Promise<R>): Promise<R>;
}

/** Slots for `width` tasks, whoever starts them. */
export function makeSlots(width: number): Slots {
	const places = makeMemoryBudget(width);
	return { run: async (task) => await places.reserve(1, task) };
}
