import fc from 'fast-check';

/** A case that breaks a promise, as small as shrinking makes it. */
export interface Finding {
	/** Of the batch: with it, the same cases are drawn again. */
	readonly seed: number;
	/** How many cases of the batch were drawn up to the first that failed. */
	readonly cases: number;
	/** The smallest case, as JavaScript. */
	readonly smallest: string;
	/** What it broke, with its stack. */
	readonly problem: string;
}

/** One promise of the package, and the cases that try to break it. */
export interface FuzzTarget {
	readonly name: string;
	/** The promise, as a sentence without a period. */
	readonly promise: string;
	/** Its cases among 10,000: more where a case costs little. */
	readonly share: number;
	/** Plays cases that follow from a seed; undefined when all of them keep the promise. */
	play(seed: number, cases: number): Promise<Finding | undefined>;
}

/** What a target is made of: `keeps` throws for a case that breaks the promise, and may not change the case. */
interface Declaration<T> extends Pick<FuzzTarget, 'name' | 'promise' | 'share'> {
	readonly cases: fc.Arbitrary<T>;
	keeps(one: T): void | Promise<void>;
}

/** Shrinking stops after so many ms: a smaller case is a convenience, the seed is what repeats it. */
const SHRINKING_MS = 30_000;

const problemOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Declares a target. */
export const fuzzTarget = <T>({ cases: arbitrary, keeps, ...about }: Declaration<T>): FuzzTarget => ({
	...about,
	play: async (seed, cases) => {
		let [drawn, failedAt] = [0, 0];
		let deadline = Infinity;
		const property = fc.asyncProperty(arbitrary, async (one) => {
			drawn++;
			// What is left untried while shrinking counts as a smaller case that keeps the promise.
			if (Date.now() > deadline) return;
			try {
				await keeps(one);
			} catch (cause) {
				failedAt ||= drawn;
				deadline = Math.min(deadline, Date.now() + SHRINKING_MS);
				throw cause;
			}
		});
		const run = await fc.check(property, { seed, numRuns: cases });
		if (!run.failed) return undefined;
		const problem = problemOf(run.errorInstance);
		return { seed, cases: failedAt, smallest: fc.stringify(run.counterexample?.[0]), problem };
	},
});

/** The seed of batch number `batch` of a run; the first batch has the seed of the run itself. */
export const seedOfBatch = (seed: number, batch: number): number =>
	(seed + Math.imul(batch, 0x9e37_79b1)) & 0x7fff_ffff;
