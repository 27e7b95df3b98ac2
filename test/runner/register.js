/* Makes `require` load what compile.js compiled: in jest's workers and, by `node --require`, in processes of tests. */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { compiledFile } = require('./compile');

/** Where the source maps of all files that were loaded are, for stacks with lines of TypeScript. */
const sourceMaps = new Map();

function loadTypeScript(module, file) {
	const compiled = compiledFile(file);
	sourceMaps.set(file, `${compiled}.map`);
	module._compile(readFileSync(compiled, 'utf8'), file);
}

// TypeScript comes first: beside X.node.ts there is an X.node.json.
const known = { ...Module._extensions };
for (const extension of Object.keys(known)) delete Module._extensions[extension];
Object.assign(Module._extensions, { '.js': known['.js'], '.ts': loadTypeScript, ...known });

module.exports = { sourceMaps };
