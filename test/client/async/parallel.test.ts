import { inParallel } from '../../../src/client/async/parallel';

const tick = async (): Promise<void> => await new Promise((done) => setImmediate(done));

test.each([
	[1, 1],
	[3, 3],
	[9, 5],
])('width %p over 5 entries: %p at the same time, results in order', async (width, most) => {
	let running = 0;
	let highest = 0;
	const results = await inParallel([5, 4, 3, 2, 1], width, async (n) => {
		highest = Math.max(highest, ++running);
		for (let i = 0; i < n; i++) await tick();
		running--;
		return n * 10;
	});
	expect(results).toEqual([50, 40, 30, 20, 10]);
	expect(highest).toBe(most);
});

test('after a failure no task is started, and running tasks are awaited', async () => {
	const started: number[] = [];
	const ended: number[] = [];
	const task = async (n: number): Promise<void> => {
		started.push(n);
		if (n === 0) throw new Error('first');
		await tick();
		ended.push(n);
	};
	await expect(inParallel([0, 1, 2, 3, 4], 2, task)).rejects.toThrow('first');
	expect(started).toEqual([0, 1]);
	expect(ended).toEqual([1]);
});

test('an empty list', async () => expect(await inParallel([], 4, async () => 1)).toEqual([]));

test('of several failures, the one of the first entry is thrown', async () => {
	const task = async (n: number): Promise<void> => {
		for (let i = 0; i < 3 - n; i++) await tick();
		throw new Error(`entry ${n}`);
	};
	await expect(inParallel([0, 1, 2], 3, task)).rejects.toThrow('entry 0');
});
