import { makeSlots } from '../../../src/client/async/memoryBudget';

const tick = async () => await new Promise((resolve) => setImmediate(resolve));

test('slots: as many at a time as there are, the others in their order', async () => {
	const slots = makeSlots(2);
	const [started, finish]: [number[], Array<() => void>] = [[], []];
	const runs = [0, 1, 2, 3].map(
		async (n) =>
			await slots.run(async () => {
				started.push(n);
				await new Promise<void>((resolve) => (finish[n] = resolve));
				return n;
			}),
	);
	await tick();
	expect(started).toEqual([0, 1]);
	finish[1]?.();
	await tick();
	expect(started).toEqual([0, 1, 2]);
	finish[0]?.();
	finish[2]?.();
	await tick();
	finish[3]?.();
	expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});
