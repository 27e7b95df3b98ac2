/** What makes a run of `npm run test:random` repeatable; printed once, before its tests. */
module.exports = () => {
	const { FEED_SEED, FEED_RUNS } = process.env;
	console.log(`Random values: to repeat this run, set FEED_SEED=${FEED_SEED} FEED_RUNS=${FEED_RUNS}`);
};
