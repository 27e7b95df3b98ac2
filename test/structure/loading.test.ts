import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const classes = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			path.join(root, folder, name),
		),
	)
	.filter((name) => /\.(node|credentials)\.ts$/.test(name));

/** The files that a fresh process loads for these files and then `more`, apart from those of n8n-workflow. */
function loaded(files: readonly string[], more = ''): string[] {
	const program = `const { compiledFile } = require('./test/runner/compile.js');
		require.extensions['.ts'] = (module, file) =>
			module._compile(require('fs').readFileSync(compiledFile(file), 'utf8'), file);
		require('n8n-workflow'); const before = new Set(Object.keys(require.cache));
		for (const file of ${JSON.stringify(files)}) for (const Class of Object.values(require(file))) new Class();
		${more}
		console.log(JSON.stringify(Object.keys(require.cache).filter((name) => !before.has(name))));`;
	return JSON.parse(execFileSync(process.execPath, ['--eval', program], { cwd: root, encoding: 'utf8' })) as string[];
}

// n8n loads every node of every package when it starts, and most are never run.
test('loading the package loads what it shows, not what it does', () => {
	const names = loaded(classes).map((name) => path.relative(root, name));
	expect(names).toEqual(
		expect.arrayContaining([
			'src/n8n/form/nodeForms.ts',
			'src/protocol/catalogue/libraryFiles.ts',
			'src/n8n/lazy.ts',
		]),
	);
	expect(names.filter((name) => /node_modules|^src\/client|^src\/n8n\/execute/.test(name))).toEqual([]);
});

test('the check sees what is loaded when needed', () => {
	const names = loaded(
		[],
		`require(${JSON.stringify(path.join(root, 'src/n8n/execute/run.ts'))}); require('undici');`,
	);
	expect(names.filter((name) => /undici/.test(name))).not.toEqual([]);
	expect(names.map((name) => path.relative(root, name))).toEqual(
		expect.arrayContaining(['src/client/service/call.ts']),
	);
});
