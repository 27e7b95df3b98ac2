import { oneCase, sized } from '../../support/runs';
import { type FeedState, stateAfter } from '#changes/work';
import { FeedWorld, worldPort } from './feedWorld';
import { readChanges } from './historyPlayer';
import { readOptions } from './listedPort';

/* What long backlogs and overlaps of many pages cost in requests and state, which goes through JSON at each poll. */

const PAGE = 100;

/** A trigger of a world that is filled with `files` files, `perMs` in each millisecond. */
function triggerOf(files: number, perMs: number, { limit = 700, requestsPerPoll = Infinity, clockBehind = 0 } = {}) {
	const world = new FeedWorld({ pageSize: PAGE, clockBehind });
	world.fill(files, perMs);
	const port = worldPort(world);
	let state: FeedState = stateAfter(0);
	let largest = 0;
	let forgotten: number | undefined;
	return {
		world,
		saved: () => JSON.stringify(state),
		forgotten: () => forgotten,
		largest: () => largest,
		/** One poll: the names of what changed, and the requests that it took. */
		async poll(): Promise<{ names: unknown[]; requests: number }> {
			const before = port.requests.length;
			const expired = (part = 1): boolean => port.requests.length - before >= requestsPerPoll * part;
			const read = await readChanges(port, state, readOptions({ overlapMs: 30_000, limit, expired }));
			const saved = JSON.stringify(read.state);
			largest = Math.max(largest, saved.length);
			state = JSON.parse(saved) as FeedState;
			forgotten ??= read.forgotten;
			return { names: read.changes.map(({ entry }) => entry.filename), requests: port.requests.length - before };
		},
		async pollUntilQuiet(): Promise<{ names: unknown[]; requests: number }> {
			const all = { names: [] as unknown[], requests: 0 };
			for (;;) {
				const { names, requests } = await this.poll();
				all.names.push(...names);
				all.requests += requests;
				if (names.length === 0) return all;
			}
		},
	};
}

test.each(oneCase([1, 3, 40], 1))('5,000 changes, %i in a millisecond: each once, in order', async (perMs) => {
	const trigger = triggerOf(5000, perMs);
	const { names, requests } = await trigger.pollUntilQuiet();
	expect(names).toEqual(Array.from({ length: 5000 }, (_, n) => `e${n}`));
	// Each page repeats the millisecond in which the page before ended; each of the 8 polls with changes reads
	// the overlap again, of which the trigger remembers 200 pages, and has a few requests of its own.
	const pages = Math.ceil(5000 / (PAGE - perMs));
	expect(requests).toBeLessThan(pages + 8 * (Math.ceil(5000 / (PAGE - perMs)) + 6));
	expect(trigger.largest()).toBeLessThan(130_000);
});

describe('polls without changes', () => {
	/** A trigger that has read all, and the time when its overlap of 30 seconds is over. */
	const read = async (perMs: number, options = {}) => {
		const trigger = triggerOf(2000, perMs, options);
		await trigger.pollUntilQuiet();
		return trigger;
	};
	const pass = (ms: number, { world }: Awaited<ReturnType<typeof read>>) => void (world.now += ms);

	test.each([1, 40, 90])('%i changes in a millisecond: once the overlap is over, one request', async (perMs) => {
		const trigger = await read(perMs);
		const { requests } = await trigger.poll();
		expect(requests).toBeLessThan(Math.ceil(2000 / (PAGE - perMs)) + 8);
		pass(33_000, trigger);
		expect((await trigger.poll()).names).toEqual([]);
		const saved = trigger.saved();
		expect(saved.length).toBeLessThan(200);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual({ names: [], requests: 1 });
		expect(trigger.saved()).toBe(saved);
	});

	test('a clock that is a day wrong does not matter', async () => {
		const trigger = await read(3, { clockBehind: -86_400_000 });
		pass(29_000, trigger);
		expect((await trigger.poll()).requests).toBeGreaterThan(1);
		pass(5_000, trigger);
		await trigger.poll();
		expect(await trigger.poll()).toEqual({ names: [], requests: 1 });
	});

	test('what is dated ahead costs nothing once it is known', async () => {
		const trigger = await read(3);
		pass(33_000, trigger);
		await trigger.poll();
		for (const lateMs of [-70_000, -4_000_000]) trigger.world.operate('create', 0, { lateMs });
		expect((await trigger.poll()).names).toEqual(['e2000', 'e2001']);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual({ names: [], requests: 2 });
		pass(33_000, trigger);
		await trigger.poll();
		expect(await trigger.poll()).toEqual({ names: [], requests: 1 });
	});

	test('what becomes visible at the end of the overlap is reported at once', async () => {
		const trigger = await read(3);
		for (const [lateMs, pick] of [5, 100, 660].entries()) trigger.world.operate('edit', pick, { lateMs });
		pass(29_900, trigger);
		trigger.world.operate('create', 0, { lateMs: 29_900 });
		expect((await trigger.poll()).names.sort()).toEqual(['e100', 'e2000', 'e5', 'e660']);
	});

	test('a service so slow that the overlap takes several polls has it closed, too', async () => {
		const trigger = await read(3, { requestsPerPoll: 12 });
		pass(33_000, trigger);
		for (let polls = 0; polls < 8; polls++) expect((await trigger.poll()).names).toEqual([]);
		expect(await trigger.poll()).toEqual({ names: [], requests: 1 });
	});
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
		expect(names.sort()).toEqual([COUNT, COUNT + 1, COUNT + 2, COUNT / 4].map((n) => `e${n}`).sort());
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
});
