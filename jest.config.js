const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// test/host needs a whole n8n and a browser: `npm run test:host`
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/host/'],
	// a built dist/ contains a second package of the same name
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/generated/'],
	// fixed seeds: a second run draws the same random values
	setupFiles: ['<rootDir>/test/support/seed.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/stopTimers.ts', '<rootDir>/test/support/equality.ts'],
	transform: { '\\.ts$': '<rootDir>/jest.transform.js', '\\.yaml$': '<rootDir>/jest.yaml.js' },
	cacheDirectory: '<rootDir>/.cache/jest',
	testTimeout: 30_000,
	// One more than there are cores, because some tests wait; jest's own default keeps a core for itself, which halves
	// the speed of a machine with two. More than eight gain nothing, because the longest suite then takes longer than
	// all others together.
	maxWorkers: Math.min(availableParallelism() + 1, 8),
	// A worker that has loaded n8n's engine many times collects garbage more slowly than a new one starts.
	workerIdleMemoryLimit: '512MB',
	// jest's "agent" prints each failure once and a summary; the number keeps failures from being printed again at the
	// end. With `npm test -- --reporters=default` every suite and what it logs is shown.
	reporters: [['agent', { summaryThreshold: 1_000_000 }]],
};
