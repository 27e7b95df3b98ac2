import { makeBudget } from './budget';

/** How far tasks run ahead of whoever takes their results. */
interface Ahead<T> {
	/** Tasks at the same time. */
	readonly width: number;
	/** Tasks that were started and whose results were not taken. */
	readonly most: number;
	/** What the result of an entry weighs, e.g. bytes, and how much they may weigh together; one is always started. */
	readonly weightOf: (entry: T) => number;
	readonly mostWeight: number;
}

/** An entry and what its task gave, which may be a failure. */
interface Result<T, R> {
	readonly entry: T;
	readonly result: Promise<R>;
}

/**
 * Runs `task` for each entry of a list, ahead of the reader, and yields the results in list order. When the reader
 * stops, no task is started any more; those under way are its own to cancel.
 */
export async function* resultsAhead<T, R>(
	list: Iterable<T>,
	{ width, most, weightOf, mostWeight }: Ahead<T>,
	task: (entry: T) => Promise<R>,
): AsyncGenerator<Result<T, R>> {
	const [entries, slots, started] = [list[Symbol.iterator](), makeBudget(width), new Array<Result<T, R>>()];
	let [weight, isOver] = [0, false];
	const run = async (entry: T): Promise<R> => {
		if (isOver) throw new Error('the reader has stopped');
		return await task(entry);
	};
	const start = (): void => {
		while (started.length < most && (weight < mostWeight || started.length === 0)) {
			const { value: entry, done } = entries.next();
			if (done) return;
			const result = slots.reserve(1, async () => await run(entry));
			result.catch(() => undefined); // its reader looks at it later, or never
			started.push({ entry, result });
			weight += weightOf(entry);
		}
	};
	try {
		for (start(); started[0]; start()) {
			const [first] = started;
			await first.result.catch(() => undefined);
			yield first;
			started.shift();
			weight -= weightOf(first.entry);
		}
	} finally {
		isOver = true;
	}
}
