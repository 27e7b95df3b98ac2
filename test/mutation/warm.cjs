/*
 * A runner of tests for jest's option `testRunner`: jest's own one, but a file of tests stays loaded after its setup and
 * runs its tests again and again, each time with another mutant switched on. Loading the modules of a file takes jest
 * one to two seconds, the tests that reach a mutant mostly take milliseconds.
 */
const circus = require('jest-circus/runner').default ?? require('jest-circus/runner');

/** What the instrumented code asks for the mutant that is switched on. */
const NAMESPACE = '__stryker__';
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const NONE = { test: () => false };

/** Who waits for the files that are being loaded. */
const waiting = new Map();

/** jest calls it for each file of tests; it ends when the file is closed. */
async function runTests(globalConfig, config, environment, runtime, path, ...more) {
	const mutation = (environment.global[NAMESPACE] ??= {});
	const load = runtime.requireInternalModule.bind(runtime);
	runtime.requireInternalModule = (...args) => {
		const module = load(...args);
		const run = module?.runAndTransformResultsToJestFormat;
		if (!run) return module;
		const stay = async (options) => {
			const file = new TestFile(environment.global, mutation, () => run(options));
			await file.dispatch({ name: 'teardown' });
			waiting.get(path)?.(file);
			return await file.closed;
		};
		return { ...module, runAndTransformResultsToJestFormat: stay };
	};
	return await circus(globalConfig, config, environment, runtime, path, ...more);
}

/** A file of tests whose modules are loaded. */
class TestFile {
	constructor(global, mutation, run) {
		const symbol = Object.getOwnPropertySymbols(global).find((one) => one.description === 'JEST_STATE_SYMBOL');
		Object.assign(this, { mutation, start: run, state: global[symbol], handlers: global[HANDLERS] });
		this.closed = new Promise((resolve) => (this.end = resolve));
		// The first test that fails is enough.
		this.handlers.push((event) => {
			if (event.name === 'test_done' && event.test.errors.length > 0) this.state.testNamePattern = NONE;
		});
	}

	async dispatch(event) {
		for (const handler of this.handlers) await handler(event, this.state);
	}

	/**
	 * Runs the tests of these names, with a mutant switched on, and says which was the first that failed (an empty name
	 * for what fails outside of a test), and how often the changed code was reached.
	 */
	async run(names, mutant, hitLimit = Infinity) {
		this.reset();
		Object.assign(this.mutation, { activeMutant: mutant, hitCount: 0, hitLimit });
		// The process has one handler of errors that nobody catches: that of the file whose tests run.
		await this.dispatch({ name: 'setup', parentProcess: process });
		this.state.testNamePattern = { test: (name) => names.has(name) };
		const { testResults, testExecError } = await this.start();
		const { hitCount: hits } = this.mutation;
		Object.assign(this.mutation, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
		const ran = testResults.filter(({ status }) => status === 'passed' || status === 'failed').length;
		const failed = testResults.find(({ status }) => status === 'failed');
		if (failed) return { ran, hits, failed: failed.fullName, message: failed.failureMessages.join('\n') };
		if (testExecError) return { ran, hits, failed: '', message: testExecError.stack };
		return { ran, hits };
	}

	/** Forgets what became of the tests the last time. */
	reset() {
		const { state } = this;
		Object.assign(state, { currentlyRunningTest: null, unhandledErrors: [] });
		state.unhandledRejectionErrorByPromise.clear();
		const each = (block) => {
			for (const child of block.children) {
				if (child.type === 'describeBlock') each(child);
				else Object.assign(child, { errors: [], status: null, invocations: 0, retryReasons: [] });
			}
		};
		each(state.rootDescribeBlock);
	}

	/** Lets jest end the file. */
	async close() {
		this.reset();
		await this.dispatch({ name: 'setup', parentProcess: process });
		this.state.testNamePattern = NONE;
		this.end(await this.start());
	}
}

/** Loads a file of tests; `startJest` has to run jest for it. Undefined if it cannot be loaded. */
async function loadTests(path, startJest) {
	const file = new Promise((resolve) => waiting.set(path, resolve));
	const ended = startJest().then(
		() => undefined,
		() => undefined,
	);
	return await Promise.race([file, ended]);
}

module.exports = runTests;
module.exports.loadTests = loadTests;
