import type { Engine } from '../support/engine';
import { eachRequestTakes, errorOf, paths, pollTwice, pollUntilEmpty, Triggers } from '../support/triggers';

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

	test('Maximum Items per Run: the rest follows at the next polls', async () => {
		const trigger = t.activate({ options: { maximumItems: 70 } });
		await trigger.poll();
		t.client.emulator.seed({ count: 1000, operationMs: (n) => t.clock.now() + 1 + Math.floor(n / 90) });
		const { items, polls } = await pollUntilEmpty(trigger);
		expect(polls).toBeGreaterThan(14);
		expect(
			paths(items)
				.filter((path) => path !== 'Bulk')
				.sort(),
		).toEqual(Array.from({ length: 1000 }, (_, n) => `Bulk/file-${String(n).padStart(6, '0')}.txt`));
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

	test('a failed poll loses nothing', async () => {
		const trigger = t.activate();
		await trigger.poll();
		t.client.emulator.seed({ count: 250, operationMs: (n) => t.clock.now() + 1 + n });
		t.client.emulator.faults.add({
			match: '/file/updates',
			action: { status: 403, body: { error_code: 40310, error_msg: 'no permission' } },
			times: 20,
		});
		await errorOf(trigger.poll());
		t.client.emulator.faults.clear();
		expect(new Set(paths((await pollUntilEmpty(trigger)).items)).size).toBe(251);
		expect(await trigger.poll()).toBeNull();
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

	test('late operations within the overlap arrive once', async () => {
		const trigger = t.activate({ options: { overlap: 30 } });
		await trigger.poll();
		await t.file('now.txt');
		expect(paths(await trigger.poll())).toEqual(['now.txt']);
		lateMs = 9000;
		await t.file('late.txt');
		expect(paths(await trigger.poll())).toEqual(['late.txt']);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a burst with changes that the feed hides', () => {
	const burst = (): number => {
		const at = t.clock.now() + 5;
		t.client.emulator.seed({ count: 250, operationMs: () => at });
		t.clock.advance(100);
		return at;
	};
	test('stops at every poll with the numbers, without looping', async () => {
		const trigger = t.activate();
		await trigger.poll();
		const at = burst();
		const before = t.client.emulator.requests.length;
		const polls = [
			() => trigger.poll().catch((error: Error) => error),
			() => errorOf(trigger.poll()),
			() => errorOf(trigger.poll()),
		];
		for (const poll of polls) {
			const error = await poll();
			if (error instanceof Error) expect(error.message).toMatch(new RegExp(`250 .*${at}.*only 100 `));
		}
		expect(t.client.emulator.requests.length - before).toBeLessThan(150);
	});
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
