/** What a piece of work changes: the things called `what`, and at them the full paths `paths`; `sources` are paths that it only reads. */
export interface Claim {
	readonly what: string;
	readonly paths: readonly string[];
	readonly sources?: readonly string[];
}

/** Lets works that touch the same thing go one after another, in the order in which they came; all others go at once. */
export interface Turns {
	/** Runs `work` when all earlier work on the same thing has ended, well or not. Answers and throws what `work` does. */
	take<R>(claim: Claim, work: () => Promise<R>): Promise<R>;
}

const isWithin = (inner: string, outer: string): boolean =>
	outer === '' || inner === outer || inner.startsWith(`${outer}/`);
const meet = (some: readonly string[], others: readonly string[]): boolean =>
	some.some((one) => others.some((other) => isWithin(one, other) || isWithin(other, one)));
const allOf = ({ paths, sources = [] }: Claim): readonly string[] => [...paths, ...sources];

/** Whether two works must not run at the same time: same things, and where both have paths, one path is the other or lies inside it. */
const overlap = (a: Claim, b: Claim): boolean =>
	a.what === b.what &&
	(allOf(a).length === 0 || allOf(b).length === 0 || meet(a.paths, allOf(b)) || meet(a.sources ?? [], b.paths));

/** Turns with a queue of their own. The empty path is the root and holds all others. */
export function makeTurns(): Turns {
	const running = new Map<Claim, Promise<unknown>>();
	return {
		take: async (claim, work) => {
			const before = [...running].filter(([other]) => overlap(other, claim)).map(([, ended]) => ended);
			const result = before.length ? Promise.allSettled(before).then(work) : work();
			const own = { ...claim }; // the same claim may be taken twice at a time
			running.set(own, result);
			try {
				return await result;
			} finally {
				running.delete(own);
			}
		},
	};
}
