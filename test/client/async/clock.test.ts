import { getEventListeners } from 'node:events';
import { backoff, longestBackoff, pause, stopwatch, systemClock } from '../../../src/client/async/clock';
import { tokenBuckets } from '../../../src/client/async/tokenBuckets';
import { inParallel } from '../../../src/client/async/tasks';
import { RecentMap } from '../../../src/client/async/once';
import { makeTurns } from '../../../src/client/async/inTurns';
import { cancellable, onAbort, stopWith } from '../../../src/client/async/onAbort';
import { clockOf, errorOf, fakeClock } from '../../support/ports';

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
	const late = clockOf({ now: () => 0, sleep: async () => controller.abort(reason) });
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

/** Turns by a clock that each step of a loop moves on by one millisecond. */
function steppedTurns() {
	let ms = 0;
	return { ...makeTurns(() => ms), work: () => void ms++, now: () => ms };
}

/** The longest time between two turns while `work` runs, in ms of that clock. */
async function longestTurn(now: () => number, work: Promise<unknown>): Promise<number> {
	let [longest, latest, isOver] = [0, now(), false];
	const done = work.finally(() => (isOver = true));
	while (!isOver) {
		await new Promise((resolve) => setImmediate(resolve));
		longest = Math.max(longest, now() - latest);
		latest = now();
	}
	await done;
	return longest;
}

test.each([1, 30])('%i long loops at a time leave others their turn', async (loops) => {
	const { nextTurn, work, now } = steppedTurns();
	const loop = async (): Promise<void> => {
		for (let step = 0; step < 300; step++) {
			work();
			const wait = nextTurn();
			if (wait) await wait;
		}
	};
	expect(await longestTurn(now, Promise.all(Array.from({ length: loops }, loop)))).toBeLessThanOrEqual(50);
	expect(now()).toBe(300 * loops);
});

test('tasks that wait for nothing leave others their turn', async () => {
	let [turns, isOver] = [0, false];
	const count = (): void => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	const busy = async (): Promise<void> => {
		for (const from = performance.now(); performance.now() - from < 2;);
	};
	await inParallel(Array.from({ length: 100 }), 8, busy);
	isOver = true;
	// In pieces of 20 ms.
	expect(turns).toBeGreaterThan(5);
});

/* What a signal stops, by one listener for all. */

test('one stop may end another', () => {
	const controller = new AbortController();
	const stopped: string[] = [];
	let endOther = (): void => undefined;
	onAbort(controller.signal, () => {
		stopped.push('first');
		endOther();
	});
	endOther = onAbort(controller.signal, () => void stopped.push('other'));
	controller.abort();
	expect(stopped).toEqual(['first']);
});

test('a controller stops with a signal, for its reason; where there is none, or not yet, by itself alone', () => {
	const parent = new AbortController();
	const [own, other] = [stopWith(parent.signal), stopWith(parent.signal)];
	other.abort('over');
	expect([own.signal.aborted, parent.signal.aborted]).toEqual([false, false]);
	parent.abort('enough');
	expect([own.signal.reason, other.signal.reason]).toEqual(['enough', 'over']);
	expect(stopWith(parent.signal).signal.reason).toBe('enough');
	expect(stopWith(undefined).signal.aborted).toBe(false);
});

test.each<[string, (map: RecentMap<string, number>) => unknown, string[]]>([
	['nothing: the oldest goes', () => undefined, ['b', 'c', 'd']],
	['reading the oldest: the next one goes', (map) => map.get('a'), ['a', 'c', 'd']],
	['storing the oldest again: the next one goes', (map) => map.set('a', 0), ['a', 'c', 'd']],
	['reading an unknown key: the oldest goes', (map) => map.get('x'), ['b', 'c', 'd']],
	['deleting one: there is room for all', (map) => map.delete('b'), ['a', 'c', 'd']],
	['deleting an unknown key: the oldest goes', (map) => map.delete('x'), ['b', 'c', 'd']],
])('a full map forgets the key not used for the longest time, after %s', (_name, use, kept) => {
	const map = new RecentMap<string, number>(3);
	for (const key of ['a', 'b', 'c']) map.set(key, 1);
	use(map);
	map.set('d', 1);
	expect(map.size).toBe(3);
	expect(['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined)).toEqual(kept);
});

let now = 0;
beforeEach(() => void (now = 5000));
const buckets = (limit = 100) => tokenBuckets({ now: () => now }, { burst: 3, perSecond: 2 }, limit);

test('so many at once, then so many a second; a refusal says how long to wait and takes nothing', () => {
	const { take } = buckets();
	const many = (count: number) => Array.from({ length: count }, () => take('a'));
	expect(many(5)).toEqual([0, 0, 0, 500, 500]);
	now += 499;
	expect(many(1)).toEqual([1]);
	now += 1;
	expect(many(2)).toEqual([0, 500]);
	now += 60_000;
	expect(many(4)).toEqual([0, 0, 0, 500]);
});

test('keys have buckets of their own', () => {
	const { take } = buckets();
	expect(['a', 'a', 'a', 'a', 'b'].map(take)).toEqual([0, 0, 0, 500, 0]);
});

test('a clock that is set back refills nothing and does not lock for longer', () => {
	const { take } = buckets();
	for (let n = 0; n < 3; n++) take('a');
	now -= 3_600_000;
	expect(take('a')).toBe(500);
	now += 500;
	expect(take('a')).toBe(0);
});

test('the number of buckets is limited', () => {
	const { take } = buckets(10);
	for (let n = 0; n < 3; n++) take('a');
	expect(take('a')).toBe(500);
	for (let n = 0; n < 10; n++) take(String(n));
	expect(take('a')).toBe(0);
});
