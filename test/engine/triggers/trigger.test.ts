import type { Engine } from '../support/engine';
import { eachRequestTakes, paths, pollTwice, pollUntilEmpty, Triggers } from '../support/triggers';

/* The trigger in n8n's engine loses nothing and repeats nothing. */

let engine: Engine;
let t: Triggers;
let lateMs = 0;
beforeAll(async () => {
	engine = await Triggers.engine();
});
beforeEach(async () => {
	lateMs = 0;
	t = await Triggers.start(engine, { operationTime: (now) => now - lateMs });
});
afterEach(async () => {
	jest.restoreAllMocks();
	await t.close();
});

describe('nothing lost, nothing twice', () => {
	test('a restart with the saved static data, or with an older state after a crash', async () => {
		const first = t.activate({}, { id: 'w' });
		await first.poll();
		await t.file('one.txt');
		const before = first.staticData();
		expect(paths(await first.poll())).toEqual(['one.txt']);
		const saved = first.staticData();
		await t.file('two.txt', 'x', { ms: 0 });
		expect(paths(await t.activate({}, { id: 'w', staticData: saved }).poll())).toEqual(['two.txt']);
		expect(paths(await t.activate({}, { id: 'w', staticData: before }).poll())).toEqual(['one.txt', 'two.txt']);
		expect(JSON.stringify(saved).length).toBeLessThan(256 * 1024);
	});

	test('static data that is no state is read as a start from now', async () => {
		const first = t.activate();
		await first.poll();
		const { source } = first.staticData();
		const old = { source, feed: { cursor: 1, floor: 1, seen: [], pending: [] }, again: [] };
		for (const staticData of [old, { source }, { source, state: { feed: { cursor: 'x' } } }]) {
			await t.file('before.txt');
			const trigger = t.activate({}, { staticData });
			expect(await trigger.poll()).toBeNull();
			await t.file('after.txt');
			expect(paths(await trigger.poll())).toEqual(['after.txt']);
		}
	});

	test('a time for the poll that is no whole number', async () => {
		const trigger = t.activate();
		await trigger.poll({ budgetMs: 30_000.7 });
		await t.file('a.txt');
		expect(paths(await trigger.poll({ budgetMs: 30_001 }))).toEqual(['a.txt']);
	});

	test('the time of a poll is used up: the rest follows at the next polls', async () => {
		t.client.emulator.seed(1000);
		eachRequestTakes(60_000, t.client.emulator);
		const { items, polls } = await pollUntilEmpty(t.activate({ startFrom: 'beginning' }));
		expect(polls).toBeGreaterThan(2);
		expect(new Set(paths(items)).size).toBe(1001);
		expect(items).toHaveLength(1001);
	});

	test('a poll that starts while another one runs leaves everything to it', async () => {
		const trigger = t.activate();
		await trigger.poll();
		t.client.emulator.seed({ count: 150, operationMs: (n) => t.clock.now() + 1 + n });
		const [one, two] = await pollTwice(trigger, t.client.emulator);
		expect([one === null, two === null].filter(Boolean)).toHaveLength(1);
		expect(paths(one ?? two)).toHaveLength(151);
		expect(await trigger.poll()).toBeNull();
		await t.file('later.txt', 'x', { ms: 1000 });
		expect(paths(await trigger.poll())).toEqual(['later.txt']);
	});
});

describe('a burst with changes that the feed hides', () => {
	const burst = (): number => {
		const at = t.clock.now() + 5;
		t.client.emulator.seed({ count: 250, operationMs: () => at });
		t.clock.advance(100);
		return at;
	};
	test('is reported, and later changes arrive', async () => {
		const trigger = t.activate({ options: { burst: 'continue' } });
		await trigger.poll();
		burst();
		await t.file('later.txt');
		const { items } = await pollUntilEmpty(trigger);
		expect(items.filter(({ json }) => json.event === 'incomplete').map(({ json }) => json.message)).toEqual([
			expect.stringMatching(/^250 changes share .* showed 100 of them/),
		]);
		expect(paths(items)).toContain('later.txt');
		const hashes = items.map(({ json }) => json.hash).filter(Boolean);
		expect(new Set(hashes).size).toBe(hashes.length);
	});
});
