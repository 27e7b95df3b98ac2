/** What a task touches: the full paths `paths` that it changes and `sources` that it only reads, inside of `scope`. */
export interface Claim {
	/** Tasks of different scopes never wait for each other: library, member, ID of a file. */
	readonly scope: string;
	/** Without paths the task touches everything in its scope. */
	readonly paths: readonly string[];
	readonly sources?: readonly string[];
}

/** Runs tasks that touch the same thing one after another, in arrival order; all others run concurrently. */
export interface OrderedTasks {
	/** Runs `task` once all earlier tasks that touch the same thing have settled. Answers and throws what `task` does. */
	run<R>(claim: Claim, task: () => Promise<R>): Promise<R>;
}

const isWithin = (inner: string, outer: string): boolean =>
	outer === '' || inner === outer || inner.startsWith(`${outer}/`);
const meet = (some: readonly string[], others: readonly string[]): boolean =>
	some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));
const allOf = ({ paths, sources = [] }: Claim): readonly string[] => [...paths, ...sources];

/** Whether two tasks must not run at the same time: same scope, and where both have paths, one path is the other or lies inside it. */
const overlap = (a: Claim, b: Claim): boolean =>
	a.scope === b.scope &&
	(allOf(a).length === 0 || allOf(b).length === 0 || meet(a.paths, allOf(b)) || meet(a.sources ?? [], b.paths));

/** Ordered tasks with a queue of their own. The empty path is the root and contains all others. */
export function makeOrderedTasks(): OrderedTasks {
	const running = new Map<Claim, Promise<unknown>>();
	return {
		run: async (claim, task) => {
			const before = [...running].filter(([other]) => overlap(other, claim)).map(([, settled]) => settled);
			const result = before.length ? Promise.allSettled(before).then(task) : task();
			const own = { ...claim }; // the same claim may be made twice at a time
			running.set(own, result);
			try {
				return await result;
			} finally {
				running.delete(own);
			}
		},
	};
}
