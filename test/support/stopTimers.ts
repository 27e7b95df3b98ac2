/*
 * n8n-core starts a timer (for SSH connections) that it never stops. A timer that outlives its suite keeps every module
 * of the suite in memory: 40 MB each time, until the workers spend much of their time on collecting garbage.
 */
const { setInterval } = globalThis;
const started: Array<ReturnType<typeof setInterval>> = [];

globalThis.setInterval = (...args: Parameters<typeof setInterval>) => {
	const timer = setInterval(...args);
	started.push(timer);
	return timer;
};

afterAll(() => started.forEach((timer) => clearInterval(timer)));
