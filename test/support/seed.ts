import fc from 'fast-check';

/* Same values in `npm test`, others in `npm run fuzz`; FEED_SEED repeats a run, FEED_RUNS is the share (runs.ts). */

/** The seed of `npm test`; any number would do. */
const FIXED_SEED = 20_260_101;

fc.configureGlobal({
	seed: Number(process.env.FEED_SEED ?? FIXED_SEED),
	// Of a mutant nobody wants to know the smallest case that finds it.
	endOnFailure: process.env.FEED_SHRINK === '0',
});
