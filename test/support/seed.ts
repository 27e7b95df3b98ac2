import fc from 'fast-check';

/*
 * Runs before every test file (jest.config.js). `npm test` draws the same random values every time, `npm run
 * test:random` others each time. FEED_SEED repeats a run with the seed that it printed; FEED_RUNS multiplies the number
 * of random cases (test/support/runs.ts).
 */

/** The seed of `npm test`; any number would do. */
const FIXED_SEED = 20_260_101;

fc.configureGlobal({
	seed: Number(process.env.FEED_SEED ?? FIXED_SEED),
	// Of a mutant nobody wants to know the smallest case that finds it.
	endOnFailure: process.env.FEED_SHRINK === '0',
});
