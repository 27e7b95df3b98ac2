import { makeBudget } from '../../../src/client/async/memoryBudget';

const tick = async (): Promise<void> => await new Promise((done) => setImmediate(done));

/** The highest sum of bytes in use at the same time, and the order in which the works began. */
async function use(total: number, wanted: readonly number[]): Promise<{ most: number; order: number[] }> {
	const budget = makeBudget(total);
	const order: number[] = [];
	let [now, most] = [0, 0];
	await Promise.all(
		wanted.map(
			async (bytes, n) =>
				await budget.use(bytes, async () => {
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
])('of %p bytes, works of %p use at most %p', async (total, wanted, most) => {
	const seen = await use(total, wanted);
	expect(seen).toEqual({ most, order: wanted.map((_, n) => n) });
});

test('a small one does not overtake a large one that waits', async () =>
	expect((await use(10, [6, 6, 1])).order).toEqual([0, 1, 2]));

test('more than there is runs alone', async () => {
	const budget = makeBudget(10);
	const seen: string[] = [];
	await Promise.all(
		[
			['a', 25],
			['b', 1],
		].map(
			async ([name, bytes]) =>
				await budget.use(Number(bytes), async () => {
					seen.push(`${name}`);
					await tick();
					seen.push(`${name} ended`);
				}),
		),
	);
	expect(seen).toEqual(['a', 'a ended', 'b', 'b ended']);
});

test('a failure gives its bytes back', async () => {
	const budget = makeBudget(1);
	await expect(
		budget.use(1, async () => {
			throw new Error('no');
		}),
	).rejects.toThrow('no');
	expect(await budget.use(1, async () => 'yes')).toBe('yes');
});
