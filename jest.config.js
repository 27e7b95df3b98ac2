const { mkdtempSync, rmSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const path = require('node:path');

// For the workers: with a young generation of the default size, collecting garbage takes a sixth of their CPU time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;

// Temporary folders of all tests are in one, which goes when the run ends: n8n's engine leaves one for each suite.
const folder = mkdtempSync(path.join(tmpdir(), 'jest-'));
process.env.TMPDIR = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** @type {import('jest').Config} */
module.exports = {
	// Test files share the modules of `src` and of packages: a third of the time (test/runner/runtime.js).
	runtime: '<rootDir>/test/runner/runtime.js',
	testEnvironment: '<rootDir>/test/runner/environment.js',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// test/host needs a whole n8n and a browser: `npm run test:host`
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/host/'],
	globalSetup: '<rootDir>/test/runner/compile.js',
	// a built dist/ contains a second package of the same name
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/generated/'],
	// fixed seeds: a second run draws the same random values
	setupFiles: ['<rootDir>/test/support/seed.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/equality.ts'],
	// TypeScript is compiled before; by jest, only for mutants (test/mutation/run.ts).
	transform: { '\\.ts$': '<rootDir>/test/runner/typescript.js', '\\.yaml$': '<rootDir>/test/runner/yaml.js' },
	cacheDirectory: '<rootDir>/.cache/jest',
	// Only for what hangs: no test may fail because the machine is slow.
	testTimeout: 120_000,
	// One more than there are cores, because some tests wait; jest's own default keeps a core for itself, which halves
	// the speed of a machine with two. More than eight gain nothing, because the longest suite then takes longer than
	// all others together.
	maxWorkers: Math.min(availableParallelism() + 1, 8),
	// jest's "agent" prints each failure once and a summary; the number keeps failures from being printed again at the
	// end. With `npm test -- --reporters=default` every suite and what it logs is shown.
	reporters: [['agent', { summaryThreshold: 1_000_000 }]],
};
