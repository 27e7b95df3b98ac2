/*
 * Two plugins for Stryker, which loads this file in each of its processes; STRYKER_FOLDER names its installation.
 *
 * - "jest-by-file" is Stryker's own runner for jest, but it runs one test file after another, the quickest first, and
 *   ends at the first that fails. The original loads every test file for every mutant and runs all of them to their end.
 *   The files stay loaded (warm.cjs). Where that could change what is found, the file is loaded anew, as by the original.
 * - "wordings" leaves texts for people as they are.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const WARM = fileURLToPath(new URL('warm.cjs', import.meta.url));
const { loadTests } = createRequire(import.meta.url)(WARM);

const runnerModule = join(process.env.STRYKER_FOLDER, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js');
const original = await import(pathToFileURL(runnerModule));
const { factory: jestRunner } = original.strykerPlugins.find(({ name }) => name === 'jest');

/** The test files of each test, by its full name: written by the process of the dry run, read by all. */
const TEST_FILES = 'test-files.json';

const filesByTest = (tests) => {
	const files = {};
	for (const { id, fileName } of tests) (files[id] ??= []).push(fileName);
	return files;
};

/** What each file takes, in milliseconds, to run the slowest at last. */
const timeByFile = (tests) => {
	const times = {};
	for (const { fileName, timeSpentMs } of tests) times[fileName] = (times[fileName] ?? 0) + timeSpentMs;
	return times;
};

/** A test that takes longer, in milliseconds, waits until all others of all files have had their turn. */
const SLOW_MS = 60;
const slowTests = (tests) => tests.filter(({ timeSpentMs }) => timeSpentMs > SLOW_MS).map(({ id }) => id);

/** The share of the mutants that are tried, 0 to 1. */
const SHARE = Number(process.env.MUTATION_SHARE ?? 1);
/** Stryker's limit is a hundred times the hits of all tests; a fifth of it tells loops from work as well, and sooner. */
const HITS_SHARE = 0.2;
/** As an error, because Stryker has no status for it; results.ts counts it apart. */
const NOT_TRIED = { status: 'error', errorMessage: 'not in the sample' };

/** Draws from 0 to 1, for each mutant the same number every time. */
function numberOf({ fileName, location, replacement }) {
	const name = relative(process.cwd(), fileName).replace(/^.*?(?=src[\\/])/, '');
	const hash = createHash('sha256')
		.update(JSON.stringify([name, location, replacement]))
		.digest();
	return hash.readUInt32BE(0) / 2 ** 32;
}

class ByFile {
	constructor(runner) {
		this.runner = runner;
		this.loaded = new Map();
		const { jestTestAdapter } = runner;
		this.startJest = async (file, jestConfig) => await jestTestAdapter.run({ jestConfig, testFiles: [file] });
		runner.jestTestAdapter = {
			run: (settings) => jestTestAdapter.run(this.file ? { ...settings, testFiles: [this.file] } : settings),
		};
	}

	async init() {
		await this.runner.init();
	}

	async dispose() {
		for (const file of this.loaded.values()) await (await file)?.close();
	}

	capabilities() {
		return this.runner.capabilities();
	}

	async dryRun(options) {
		const result = await this.runner.dryRun(options);
		if (result.tests) {
			const { tests } = result;
			const known = { files: filesByTest(tests), times: timeByFile(tests), slow: slowTests(tests) };
			writeFileSync(TEST_FILES, JSON.stringify(known));
		}
		return result;
	}

	async mutantRun(options) {
		if (SHARE < 1 && numberOf(options.activeMutant) >= SHARE) return NOT_TRIED;
		this.known ??= JSON.parse(readFileSync(TEST_FILES, 'utf8'));
		const { files, slow } = this.known;
		const tests = options.testFilter ?? Object.keys(files);
		const [quick, last] = [
			tests.filter((test) => !slow.includes(test)),
			tests.filter((test) => slow.includes(test)),
		];
		let nrOfTests = 0;
		for (const some of [quick, last]) {
			const result = await this.runFiles(some, options);
			nrOfTests += result.nrOfTests;
			if (result.status !== 'survived') return { ...result, nrOfTests };
		}
		return { status: 'survived', nrOfTests };
	}

