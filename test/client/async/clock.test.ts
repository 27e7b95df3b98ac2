import { getEventListeners } from 'node:events';
import { cancellable } from '../../../src/client/async/onAbort';
import { backoff, longestBackoff, pause, stopwatch, systemClock } from '../../../src/client/async/clock';
import { errorOf, fakeClock } from '../../support/ports';

const reason = new Error('enough');
const aborted = { name: 'LibraryError', kind: 'aborted', retryable: false, cause: reason };
const never = new Promise<never>(() => undefined);
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

const jittered = (random: number) => ({ ...fakeClock(), random: () => random });

test.each([
	[1, 500],
	[2, 1000],
	[3, 2000],
	[5, 8000],
	[6, 10_000],
	[60, 10_000],
	[0, 500],
])('after %d failures the pause is at most %d ms', (failures, ms) => {
	expect(longestBackoff(failures)).toBe(ms);
	expect([0.25, 0].map((random) => backoff(jittered(random), failures))).toEqual([ms / 4, 0]);
});

test('the first pause and the longest can be chosen, and are whole milliseconds', () => {
	expect([1, 2, 3].map((failures) => backoff(jittered(0.999), failures, 10, 25))).toEqual([10, 20, 25]);
});

test('the clock of this machine wakes up, and no longer listens to the signal', async () => {
	const { signal } = new AbortController();
	const before = systemClock.now();
	await systemClock.sleep(2, signal);
	expect(systemClock.now()).toBeGreaterThanOrEqual(before);
	expect(listeners(signal)).toBe(0);
	await systemClock.sleep(0);
});

test('a pause is cancelled before, meanwhile and at its end', async () => {
	const controller = new AbortController();
	const late = { now: () => 0, sleep: async () => controller.abort(reason) };
	await expect(pause(late, 1, controller.signal)).rejects.toMatchObject(aborted);
	expect(await errorOf(pause(fakeClock(), 1, controller.signal))).toMatchObject(aborted);
});

describe('a promise that can be cancelled', () => {
	test('ends with the signal, although nobody keeps it', async () => {
		const controller = new AbortController();
		const ended = cancellable(never, controller.signal);
		controller.abort(reason);
		await expect(ended).rejects.toMatchObject(aborted);
		expect(listeners(controller.signal)).toBe(0);
	});
	test('is not waited for once cancelled, and its failure counts no more', async () => {
		const signal = AbortSignal.abort(reason);
		await expect(cancellable(never, signal)).rejects.toMatchObject(aborted);
		await expect(cancellable(Promise.reject(new Error('late')), signal)).rejects.toMatchObject(aborted);
	});
});

test('what is measured does not change when the clock of the machine is set', () => {
	const elapsedMs = stopwatch(systemClock);
	const day = 86_400_000;
	const spy = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + day);
	expect(elapsedMs()).toBeLessThan(day);
	spy.mockReturnValue(0);
	expect(elapsedMs()).toBeGreaterThanOrEqual(0);
	spy.mockRestore();
});
