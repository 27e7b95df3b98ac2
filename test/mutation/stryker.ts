import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownEnvironment, runChild } from '../../dev/process/childProcess';
import type { ShowDetail } from '../../dev/process/progress';
import type { StrykerReport } from './results';
import type { Room } from './rooms';

const PROJECT = join(__dirname, '..', '..');
/** Working files, kept results and reports; not in git. */
const CACHE = '.cache/mutation';
/** The share of the random cases: more than `npm test` plays (test/support/runs.ts), as all scores were measured. */
const RUNS = String(1 / 30);
const ROOM_MS = 3 * 60 * 60_000;

/** How the mutants of a room are tried. */
export interface StrykerOptions {
	/** The folder with Stryker's installation. */
	readonly stryker: string;
	/** Number of processes that try mutants. */
	readonly concurrency: number;
	/** Whether every mutant is tried again, also those whose code and tests are the same as the last time. */
	readonly force: boolean;
	/** The share of the mutants that are tried, 0 to 1. */
	readonly share: number;
}

/**
 * Whether the last run tried the same share. Results of another one must not be kept: what was killed then and is not
 * drawn now would count, what survived would not.
 */
function isSameShare(kept: string, share: number): boolean {
	const file = join(kept, 'share');
	const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : share;
	writeFileSync(file, String(share));
	return last === share;
}

/** Tries every mutant of a room. Throws Stryker's last words when it cannot, e.g. because a test fails unmutated. */
export async function tryMutants(room: Room, options: StrykerOptions, show: ShowDetail): Promise<StrykerReport> {
	const kept = join(PROJECT, CACHE, room.name.replaceAll('/', '-'));
	mkdirSync(kept, { recursive: true });
	const configFile = join(kept, 'stryker.json');
	const report = join(kept, 'report.json');
	rmSync(report, { force: true });
	const force = options.force || !isSameShare(kept, options.share);
	writeFileSync(configFile, JSON.stringify(config(room, { ...options, force }, kept), null, '\t'));
	const own = { STRYKER_FOLDER: options.stryker, MUTATION_SHARE: String(options.share) };
	const program = join(options.stryker, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	await runChild(`Stryker for ${room.name}`, process.execPath, [program, 'run', configFile], {
		cwd: PROJECT,
		env: { FEED_SHRINK: '0', FEED_RUNS: RUNS, ...ownEnvironment(), ...own },
		logFile: join(kept, 'log.txt'),
		timeoutMs: ROOM_MS,
		showDetail: show,
	});
	if (!existsSync(report)) throw new Error(`Stryker wrote no report for ${room.name}`);
	const parsed: StrykerReport = JSON.parse(readFileSync(report, 'utf8'));
	return parsed;
}

/** Not needed by the tests of the rooms. */
const NOT_COPIED = ['generated', 'dist', '.*'];

/** What is the same for all rooms. */
const SETTINGS = {
	plugins: [join(__dirname, 'plugins.mjs')],
	testRunner: 'jest-by-file',
	ignorers: ['wordings'],
	coverageAnalysis: 'perTest',
	// What runs only while a file is loaded: tables and declarations.
	ignoreStatic: true,
	incremental: true,
	// The tests are compiled without types, as in test/runner/typescript.js.
	tsconfigFile: 'none',
	disableTypeChecks: false,
	tempDirName: `${CACHE}/sandboxes`,
	cleanTempDir: 'always',
	ignorePatterns: NOT_COPIED.map((path) => `/${path}`),
	reporters: ['json', 'progress-append-only'],
	allowConsoleColors: false,
	// Generous, because others may use the machine; a mutant that loops is found by counting, without this limit.
	timeoutMS: 10_000,
	timeoutFactor: 2,
};

/** Tests over real sockets or whole emulated libraries, which take seconds for every mutant that others don't find. */
const TOO_LONG = ['socketFaults', 'mirror/convergence'];

function config(room: Room, options: StrykerOptions, kept: string): object {
	const jestConfig = {
		// The tests as jest itself runs them: Stryker asks which test loads which code.
		runtime: null,
		testEnvironment: 'node',
		globalSetup: null,
		// jest looks for test files at every mutant: in few folders, and without the help of other programs.
		roots: room.folders.map((folder) => `<rootDir>/${folder}`),
		testMatch: room.tests.map((glob) => `<rootDir>/${glob}`),
		watchman: false,
		haste: { forceNodeFilesystemAPI: true },
		testPathIgnorePatterns: ['/node_modules/', ...TOO_LONG],
		// A promise that a mutant leaves open fails its test sooner than Stryker would end the process; n8n's engine
		// alone takes seconds to load.
		testTimeout: room.folders.some((folder) => folder.startsWith('test/engine')) ? 30_000 : 5000,
	};
	return {
		...SETTINGS,
		mutate: room.mutate,
		concurrency: options.concurrency,
		force: options.force,
		incrementalFile: join(kept, 'incremental.json'),
		jsonReporter: { fileName: join(kept, 'report.json') },
		jest: {
			projectType: 'custom',
			configFile: 'jest.config.js',
			config: jestConfig,
			enableFindRelatedTests: false,
		},
	};
}
