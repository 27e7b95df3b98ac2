const compile = require('./compile');

/** What makes a run of `npm run fuzz` repeatable; printed once, before its tests. */
module.exports = () => {
	compile();
	const { FEED_SEED, FEED_RUNS } = process.env;
	console.log(`To repeat a finding: FEED_SEED=${FEED_SEED} FEED_RUNS=${FEED_RUNS} npx jest <path> -t <title>`);
};
