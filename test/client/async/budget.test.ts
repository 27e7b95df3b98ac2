import { makeBudget } from '../../../src/client/async/budget';

const tick = async (): Promise<void> => await new Promise((done) => setImmediate(done));

/** The highest sum of bytes reserved at the same time, and the order in which the tasks started. */
async function reserveAll(total: number, wanted: readonly number[]): Promise<{ most: number; order: number[] }> {
	const budget = makeBudget(total);
	const order: number[] = [];
	let [now, most] = [0, 0];
	await Promise.all(
		wanted.map(
			async (bytes, n) =>
				await budget.reserve(bytes, async () => {
					order.push(n);
					most = Math.max(most, (now += bytes));
					await tick();
					now -= bytes;
				}),
		),
	);
	return { most, order };
}

test.each<[number, number[], number]>([
	[10, [4, 4, 4], 8],
	[10, [10, 10], 10],
	[10, [1, 1, 1, 1], 4],
	[10, [], 0],
])('of %p bytes, tasks of %p reserve at most %p', async (total, wanted, most) => {
	const seen = await reserveAll(total, wanted);
	expect(seen).toEqual({ most, order: wanted.map((_, n) => n) });
});

test('a small task does not overtake a large one that waits', async () =>
	expect((await reserveAll(10, [6, 6, 1])).order).toEqual([0, 1, 2]));

test('a task that wants more than the whole budget runs alone', async () => {
	const budget = makeBudget(10);
	const seen: string[] = [];
	await Promise.all(
		[
			['a', 25],
			['b', 1],
		].map(
			async ([name, bytes]) =>
				await budget.reserve(Number(bytes), async () => {
					seen.push(`${name}`);
					await tick();
					seen.push(`${name} ended`);
				}),
		),
	);
	expect(seen).toEqual(['a', 'a ended', 'b', 'b ended']);
});

test('a failed task frees its bytes', async () => {
	const budget = makeBudget(1);
	await expect(
		budget.reserve(1, async () => {
			throw new Error('no');
		}),
	).rejects.toThrow('no');
	expect(await budget.reserve(1, async () => 'yes')).toBe('yes');
});
