/*
 * `npm run test:random`: every test that draws random values, with a seed of its own each time and ten times as many
 * cases. FEED_SEED repeats a run (test/support/seed.ts), FEED_RUNS sets the factor (test/support/runs.ts).
 */
const { randomInt } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const base = require('./jest.config.js');

process.env.FEED_SEED ??= String(randomInt(2 ** 31));
process.env.FEED_RUNS ??= '10';

const DRAWS = /from '(fast-check|.*\/(runs|drawnValues|hostileSweep))'/;
const drawsRandomValues = (file) => DRAWS.test(readFileSync(`${__dirname}/test/${file}`, 'utf8'));
const tests = readdirSync(`${__dirname}/test`, { recursive: true, encoding: 'utf8' })
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => file.endsWith('.test.ts') && drawsRandomValues(file));

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: tests.map((file) => `<rootDir>/test/${file}`),
	testTimeout: 1_200_000,
	globalSetup: '<rootDir>/test/support/printSeed.js',
};
