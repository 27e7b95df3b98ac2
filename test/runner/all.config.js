/* The first half of `npm run test:all` (all.js): all random cases, of which `npm test` plays a fiftieth. */
const path = require('node:path');
const base = require('../../jest.config.js');

process.env.FEED_RUNS ??= '1';

/** @type {import('jest').Config} */
module.exports = { ...base, rootDir: path.join(__dirname, '..', '..'), testTimeout: 3 * base.testTimeout };
