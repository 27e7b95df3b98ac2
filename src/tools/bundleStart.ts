import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * n8n loads all nodes of all packages when it starts. More than a hundred small files take longer to find, read and
 * compile than all the rest of that, so what is loaded then is put into one file; what is loaded later stays as it is.
 */

/** A static import as the TypeScript compiler writes it. */
const IMPORT = /\brequire\("(\.{1,2}\/[^"]+)"\)/g;

/** The first lines of the file: how a module in it is made, once, and what it imports. */
const MAKE = `'use strict';
const { posix } = require('node:path');
const made = new Map();
const outside = (name, id) => require(id.startsWith('.') ? './' + posix.join(posix.dirname(name), id) : id);
const load = (name) => {
	const known = made.get(name);
	if (known) return known.exports;
	const module = { exports: {}, require: (id) => outside(name, id) };
	made.set(name, module);
	modules[name](module, module.exports, (id) => (id in modules ? load(id) : outside(name, id)));
	return module.exports;
};
module.exports = load;
`;

/** The files that `entries` import statically, and these themselves; names are relative to `folder`. */
function reachable(folder: string, entries: readonly string[]): Map<string, string> {
	const texts = new Map<string, string>();
	const add = (name: string): void => {
		if (texts.has(name)) return;
		const text = readFileSync(path.join(folder, name), 'utf8');
		texts.set(name, text);
		for (const [, id = ''] of text.matchAll(IMPORT)) add(target(name, id, folder));
	};
	entries.forEach(add);
	return texts;
}

/** The file that `from` imports as `id`. */
const target = (from: string, id: string, folder: string): string =>
	path.relative(folder, require.resolve(path.resolve(folder, path.dirname(from), id)));

/**
 * Puts `entries` and all that they import statically into `folder`/start.js. Each of these files becomes one line that
 * takes it from there, so that whoever imports it gets the same module. Answers how many there are.
 */
export function bundleStart(folder: string, entries: readonly string[]): number {
	const texts = reachable(folder, entries);
	const modules = [...texts].map(([name, text]) => {
		const body = text.replace(IMPORT, (_, id: string) => `require(${JSON.stringify(target(name, id, folder))})`);
		// Parentheses: it will be called at once, so V8 need not look through it beforehand.
		return `${JSON.stringify(name)}: (function (module, exports, require) {\n${body}\n}),`;
	});
	writeFileSync(path.join(folder, 'start.js'), `${MAKE}const modules = {\n${modules.join('\n')}\n};\n`);
	for (const name of texts.keys()) {
		const start = path.relative(path.dirname(name), 'start.js');
		const from = JSON.stringify(start.startsWith('.') ? start : `./${start}`);
		writeFileSync(path.join(folder, name), `module.exports = require(${from})(${JSON.stringify(name)});\n`);
	}
	return texts.size;
}
