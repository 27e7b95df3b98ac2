import { triggerOf } from './longTrigger';
import { sized } from '../../support/runs';

/* More changes within the overlap than any other test has. */

describe('a bulk upload within the overlap', () => {
	const all = (count: number) => Array.from({ length: count }, (_, n) => `e${n}`);

	const COUNT = sized(20_000);

	test.each([40])('20,000 changes, %i in a millisecond: each once, and what is late too', async (perMs) => {
		const trigger = triggerOf(COUNT, perMs, { limit: 10_000 });
		expect((await trigger.pollUntilQuiet()).names).toEqual(all(COUNT));
		const begin = trigger.world.now - Math.floor(COUNT / perMs);
		for (const lateMs of [1, trigger.world.now - begin - 1]) trigger.world.operate('create', 0, { lateMs });
		trigger.world.operate('edit', COUNT / 4, { lateMs: 3 });
		trigger.world.now += 20;
		trigger.world.operate('create', 0);
		const { names } = await trigger.pollUntilQuiet();
		expect(names.sort()).toEqual(
			[0, 1, 2]
				.map((n) => `e${COUNT + n}`)
				.concat(`e${COUNT / 4}`)
				.sort(),
		);
		expect(trigger.largest()).toBeLessThan(300_000);
		expect(trigger.forgotten()).toBeUndefined();
	});

	test('more than that: it says so', async () => {
		const trigger = triggerOf(25_000, 10, { limit: 10_000 });
		expect((await trigger.pollUntilQuiet()).names).toEqual(all(25_000));
		expect(trigger.forgotten()).toBeLessThan(trigger.world.now);
		expect(trigger.largest()).toBeLessThan(300_000);
	});

	test('a service so slow that a poll reads 30 of the 50 pages of the overlap goes on where it was', async () => {
		const trigger = triggerOf(5000, 3, { requestsPerPoll: 30 });
		expect((await trigger.pollUntilQuiet()).names).toEqual(all(5000));
		for (const lateMs of [1, 1500]) {
			trigger.world.operate('create', 0, { lateMs });
			trigger.world.now += 20;
			trigger.world.operate('create', 0);
			const names: unknown[] = [];
			for (let polls = 0; polls < 4; polls++) names.push(...(await trigger.poll()).names);
			expect(names).toHaveLength(2);
		}
	});

	test('polls in which little happens: the state stays small', async () => {
		const trigger = triggerOf(0, 1);
		for (let n = 0; n < 500; n++) {
			trigger.world.now += 9;
			trigger.world.operate('create', 0);
			expect((await trigger.poll()).names).toEqual([`e${n}`]);
		}
		expect(trigger.largest()).toBeLessThan(500 * 11 + 25_000);
	});
});
