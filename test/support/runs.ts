/** The share of the random cases that are played: FEED_RUNS, or a fiftieth in `npm test`; all of them are 1. */
export const RUNS_FACTOR = Number(process.env.FEED_RUNS ?? 1 / 50);

/** How many random cases a property plays that plays `count` in `npm run test:all`; never less than `least`. */
export const runs = (count: number, least = 1): number => Math.max(least, Math.ceil(count * RUNS_FACTOR));

/** The size of a large case: a fiftieth in `npm test`, never less than `least` nor more than `full`. */
export const sized = (full: number, least = 0): number => Math.min(full, Math.max(least, runs(full)));

/** Of cases that come one by one, each which is played: the fiftieth in `npm test`, each in `npm run test:all`. */
export const EVERY = Math.max(1, Math.round(1 / RUNS_FACTOR));

/** A test of `npm run test:all` only. */
export const deepTest: (name: string, check: jest.ProvidesCallback) => void = EVERY === 1 ? test : () => undefined;

/** Of a few cases one in `npm test`, another for each `nth`; all of them in `npm run test:all`. */
export const oneCase = <T>(all: readonly T[], nth = 0): readonly T[] =>
	EVERY > 1 ? all.filter((_, at) => at === nth % all.length) : all;

/** Of cases that take long a third in `npm test`, those from the `nth` on; all of them in `npm run test:all`. */
export const aThird = <T>(all: readonly T[], nth = 0): readonly T[] =>
	EVERY > 1 ? all.filter((_, at) => at % 3 === nth) : all;

/** The same share of cases that are listed, others for each `offset`, and at least one. */
export const someCases = <T>(all: readonly T[], offset = 0): readonly T[] =>
	all.filter((_, at) => (at + offset) % Math.min(EVERY, all.length) === 0);
