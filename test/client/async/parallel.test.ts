import { inParallel } from '../../../src/client/async/parallel';

const tick = async (): Promise<void> => await new Promise((done) => setImmediate(done));

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
