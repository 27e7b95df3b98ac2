import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Files as the TypeScript compiler writes them. */
const FILES = {
	'nodes/A.node.js':
		'const shared = require("../src/shared"); const lazy_1 = require("../src/deep/lazy");\n' +
		'exports.A = class A { once = shared.once; later = lazy_1.later };',
	'nodes/B.node.js': 'const s = require("../src/shared");\nexports.B = class B { once = s.once };',
	'src/shared.js': 'const { sep } = require("node:path");\nexports.once = { sep };',
	'src/deep/lazy.js': 'const load = (file) => module.require(file);\nexports.later = () => load("../later").later();',
	'src/later.js': 'const shared = require("./shared");\nexports.later = () => shared.once;',
};

const root = path.join(__dirname, '..', '..');

/** A folder with these files after the tool, and what that printed. */
function bundled(): { folder: string; said: string } {
	const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
	for (const [name, text] of Object.entries(FILES)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), text);
	}
	const tool = ['--import', 'tsx', 'src/tools/bundle.ts', folder, 'nodes/A.node.js', 'nodes/B.node.js'];
	return { folder, said: execFileSync(process.execPath, tool, { cwd: root, encoding: 'utf8' }) };
}

const { folder, said } = bundled();
const run = (program: string): unknown =>
	JSON.parse(execFileSync(process.execPath, ['--eval', program], { cwd: folder, encoding: 'utf8' }));

test('all that is loaded at the start comes out of one file, what is loaded later does not', () => {
	const files = run(`for (const n of ['A', 'B']) require('./nodes/' + n + '.node.js');
		console.log(JSON.stringify(Object.keys(require.cache).map((f) => require('path').relative('.', f))));`);
	expect(files).toEqual(['nodes/A.node.js', 'start.js', 'nodes/B.node.js']);
	expect(said).toMatch(/ 4 files in one\n$/);
	expect(readFileSync(path.join(folder, 'src/later.js'), 'utf8')).toBe(FILES['src/later.js']);
});

test('whoever imports a file gets the same module, in the file and outside', () => {
	const same = run(`const [{ A }, { B }] = [require('./nodes/A.node.js'), require('./nodes/B.node.js')];
		const once = new A().once;
		console.log(JSON.stringify([once.sep, once === new B().once, once === new A().later(),
			once === require('./src/shared').once]));`);
	expect(same).toEqual([path.sep, true, true, true]);
});
