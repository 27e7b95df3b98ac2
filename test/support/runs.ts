/** How many times as many random cases as `npm test` plays: FEED_RUNS, 10 in `npm run test:random`. */
export const RUNS_FACTOR = Number(process.env.FEED_RUNS ?? 1);

/** The number of random cases for a property that plays `count` in `npm test`. */
export const runs = (count: number): number => Math.ceil(count * RUNS_FACTOR);
