import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot } from '../../dev/n8n/n8nCache';
import { npm } from '../../dev/n8n/npmClient';
import { PROJECT } from '../../dev/n8n/packagedNodes';
import { ownEnvironment, runChild } from '../../dev/process/childProcess';
import { cachedFolder } from '../../dev/process/folderLock';
import { step } from '../../dev/process/progress';

/** Working files, kept results and reports; not in git. */
const CACHE = '.cache/mutation';
/** Contains the package.json and lock file of Stryker's installation. */
const SOURCE = join(__dirname, 'install');
const MANIFESTS = ['package.json', 'package-lock.json'];
const INSTALL_MS = 5 * 60_000;
const FOLDER_MS = 3 * 60 * 60_000;

const USAGE = `npm run mutation -- [options] folder …

Changes the code of a folder of src, e.g. features/links, in many small ways, one at a time (mutants), runs the tests
that reach the change, and prints the mutants that no test finds. The tests are those in the folders of the same name
in test/ and its folders, e.g. test/client/links and test/engine/links. A mutant whose code and tests are as they were
at the last run is not tried again.

  --test <folder>    further tests, e.g. engine/files; can be repeated
  --force            try every mutant again
  --concurrency <n>  number of processes (default: one for each core)
  --help             show this text`;

/** The folder with Stryker of `install/package-lock.json`, installed into the user's cache when it is not there yet. */
async function installedStryker(): Promise<string> {
	const key = createHash('sha256');
	for (const file of MANIFESTS) key.update(readFileSync(join(SOURCE, file)));
	const folder = join(cacheRoot(), `stryker-${key.digest('hex').slice(0, 12)}`);
	if (existsSync(folder)) return folder;
	return await step('Installing Stryker (180 packages, 64 MB)', async (showDetail) => {
		const busy = () => showDetail('another process is installing it');
		return await cachedFolder(folder, INSTALL_MS * 2, busy, install);
	});
}

async function install(partial: string): Promise<void> {
	for (const file of MANIFESTS) copyFileSync(join(SOURCE, file), join(partial, file));
	const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	await npm(['ci', ...quiet], { cwd: partial, logFile: join(partial, 'install.log'), timeoutMs: INSTALL_MS });
}

/** The folders of test/ that judge a folder of src. Throws when there are none. */
function testsOf(folder: string, more: readonly string[]): string[] {
	const name = basename(folder);
	const own = [folder, ...['protocol', 'client', 'n8n', 'engine'].map((part) => `${part}/${name}`)];
	const all = [...new Set([...own, ...more])].filter((tests) => existsSync(join(PROJECT, 'test', tests)));
	if (all.length === 0) throw new Error(`no tests for src/${folder}: name some with --test`);
	return all;
}

/** Where the results of a folder of src are kept. */
const keptIn = (folder: string): string => join(CACHE, folder.replaceAll('/', '-'));

function config(folder: string, tests: readonly string[], stryker: string, concurrency: number): object {
	return {
		plugins: [
			join(__dirname, 'wordings.mjs'),
			join(stryker, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js'),
		],
		testRunner: 'jest',
		ignorers: ['wordings'],
		coverageAnalysis: 'perTest',
		// What runs only while a file is loaded: tables and declarations.
		ignoreStatic: true,
		incremental: true,
		incrementalFile: join(keptIn(folder), 'incremental.json'),
		// The tests are compiled without types, as in test/runner/typescript.js.
		tsconfigFile: 'none',
		disableTypeChecks: false,
		tempDirName: `${CACHE}/sandboxes`,
		cleanTempDir: 'always',
		ignorePatterns: ['/generated', '/dist', '/.*'],
		reporters: ['clear-text', 'progress-append-only'],
		clearTextReporter: { allowColor: false, reportTests: false },
		allowConsoleColors: false,
		// Generous, because others may use the machine.
		timeoutMS: 10_000,
		mutate: [`src/${folder}/**/*.ts`],
		concurrency,
		jest: {
			projectType: 'custom',
			configFile: 'jest.config.js',
			config: {
				// The tests as jest itself runs them: Stryker asks which test loads which code.
				runtime: null,
				testEnvironment: 'node',
				globalSetup: null,
				roots: tests.map((test) => `<rootDir>/test/${test}`),
				// A promise that a mutant leaves open fails its test sooner than Stryker would end the process.
				testTimeout: 30_000,
			},
			enableFindRelatedTests: false,
		},
	};
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			test: { type: 'string', multiple: true, default: [] },
			force: { type: 'boolean', default: false },
			concurrency: { type: 'string', default: String(availableParallelism()) },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help || positionals.length === 0) return void process.stdout.write(`${USAGE}\n`);
	const stryker = await installedStryker();
	const program = join(stryker, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	for (const folder of positionals) {
		const kept = join(PROJECT, keptIn(folder));
		mkdirSync(kept, { recursive: true });
		const file = join(kept, 'stryker.json');
		const settings = config(folder, testsOf(folder, values.test), stryker, Number(values.concurrency));
		writeFileSync(file, JSON.stringify({ ...settings, force: values.force }, null, '\t'));
		const logFile = join(kept, 'log.txt');
		await step(folder, async (showDetail) => {
			await runChild(`Stryker for ${folder}`, process.execPath, [program, 'run', file], {
				cwd: PROJECT,
				env: { ...ownEnvironment(), FEED_SHRINK: '0' },
				logFile,
				timeoutMs: FOLDER_MS,
				showDetail,
			});
		});
		process.stdout.write(readFileSync(logFile, 'utf8'));
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
