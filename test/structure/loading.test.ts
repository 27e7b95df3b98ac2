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

/** The files that a fresh process loads for all classes, and then for their work; apart from those of n8n-workflow. */
const PROGRAM = `
	require('n8n-workflow');
	const before = new Set(Object.keys(require.cache));
	const loaded = () => Object.keys(require.cache).filter((name) => !before.has(name));
	for (const file of ${JSON.stringify(classes)}) for (const Class of Object.values(require(file))) new Class();
	const atStart = loaded();
	require('./src/n8n/execute/run.ts');
	require('undici');
	console.log(JSON.stringify([atStart, loaded()]));`;
const [atStart, atWork] = (
	JSON.parse(
		execFileSync(process.execPath, ['--require', './test/runner/register.js', '--eval', PROGRAM], {
			cwd: root,
			encoding: 'utf8',
		}),
	) as [string[], string[]]
).map((names) => names.map((name) => path.relative(root, name)));

// n8n loads every node of every package when it starts, and most are never run.
test('loading the package loads what it shows, not what it does', () => {
	expect(atStart).toEqual(
		expect.arrayContaining(['src/n8n/form/nodeForms.ts', 'src/protocol/catalogue/libraryFiles.ts', 'src/lazy.ts']),
	);
	expect(atStart?.filter((name) => /node_modules|^src\/client|^src\/n8n\/execute/.test(name))).toEqual([]);
});

test('the check sees what is loaded when needed', () =>
	// In a worktree node_modules may be a link to that of another one.
	expect(atWork).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/(^|\/)node_modules\/undici\/index\.js$/),
			'src/client/service/call.ts',
		]),
	));
