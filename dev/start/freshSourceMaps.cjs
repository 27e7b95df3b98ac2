/* npm run dev loads this into n8n, which would keep the first source map of a file and name wrong lines later. */

const { createRequire } = require('node:module');

createRequire(process.argv[1])('source-map-support').install({ emptyCacheBetweenOperations: true });
