import type { Clock } from '../../../src/client/async/clock';
import { newSlack, slackFor, withinTotal, TransferGuard } from '../../../src/client/http/slowTransfer';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';
import { clockOf, errorOf } from '../../support/ports';

/* When exactly a slow transfer is given up, by a clock whose only timer the test lets run out. */

interface OneTimer extends Clock {
	/** Lets the time pass; does not call the timer. */
	pass(ms: number): void;
	/** Lets the time until the timer pass, and calls it; answers how long that was set to. */
	ring(): number;
	readonly isSet: () => boolean;
}

function oneTimer(): OneTimer {
	let time = 1_000_000;
	let set: { readonly at: number; readonly ms: number; readonly then: () => void } | undefined;
	return {
		now: () => time,
		sleep: async () => undefined,
		random: Math.random,
		timer: (ms, then) => {
			set = { at: time + ms, ms, then };
			return () => void (set = undefined);
		},
		pass: (ms) => void (time += ms),
		isSet: () => set !== undefined,
		ring: () => {
			const due = set;
			if (!due) throw new Error('no timer is set');
			set = undefined;
			time = Math.max(time, due.at);
			due.then();
			return due.ms;
		},
	};
}

function started(slackMs: number, totalMs?: number) {
	const clock = oneTimer();
	const given: LibraryError[] = [];
	const guard = new TransferGuard(clock, 'https://h.example');
	guard.begun((error) => void given.push(error as LibraryError));
	const slack = newSlack(slackMs);
	guard.watch({ slack, ...(totalMs === undefined ? {} : { totalMs }) });
	return { clock, given, guard, slack };
}

test('slack by the limit on silence', () => {
	expect([1_000, 10_000, 60_000, 120_000, 600_000].map(slackFor)).toEqual(
		[30, 50, 300, 300, 1200].map((seconds) => seconds * 1000),
	);
});

test('without a byte the slack ends when it is used up, once, with what to do', () => {
	const { clock, given } = started(100_000);
	expect(clock.ring()).toBe(100_000);
	expect(given).toHaveLength(1);
	expect(given[0]).toMatchObject({ kind: 'timeout', code: 'tooSlow', retryable: false });
	expect(given[0]?.message).toBe('https://h.example: too little was transferred in too long a time');
	expect(given[0]?.hint).toContain('1024 bytes per second');
	expect(clock.isSet()).toBe(false);
});

test('bytes prolong it by what they are worth, never beyond the whole', () => {
	const { clock, given, guard } = started(100_000);
	guard.heard(1_000_000);
	clock.pass(50_000);
	guard.heard(10 * 1024);
	clock.ring();
	expect(given).toHaveLength(0);
	expect(clock.ring()).toBe(10_000);
	expect(given).toHaveLength(1);
});

test('a reader who is busy counts for neither limit, what came before and after does', async () => {
	const { clock, given, guard } = started(100_000, 100_000);
	clock.pass(60_000);
	let done = (): void => undefined;
	const taken = guard.busy(new Promise<void>((resolve) => (done = resolve)));
	clock.pass(500_000);
	done();
	await taken;
	clock.pass(10_000);
	clock.ring();
	expect(given).toHaveLength(0);
	expect(clock.ring()).toBe(30_000);
	expect(given).toHaveLength(1);
});

test('answers that follow each other share a slack', () => {
	const { clock, guard, slack } = started(100_000);
	clock.pass(60_000);
	guard.heard(1024);
	expect(slack.left).toBe(41_000);
	guard.watch({ slack });
	expect(clock.ring()).toBe(41_000);
});

test.each([
	[15, ['https://h.example: the answer comes in more than 100000 very small pieces']],
	[16, []],
])('very many pieces of %d bytes', (bytes, messages) => {
	const { given, guard } = started(100_000);
	for (let piece = 0; piece < 100_000; piece++) guard.heard(bytes);
	expect(given).toEqual([]);
	guard.heard(bytes);
	guard.heard(bytes);
	expect(given.map(({ message }) => message)).toEqual(messages);
});

/** A clock whose only sleep lasts until the test wakes it. */
function sleeper() {
	let wake = (): void => undefined;
	const slept: Array<{ readonly ms: number; readonly signal: AbortSignal | undefined }> = [];
	const clock = clockOf({
		now: () => 0,
		sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
			slept.push({ ms, signal });
			await new Promise<void>((resolve) => (wake = resolve));
		},
	});
	return { clock, slept, wake: () => wake() };
}

test('what is done within its time is answered, and leaves no sleep behind', async () => {
	const { clock, slept } = sleeper();
	const limit = { clock, ms: 180_000, where: 'https://h.example' };
	let given: AbortSignal | undefined;
	expect(await withinTotal(limit, async (signal) => ((given = signal), 'done'))).toBe('done');
	expect(slept.map(({ ms, signal }) => [ms, signal?.aborted])).toEqual([[180_000, true]]);
	expect(given?.aborted).toBe(false);
	const failure = new Error('failed by itself');
	expect(await errorOf(withinTotal(limit, async () => await Promise.reject(failure)))).toBe(failure);
	expect(slept[1]?.signal?.aborted).toBe(true);
});

test('what is not is stopped by its signal and a timeout', async () => {
	const { clock, slept, wake } = sleeper();
	let given: AbortSignal | undefined;
	const failure = errorOf(
		withinTotal({ clock, ms: 5, where: 'https://h.example' }, async (signal) => {
			given = signal;
			await new Promise(() => undefined);
		}),
	);
	wake();
	expect(await failure).toMatchObject({ kind: 'timeout', code: 'tooSlow', retryable: false });
	expect([given?.aborted, slept[0]?.signal?.aborted]).toEqual([true, true]);
});
