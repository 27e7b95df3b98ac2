import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/* Which mutants a sample has: plugins.mjs in a process of its own, over a test runner that finds no mutant. */

interface DrawnFrom {
	readonly id: string;
	/** Inside the sandbox. */
	readonly file: string;
	readonly line: number;
	readonly replacement: string;
}

const PLUGINS = pathToFileURL(join(__dirname, 'plugins.mjs')).href;

const RUNNER = 'exports.strykerPlugins = [{ name: "jest", factory: () => ({ jestTestAdapter: {} }) }];';

/** Prints for each mutant whether it is tried: then it survives, because there are no tests. */
const PROGRAM = `
	import { readFileSync } from 'node:fs';
	const { strykerPlugins } = await import(${JSON.stringify(PLUGINS)});
	const runner = strykerPlugins.find(({ kind }) => kind === 'TestRunner').factory({});
	const tried = [];
	for (const activeMutant of JSON.parse(readFileSync('mutants.json', 'utf8'))) {
		const { status, errorMessage } = await runner.mutantRun({ activeMutant, testFilter: [] });
		if (status === 'error' && errorMessage !== 'not in the sample') throw new Error(errorMessage);
		tried.push(status === 'survived');
	}
	console.log(JSON.stringify(tried));
`;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Whether each of these mutants is tried, in a sandbox of its own. */
async function draw(share: number, mutants: readonly DrawnFrom[]): Promise<boolean[]> {
	const folder = mkdtempSync(join(tmpdir(), 'sample-'));
	folders.push(folder);
	const runner = join(folder, 'stryker/node_modules/@stryker-mutator/jest-runner/dist/src');
	mkdirSync(runner, { recursive: true });
	writeFileSync(join(runner, 'index.js'), RUNNER);
	writeFileSync(join(folder, 'test-files.json'), JSON.stringify({ files: {}, times: {}, slow: [] }));
	const active = mutants.map(({ id, file, line, replacement }) => ({
		...{ id, replacement, fileName: join(folder, file), mutatorName: `of ${id}` },
		location: { start: { line, column: 7 }, end: { line, column: 12 } },
	}));
	writeFileSync(join(folder, 'mutants.json'), JSON.stringify(active));
	const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
		cwd: folder,
		env: { ...process.env, STRYKER_FOLDER: join(folder, 'stryker'), MUTATION_SHARE: String(share) },
		maxBuffer: 10_000_000,
	});
	const tried: boolean[] = JSON.parse(stdout);
	return tried;
}

const lines = (file: string, replacement: string, firstId = 0): DrawnFrom[] =>
	Array.from({ length: 1000 }, (_, at) => ({ id: String(firstId + at), file, line: at + 1, replacement }));
const MUTANTS = [
	...[lines('src/client/a.ts', 'true'), lines('src/client/a.ts', 'false'), lines('src/client/b.ts', 'true')],
];

test('a share of the mutants is tried, of each place and kind another one, and the same ones every time', async () => {
	const all = MUTANTS.flat();
	const [tried, again, more] = await Promise.all([
		draw(0.3, all),
		draw(
			0.3,
			MUTANTS.toReversed().flatMap((some, at) => some.map((one) => ({ ...one, id: `${at} ${one.id}` }))),
		),
		draw(0.5, all),
	]);
	const parts = (of: readonly boolean[]) => [of.slice(0, 1000), of.slice(1000, 2000), of.slice(2000)];
	for (const part of parts(tried)) {
		const count = part.filter(Boolean).length;
		expect(count).toBeGreaterThan(250);
		expect(count).toBeLessThan(350);
	}
	// Of two independent samples of 30 %, 42 % of the decisions differ.
	const [a = [], kind = [], file = []] = parts(tried);
	for (const other of [kind, file]) expect(a.filter((one, at) => one !== other[at]).length).toBeGreaterThan(350);
	// Neither the folder nor the number of a mutant matters, nor the order.
	expect(parts(again).toReversed()).toEqual(parts(tried));
	// A larger sample has those of a smaller one.
	expect(tried.filter((one, at) => one && more[at] !== true)).toEqual([]);
});
