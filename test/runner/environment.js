/*
 * The environment of a test file: the process itself, without a context of its own. What a test file changes in it and
 * could forget to restore is put back at its end: mocks, fake timers, environment variables, console, process.exit.
 * A timer that a module leaves running, as n8n-core does, then no longer keeps the process from its end.
 */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

module.exports = class ProcessEnvironment {
	constructor({ projectConfig }) {
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimers = null;
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
		const { console, setInterval } = globalThis;
		this.before = { console, setInterval, exit: process.exit, env: { ...process.env } };
		this.timers = [];
		globalThis.setInterval = (...args) => {
			const timer = setInterval(...args);
			this.timers.push(timer);
			return timer;
		};
	}

	async setup() {
		// jest asks for a hundred frames of each error; that of n8n's log alone, which looks at its own stack, then
		// takes as long as the node.
		Error.stackTraceLimit = 25;
	}

	async teardown() {
		const { console, setInterval, exit, env } = this.before;
		this.moduleMocker.restoreAllMocks();
		this.fakeTimersModern.dispose();
		Object.assign(globalThis, { console, setInterval });
		for (const timer of this.timers) timer.unref();
		process.exit = exit;
		for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
		Object.assign(process.env, env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	/** jest asks for it; only its own runtime runs code in a context. */
	getVmContext() {
		return null;
	}
};
