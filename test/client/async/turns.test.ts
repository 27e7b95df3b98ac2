import { makeTurns } from '../../../src/client/async/inTurns';
import { onAbort, stopWith } from '../../../src/client/async/onAbort';
import { inParallel } from '../../../src/client/async/tasks';

/** Turns by a clock that each step of a loop moves on by one millisecond. */
function steppedTurns() {
	let ms = 0;
	const turns = makeTurns(() => ms);
	return { ...turns, work: () => void ms++, now: () => ms };
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
	const all = Promise.all(Array.from({ length: loops }, loop));
	expect(await longestTurn(now, all)).toBeLessThanOrEqual(50);
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
