import { makeTurns } from '../../../src/client/async/inTurns';

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

test('a computation that yields gets its result and its error through', async () => {
	const { inTurns, work, now } = steppedTurns();
	function* sum(fails: boolean): Generator<void, number> {
		for (let step = 0; step < 500; step++) yield work();
		if (fails) throw new Error('the end');
		return now();
	}
	expect(await longestTurn(now, inTurns(sum(false)))).toBeLessThanOrEqual(41);
	expect(await inTurns(sum(false))).toBe(1000);
	await expect(inTurns(sum(true))).rejects.toThrow('the end');
});

test('a short loop waits for nothing', () => {
	const { nextTurn, work } = steppedTurns();
	expect(Array.from({ length: 19 }, () => (work(), nextTurn()))).toEqual(Array(19).fill(undefined));
});
