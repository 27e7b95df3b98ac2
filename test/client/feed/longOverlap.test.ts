import { oneCase, sized } from '../../support/runs';
import { PAGE, triggerOf } from './longTrigger';

/*
 * Long backlogs, and libraries in which so much has changed lately that the overlap has many pages: what is reported,
 * what it costs in requests, and how large the state is. The state goes through JSON after each poll.
 */

describe('a backlog', () => {
	test.each(oneCase([1, 3, 40], 1))(
		'of 5,000 changes, %i in a millisecond: each once, in order, from poll to poll',
		async (perMs) => {
			const trigger = triggerOf(5000, perMs);
			const { names, requests } = await trigger.pollUntilQuiet();
			expect(names).toEqual(Array.from({ length: 5000 }, (_, n) => `e${n}`));
			// Each page repeats the millisecond in which the page before ended; each of the 8 polls with changes reads
			// the overlap again, of which the trigger remembers 200 pages, and has a few requests of its own.
			const pages = Math.ceil(5000 / (PAGE - perMs));
			expect(requests).toBeLessThan(pages + 8 * (Math.ceil(5000 / (PAGE - perMs)) + 6));
			expect(trigger.largest()).toBeLessThan(130_000);
		},
	);
});

describe('polls without changes, with a long overlap', () => {
	test.each([
		['1 in a millisecond', 1, true],
		['40 in a millisecond', 40, true],
		['a service that does not count changes', 3, false],
	])('at most two requests each: %s', async (_name, perMs, counts) => {
		const trigger = triggerOf(2000, perMs, { counts });
		await trigger.pollUntilQuiet();
		for (let n = 0; n < 30; n++) {
			const { names, requests } = await trigger.poll();
			expect([names, requests <= 2]).toEqual([[], true]);
		}
	});

	test('nor does the first one after a poll that ended with its limit take more', async () => {
		const trigger = triggerOf(1400, 1);
		await trigger.poll();
		expect((await trigger.poll()).names).toHaveLength(700);
		expect(await trigger.poll()).toEqual({ names: [], requests: 2 });
	});

	test('what becomes visible late is reported within two polls', async () => {
		const trigger = triggerOf(2000, 3);
		await trigger.pollUntilQuiet();
		trigger.world.operate('create', 0, { lateMs: 100 });
		expect([...(await trigger.poll()).names, ...(await trigger.poll()).names]).toEqual(['e2000']);
		expect((await trigger.poll()).requests).toBe(2);
	});

	test('what happens in the last millisecond, with another look or a new entry, is reported at once', async () => {
		const trigger = triggerOf(2000, 3);
		await trigger.pollUntilQuiet();
		trigger.world.operate('delete', 1999);
		expect((await trigger.poll()).names).toEqual(['e1999']);
		trigger.world.operate('create', 0);
		expect((await trigger.poll()).names).toEqual(['e2000']);
	});

	test.each([1900, 1950])(
		'an entry that is changed again late, before the cursor, is found within twice as many polls as pages',
		async (position) => {
			const trigger = triggerOf(2000, 3);
			await trigger.pollUntilQuiet();
			trigger.world.operate('edit', position, { lateMs: 5 });
			trigger.world.now += 31_000;
			const found: unknown[] = [];
			// The trigger remembers all 2,000 entries, i.e. 20 pages and one more because they overlap.
			for (let polls = 0; polls < 44; polls++) found.push(...(await trigger.poll()).names);
			expect(found).toEqual([`e${position}`]);
		},
	);

	test('nor is it missed between polls that follow each other fast', async () => {
		const trigger = triggerOf(2000, 3);
		await trigger.pollUntilQuiet();
		for (let polls = 0; polls < 88; polls++) {
			trigger.world.now += 100;
			await trigger.poll();
		}
		trigger.world.operate('edit', 5, { lateMs: 9400 });
		trigger.world.now += 31_000;
		const found: unknown[] = [];
		for (let polls = 0; polls < 44; polls++) found.push(...(await trigger.poll()).names);
		expect(found).toEqual(['e5']);
	});

	test('it is reported with the next change at the latest', async () => {
		const trigger = triggerOf(2000, 3);
		await trigger.pollUntilQuiet();
		for (let polls = 0; polls < 44; polls++) await trigger.poll();
		trigger.world.operate('edit', 1950, { lateMs: 5 });
		trigger.world.now += 1000;
		trigger.world.operate('create', 0);
		expect((await trigger.pollUntilQuiet()).names.sort()).toEqual(['e1950', 'e2000']);
	});

	test('after all pages were looked at, nothing has to be saved any more', async () => {
		const trigger = triggerOf(2000, 3);
		await trigger.pollUntilQuiet();
		trigger.world.now += 31_000;
		const states = new Set<string>();
		for (let polls = 0; polls < 60; polls++) {
			await trigger.poll();
			states.add(trigger.saved());
		}
		expect(states.size).toBeLessThanOrEqual(44);
	});

	test('where the service does not count, what becomes visible late is found page by page', async () => {
		const trigger = triggerOf(2000, 3, { counts: false });
		await trigger.pollUntilQuiet();
		trigger.world.operate('create', 0, { lateMs: 200 });
		const found: unknown[] = [];
		for (let polls = 0; polls < 22; polls++) found.push(...(await trigger.poll()).names);
		expect(found).toEqual(['e2000']);
	});

	test.each(['beginExclusive', 'endExclusive'] as const)(
		'where counts are %s, one poll reads everything',
		async (bounds) => {
			const trigger = triggerOf(2000, 3);
			Object.assign(trigger.world.options, { bounds });
			await trigger.pollUntilQuiet();
			await trigger.poll();
			trigger.world.operate('create', 0, { lateMs: 100 });
			expect([...(await trigger.poll()).names, ...(await trigger.poll()).names]).toEqual(['e2000']);
			expect((await trigger.pollUntilQuiet()).names).toEqual([]);
			expect((await trigger.poll()).requests).toBe(2);
		},
	);
});

/* More changes within the overlap than any other test has. */

describe('a bulk upload within the overlap', () => {
	const all = (count: number) => Array.from({ length: count }, (_, n) => `e${n}`);

	const COUNT = 4 * Math.ceil(sized(20_000) / 4);

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

	const POLLS = sized(500, 100);
	test('polls in which little happens: the state stays small', async () => {
		const trigger = triggerOf(0, 1);
		for (let n = 0; n < POLLS; n++) {
			trigger.world.now += 9;
			trigger.world.operate('create', 0);
			expect((await trigger.poll()).names).toEqual([`e${n}`]);
		}
		expect(trigger.largest()).toBeLessThan(POLLS * 11 + 25_000);
	});
});
