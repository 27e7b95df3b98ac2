/** The share of the random cases that are played: FEED_RUNS, or a twentieth in `npm test`; all of them are 1. */
export const RUNS_FACTOR = Number(process.env.FEED_RUNS ?? 0.05);

/** How many random cases a property plays that plays `count` in `npm run test:all`. */
export const runs = (count: number): number => Math.ceil(count * RUNS_FACTOR);

/** The size of a large case: a twentieth in `npm test`, never more than `full`. */
export const sized = (full: number): number => Math.min(full, runs(full));

/** Of cases that come one by one, each which is played: the twentieth in `npm test`, each in `npm run test:all`. */
export const EVERY = Math.max(1, Math.round(1 / RUNS_FACTOR));

/** Of a few cases one in `npm test`, another for each `nth`; all of them in `npm run test:all`. */
export const oneCase = <T>(all: readonly T[], nth = 0): readonly T[] =>
	EVERY > 1 ? all.filter((_, at) => at === nth % all.length) : all;

/** The same share of cases that are listed, beginning at `offset`. */
export const someCases = <T>(all: readonly T[], offset = 0): readonly T[] =>
	all.filter((_, at) => (at + offset) % EVERY === 0);
