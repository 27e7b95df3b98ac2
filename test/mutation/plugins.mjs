/*
 * Two plugins for Stryker, which loads this file in each of its processes; STRYKER_FOLDER names its installation.
 *
 * - "jest-by-file" is Stryker's own runner for jest, but it runs one test file after another, the quickest first, and
 *   ends at the first that fails. The original loads every test file for every mutant and runs all of them to their end.
 * - "wordings" leaves texts for people as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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

class ByFile {
	constructor(runner) {
		this.runner = runner;
		const { jestTestAdapter } = runner;
		runner.jestTestAdapter = {
			run: (settings) => jestTestAdapter.run(this.file ? { ...settings, testFiles: [this.file] } : settings),
		};
	}

	async init() {
		await this.runner.init();
	}

	capabilities() {
		return this.runner.capabilities();
	}

	async dryRun(options) {
		const result = await this.runner.dryRun(options);
		if (result.tests) {
			const known = { files: filesByTest(result.tests), times: timeByFile(result.tests) };
			writeFileSync(TEST_FILES, JSON.stringify(known));
		}
		return result;
	}

	async mutantRun(options) {
		this.known ??= JSON.parse(readFileSync(TEST_FILES, 'utf8'));
		const { files, times } = this.known;
		const tests = options.testFilter ?? Object.keys(files);
		const wanted = [...new Set(tests.flatMap((test) => files[test] ?? []))].sort((a, b) => times[a] - times[b]);
		let nrOfTests = 0;
		for (const file of wanted) {
			this.file = file;
			const testFilter = options.testFilter?.filter((test) => files[test]?.includes(file));
			const result = found(await this.runner.mutantRun({ ...options, testFilter }), tests);
			nrOfTests += result.nrOfTests ?? 0;
			if (result.status !== 'survived') return { ...result, nrOfTests };
		}
		return { status: 'survived', nrOfTests };
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
