import fc from 'fast-check';

/*
 * Loaded once by each worker (jest.config.js). `npm test` draws the same random values every time, `npm run fuzz`
 * others each time. FEED_SEED repeats a run with the seed that it printed; FEED_RUNS is the share of the random cases
 * (test/support/runs.ts).
 */

/** The seed of `npm test`; any number would do. */
const FIXED_SEED = 20_260_101;

fc.configureGlobal({
	seed: Number(process.env.FEED_SEED ?? FIXED_SEED),
	// Of a mutant nobody wants to know the smallest case that finds it.
	endOnFailure: process.env.FEED_SHRINK === '0',
});
