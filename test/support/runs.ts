/** The share of the random cases that are played: FEED_RUNS, or a fifth in `npm test`; all of them are 1. */
export const RUNS_FACTOR = Number(process.env.FEED_RUNS ?? 0.2);

/** How many random cases a property plays that plays `count` in `npm run test:all`. */
export const runs = (count: number): number => Math.ceil(count * RUNS_FACTOR);
