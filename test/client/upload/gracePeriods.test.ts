import { abortSession, withGracePeriod } from '../../../src/client/upload/steps';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { errorOf, fakeClock } from '../../support/ports';
import { MemoryPort, options } from './memoryPort';

/* What waits for an answer after a cancel: how long, and that nothing keeps waiting once the answer is there. */

const SESSION = { server: 'http://up', id: 's' };

/** A clock whose sleeps end only with their signals; `sleeping` are those that have not ended. */
function sleepingClock() {
	const sleeping: number[] = [];
	const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		sleeping.push(ms);
		await new Promise<void>((_, reject) =>
			signal?.addEventListener('abort', () => {
				sleeping.splice(sleeping.indexOf(ms), 1);
				reject(signal.reason as Error);
			}),
		);
	};
	return { clock: { ...fakeClock(), sleep }, sleeping };
}
const soon = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe('a request that outlives a cancel', () => {
	test('has five seconds, and nothing waits for them once it is answered', async () => {
		const { clock, sleeping } = sleepingClock();
		const stop = new AbortController();
		let answer = (_: string): void => undefined;
		const run = { options: options({ clock }), signal: stop.signal };
		const asking = withGracePeriod(run, async () => await new Promise<string>((resolve) => (answer = resolve)));
		stop.abort();
		await soon();
		expect(sleeping).toEqual([5000]);
		answer('late');
		expect(await asking).toBe('late');
		await soon();
		expect(sleeping).toEqual([]);
	});

	test('is cut off then', async () => {
		const clock = fakeClock();
		const stop = new AbortController();
		const asking = withGracePeriod({ options: options({ clock }), signal: stop.signal }, async (signal) => {
			stop.abort(new Error('Stop'));
			return await new Promise((_, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason as Error));
			});
		});
		expect((await errorOf(asking)).message).toBe('Stop');
		expect(clock.slept).toEqual([5000]);
	});

	test('a cancel after the answer makes nothing wait; one before it sends nothing', async () => {
		const { clock, sleeping } = sleepingClock();
		const stop = new AbortController();
		const run = { options: options({ clock }), signal: stop.signal };
		expect(await withGracePeriod(run, async () => await Promise.resolve(7))).toBe(7);
		stop.abort();
		expect(sleeping).toEqual([]);
		const never = async (): Promise<never> => await Promise.reject(new Error('was sent'));
		expect(await errorOf(withGracePeriod(run, never))).toMatchObject({ kind: 'aborted' });
	});
});

describe('the abort of a session', () => {
	const signal = new AbortController().signal;
	const failing = (...failures: LibraryError[]) => {
		const port = new MemoryPort([]);
		let asked = 0;
		port.abort = async () => {
			const failure = failures[asked++];
			if (failure) throw failure;
			await Promise.resolve();
		};
		return { port, asked: () => asked };
	};
	/** Where the five seconds do not end. */
	const patientClock = () => {
		const clock = fakeClock();
		const { sleep } = clock;
		clock.sleep = async (ms, signal) =>
			await (ms < 5000 ? sleep(ms, signal) : sleepingClock().clock.sleep(ms, signal));
		return clock;
	};
	const passing = new LibraryError('busy', 'not now', { retryable: true });

	test('is asked for three times, after longer pauses', async () => {
		const { port, asked } = failing(passing, passing, passing, passing);
		const clock = patientClock();
		await abortSession({ port, options: options({ clock }), signal }, SESSION);
		expect(asked()).toBe(3);
		expect(clock.slept).toEqual([250, 500]);
	});

	test('is asked for once where the answer is final', async () => {
		const { port, asked } = failing(new LibraryError('upload', 'no such session', { status: 401 }));
		await abortSession({ port, options: options({ clock: patientClock() }), signal }, SESSION);
		expect(asked()).toBe(1);
	});

	test('is waited for less than a second after a cancel', async () => {
		const never = async (): Promise<never> => await new Promise(() => undefined);
		const port = Object.assign(failing().port, { abort: never });
		const waits: number[] = [];
		const sleep = async (ms: number): Promise<void> => void (waits.push(ms) === 1 && (await never()));
		await abortSession(
			{ port, options: options({ clock: { ...fakeClock(), sleep } }), signal: AbortSignal.abort() },
			SESSION,
		);
		expect(waits).toEqual([5000, 700]);
	});

	test('nothing waits once it is answered', async () => {
		const { clock, sleeping } = sleepingClock();
		await abortSession({ port: failing().port, options: options({ clock }), signal: AbortSignal.abort() }, SESSION);
		await soon();
		expect(sleeping).toEqual([]);
	});
});
