/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// test/host needs a whole n8n and a browser: `npm run test:host`
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/host/'],
	// a built dist/ holds a second package of the same name
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/generated/'],
	// fixed seeds: a second run draws the same random values
	setupFiles: ['<rootDir>/test/support/seed.ts'],
	transform: { '\\.ts$': '<rootDir>/jest.transform.js' },
	cacheDirectory: '<rootDir>/.cache/jest',
	testTimeout: 30_000,
	maxWorkers: 2,
};
