/*
 * Test files of a worker share what they load: Node.js's own `require`, instead of a registry of modules for each test
 * file as in jest's runtime. n8n's engine is loaded once for each worker, not a hundred times. Helpers of tests
 * are loaded anew for each test file, so that nothing which they count or remember depends on the test files before.
 *
 * Everything else is jest's own: workers, reporters, hooks, time limits.
 * This is what jest-runner and jest-circus ask of a runtime (jest's option `runtime`).
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { sourceMaps } = require('./register');

const ROOT = path.join(__dirname, '..', '..');
const isBelow = (folder) => {
	const start = path.join(ROOT, folder, path.sep);
	return (file) => file.startsWith(start);
};
const isTest = isBelow('test');
/** The runner itself, and what only reads: the service written a second time, and the document with what judges by it. */
const KEPT = ['test/runner', 'test/emulator', 'test/contract'].map(isBelow);
const isTestCode = (file) => isTest(file) && (file.endsWith('.test.ts') || !KEPT.some((isKept) => isKept(file)));
const isSource = isBelow('src');

/** jest's own, which keeps what it has parsed: that of the project; each test file makes an equal one. */
let transformer;
const OPTIONS = {
	isInternalModule: false,
	supportsDynamicImport: false,
	supportsExportNamespaceFrom: false,
	supportsStaticESM: false,
	supportsTopLevelAwait: false,
};
function loadYaml(module, file) {
	module._compile(transformer.transform(file, OPTIONS, readFileSync(file, 'utf8')).code, file);
}

/** `EDITION=lean npx jest test/engine`: the other edition, as the build makes it (src/tools/editions.ts). */
function chooseEdition(edition) {
	const chooser = path.join(ROOT, 'src', 'edition', 'edition.ts');
	const resolve = Module._resolveFilename;
	Module._resolveFilename = function (request, parent, ...rest) {
		const isChoice = request === './full/edition' && parent?.filename === chooser;
		return resolve.call(this, isChoice ? `./${edition}/edition` : request, parent, ...rest);
	};
}

/** Runs `work` while the modules of `isMeant` are unknown, and answers them as they were. */
function withoutModules(isMeant, work) {
	const kept = Object.entries(require.cache).filter(([file]) => isMeant(file));
	for (const [file] of kept) delete require.cache[file];
	try {
		return work();
	} finally {
		for (const file of Object.keys(require.cache)) if (isMeant(file)) delete require.cache[file];
		for (const [file, module] of kept) require.cache[file] = module;
	}
}

/** The state of jest-circus, which is made anew for each test file; the old one has all that its tests refer to. */
const CIRCUS = path.join(path.dirname(require.resolve('jest-circus/runner')), 'jestAdapterInit.js');
const STATES = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

/** Where jest-circus notes the running test. Node.js's own follows every promise: a tenth of all CPU time. */
class PlainStorage {
	getStore() {
		return this.store;
	}

	run(store, work) {
		const before = this.store;
		this.store = store;
		const restore = () => void (this.store = before);
		const result = work();
		if (result instanceof Promise) return result.finally(restore);
		restore();
		return result;
	}
}

const load = Module._load;
Module._load = function (request, parent, isMain) {
	if (request === 'node:async_hooks' && parent?.filename === CIRCUS) return { AsyncLocalStorage: PlainStorage };
	return load.call(this, request, parent, isMain);
};

module.exports = class SharedRuntime {
	constructor(_config, environment, _resolver, ownTransformer) {
		this.environment = environment;
		if (!transformer) {
			Module._extensions['.yaml'] = loadYaml;
			if (process.env.EDITION) chooseEdition(process.env.EDITION);
		}
		transformer = ownTransformer;
		forget((file) => isTestCode(file) || file === CIRCUS);
		for (const symbol of Object.getOwnPropertySymbols(globalThis))
			if (STATES.includes(symbol.description)) delete globalThis[symbol];
	}

	requireModule(file) {
		return require(file);
	}

	requireInternalModule(file) {
		return require(file);
	}

	unstable_shouldLoadAsEsm() {
		return false;
	}

	setGlobalsForRuntime() {
		const { moduleMocker: mocker, fakeTimersModern: timers } = this.environment;
		const jest = {
			fn: mocker.fn.bind(mocker),
			spyOn: mocker.spyOn.bind(mocker),
			restoreAllMocks: () => mocker.restoreAllMocks(),
			useFakeTimers: (options) => (timers.useFakeTimers(options), jest),
			useRealTimers: () => (timers.useRealTimers(), jest),
			advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
			setSystemTime: (now) => timers.setSystemTime(now),
			// What it loads of `src` is a second copy.
			isolateModules: (load) => withoutModules(isSource, load),
			/** By its whole path. */
			requireActual: (file) => require(file),
		};
		globalThis.jest = jest;
	}

	enterTestCode() {}

	leaveTestCode() {}

	getSourceMaps() {
		return sourceMaps;
	}

	getAllCoverageInfoCopy() {
		return undefined;
	}

	restoreAllMocks() {
		this.environment.moduleMocker.restoreAllMocks();
	}

	teardown() {}
};

/** Lets modules be loaded again. Their parents' lists of children would keep the old ones in memory. */
function forget(isMeant) {
	const parents = new Set();
	for (const [file, module] of Object.entries(require.cache).filter(([file]) => isMeant(file))) {
		delete require.cache[file];
		parents.add(module.parent);
	}
	for (const parent of parents)
		if (parent) parent.children = parent.children.filter(({ filename }) => filename in require.cache);
}
