import fc from 'fast-check';
import { md5 } from '../../support/hashes';
import { runs, RUNS_FACTOR } from '../../support/runs';
import { DOUBTFUL, NONSENSE, type Hostile } from './hostileValues';

let turn = 0;

/** Begins to draw for something by its name, so that it gets the same whatever came before; answers a number of it. */
export const drawFor = (name: string): number => (turn = parseInt(md5(name).slice(0, 8), 16));

/** Draws some of the values each time, others the next time; in `npm run fuzz` many more, or all. */
function drawing(values: readonly Hostile[], count: number): () => readonly Hostile[] {
	const drawn = Math.min(values.length, runs(count));
	const choices = fc.sample(fc.shuffledSubarray([...values], { minLength: drawn, maxLength: drawn }), 997);
	return () => choices[turn++ % choices.length] ?? values;
}

export const someNonsense = drawing(NONSENSE, 5);
export const someDoubtful = drawing(DOUBTFUL, 3);
/** More of them, for what has only a few fields. */
export const manyDoubtful = drawing(DOUBTFUL, 10);

/** The first and one other way to enter a value, the next time another one; all of them in `npm run fuzz`. */
export function someWays<T>(ways: readonly T[]): readonly T[] {
	if (RUNS_FACTOR > 1 || ways.length < 3) return ways;
	return [ways[0], ways[1 + (turn++ % (ways.length - 1))]].filter((way) => way !== undefined);
}
