/*
 * Loaded into n8n before its own program (argv[1]) by npm run dev. n8n would keep the first source map of a file that
 * it reads, and name wrong lines after a change.
 */

const { createRequire } = require('node:module');

createRequire(process.argv[1])('source-map-support').install({ emptyCacheBetweenOperations: true });
