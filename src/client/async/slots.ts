import { makeMemoryBudget } from './memoryBudget';

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
