/*
 * `npm run test:random`: every test that draws random values, with a seed of its own each time, and the models of the
 * feed with ten times as many histories. FEED_SEED repeats a run, FEED_RUNS sets the factor (test/support/seed.ts).
 */
const { randomInt } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const base = require('./jest.config.js');

process.env.FEED_SEED ??= String(randomInt(2 ** 31));
process.env.FEED_RUNS ??= '10';

const drawsRandomValues = (file) => readFileSync(`${__dirname}/test/${file}`, 'utf8').includes("from 'fast-check'");
const tests = readdirSync(`${__dirname}/test`, { recursive: true, encoding: 'utf8' })
	.map((file) => file.replaceAll('\\', '/'))
	.filter((file) => file.endsWith('.test.ts') && drawsRandomValues(file));

/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: tests.map((file) => `<rootDir>/test/${file}`),
	globalSetup: '<rootDir>/test/support/printSeed.js',
};