	/** Runs these tests file by file. */
	async runFiles(tests, options) {
		const { files, times } = this.known;
		const wanted = [...new Set(tests.flatMap((test) => files[test] ?? []))].sort((a, b) => times[a] - times[b]);
		let nrOfTests = 0;
		for (const file of wanted) {
			const testFilter = tests.filter((test) => files[test]?.includes(file));
			const result =
				(await this.warmRun(file, testFilter, options)) ?? (await this.coldRun(file, testFilter, options));
			nrOfTests += result.nrOfTests ?? 0;
			if (result.status !== 'survived') return { ...result, nrOfTests };
		}
		return { status: 'survived', nrOfTests };
	}

	/**
	 * Runs the tests of a file that stays loaded. Undefined if the result could come from what earlier mutants left
	 * behind: a test that fails counts if it passes without the mutant, and fails with it once more; a mutant survives if
	 * its code was reached, and is not one of those that count while the file is loaded.
	 */
	async warmRun(path, testFilter, { activeMutant, hitLimit: most, reloadEnvironment }) {
		const file = await this.warm(path);
		if (!file) return undefined;
		const hitLimit = most && most * HITS_SHARE;
		const first = await file.run(new Set(testFilter), activeMutant.id, hitLimit);
		if (first.failed === undefined) {
			return first.hits > 0 && !reloadEnvironment ? { status: 'survived', nrOfTests: first.ran } : undefined;
		}
		const again = new Set(first.failed ? [first.failed] : testFilter);
		const without = await file.run(again);
		const second = without.failed === undefined ? await file.run(again, activeMutant.id, hitLimit) : without;
		if (without.failed !== undefined || second.failed === undefined) {
			await this.forget(path, file);
			return undefined;
		}
		if (first.hits > hitLimit) return { status: 'timeout', reason: 'limit of hits', nrOfTests: first.ran };
		return { status: 'killed', killedBy: [...again], failureMessage: first.message, nrOfTests: first.ran };
	}

	warm(path) {
		const jestConfig = { ...this.runner.jestConfig, testRunner: WARM };
		if (!this.loaded.has(path))
			this.loaded.set(
				path,
				loadTests(path, () => this.startJest(path, jestConfig)),
			);
		return this.loaded.get(path);
	}

	async forget(path, file) {
		this.loaded.delete(path);
		await file.close();
	}

	/** Loads the file with the mutant. A test that took too long has to do so twice: the machine may have been busy. */
	async coldRun(path, testFilter, options) {
		this.file = path;
		const run = async () => found(await this.runner.mutantRun({ ...options, testFilter }), testFilter);
		const result = await run();
		return result.failureMessage?.includes('Exceeded timeout') ? await run() : result;
	}
}

/** A test file that fails while it is loaded, e.g. because it calls the changed code, has found the mutant too. */
const found = (result, [test]) =>
	result.status === 'error'
		? { status: 'killed', killedBy: [test], failureMessage: result.errorMessage, nrOfTests: 1 }
		: result;

function byFile(injector) {
	return new ByFile(jestRunner(injector));
}
byFile.inject = ['$injector'];

/** Two words one after the other: a text for people, not a value. */
const isText = (value) => /[\p{L}\p{N}][,.:;)"'’]* ["'(]*[\p{L}\p{N}]/u.test(value);

const isName = (node) =>
	node.type === 'Identifier' || (node.type === 'MemberExpression' && !node.computed && isName(node.object));

const textOf = ({ node }) => {
	if (node.type === 'StringLiteral') return node.value;
	// A template that computes something is mutated, for the sake of what it computes.
	if (node.type !== 'TemplateLiteral' || !node.expressions.every(isName)) return '';
	return node.quasis.map(({ value }) => value.raw).join('0');
};

const wordings = {
	shouldIgnore: (path) => (isText(textOf(path)) ? 'a text for people' : undefined),
};

export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'jest-by-file', factory: byFile },
	{ kind: 'Ignore', name: 'wordings', value: wordings },
];
export const { strykerValidationSchema } = original;
