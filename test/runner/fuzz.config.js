/* `npm run fuzz`: a million new random cases (20 × test:all). FEED_SEED repeats a run, FEED_RUNS sets the factor. */
const { randomInt } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const base = require('../../jest.config.js');

process.env.FEED_SEED ??= String(randomInt(2 ** 31));
process.env.FEED_RUNS ??= '20';

const TESTS = path.join(__dirname, '..');
const DRAWS = /from '(fast-check|.*\/(runs|property|drawnValues|operationSweep))'/;
const tests = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => file.endsWith('.test.ts') && DRAWS.test(readFileSync(path.join(TESTS, file), 'utf8')));

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: path.dirname(TESTS),
	testMatch: tests.map((file) => `<rootDir>/test/${file}`),
	testTimeout: 25 * base.testTimeout,
	globalSetup: '<rootDir>/test/runner/printSeed.js',
};
