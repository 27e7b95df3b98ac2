/* `npx jest --config test/runner/lean.config.js`: n8n's engine with the lean edition of the package (test/runner/runtime.js). */
const path = require('node:path');
const base = require('../../jest.config.js');

process.env.EDITION = 'lean';

/** @type {import('jest').Config} */
module.exports = { ...base, rootDir: path.join(__dirname, '..', '..'), roots: ['<rootDir>/test/engine'] };
