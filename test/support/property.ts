import fc from 'fast-check';
import { runs } from './runs';

/** What random cases try to break. */
interface Promised<T> {
	/** The promise, as a sentence without a period. */
	readonly promise: string;
	/** How many cases `npm run test:all` plays: more where a case costs little. */
	readonly count: number;
	readonly cases: fc.Arbitrary<T>;
	/** Throws for a case that breaks the promise, by an oracle that has no code of `src`. May not change the case. */
	keeps(one: T): unknown;
}

/** Declares a test: no case breaks the promise. */
export function property<T>({ promise, count, cases, keeps }: Promised<T>): void {
	const tried = fc.asyncProperty(cases, async (one) => void (await keeps(one)));
	test(promise, async () => await fc.assert(tried, { numRuns: runs(count) }));
}
