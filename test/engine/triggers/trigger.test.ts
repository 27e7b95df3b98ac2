import type { Engine } from '../support/engine';
import { drained, errorOf, paths, told, Triggers } from '../support/triggers';

/* The trigger in n8n's engine: where it starts, and that it loses and repeats nothing. */

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
afterEach(async () => await t.close());
describe('start', () => {
	test('from now: what was there is not reported, what comes is, once', async () => {
		await t.file('old.txt');
		const trigger = t.activate();
		expect(await trigger.poll()).toBeNull();
		await t.folder('A', 2000);
		await t.file('A/new.txt');
		await t.do('del', { fullpath: 'old.txt' });
		expect((await trigger.poll())?.map(({ json }) => [json['event'], json['fullpath'], json['cmd']])).toEqual([
			['created', 'A', 1],
			['created', 'A/new.txt', 1],
			['deleted', 'old.txt', 0],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('from now in an empty library', async () => {
		const trigger = t.activate();
		expect(await trigger.poll()).toBeNull();
		await t.file('first.txt', 'x', { ms: 0 });
		expect(told(await trigger.poll())).toEqual(['created file first.txt']);
	});

	test('from now, more than a page in the library, the last ones deleted', async () => {
		t.client.emulator.seed(250);
		for (const n of [247, 248, 249]) await t.do('del', { fullpath: `Bulk/file-000${n}.txt` });
		const trigger = t.activate();
		expect(await trigger.poll()).toBeNull();
		await t.do('recover', { fullpaths: 'Bulk/file-000248.txt' }, 0);
		expect(paths(await trigger.poll())).toEqual(['Bulk/file-000248.txt']);
	});

	test('from the beginning: each entry once, at its latest change, oldest first', async () => {
		for (const name of ['a', 'b', 'c']) await t.file(`${name}.txt`);
		await t.do('del', { fullpath: 'b.txt' });
		await t.file('a.txt', 'changed');
		const trigger = t.activate({ startFrom: 'beginning' });
		expect(paths(await trigger.poll())).toEqual(['c.txt', 'b.txt', 'a.txt']);
		expect(await trigger.poll()).toBeNull();
	});

	test('from a date', async () => {
		await t.file('before.txt');
		const date = new Date(t.clock.now() + 5).toISOString();
		await t.file('after.txt');
		expect(paths(await t.activate({ startFrom: 'date', startDate: date }).poll())).toEqual(['after.txt']);
	});
});

describe('nothing lost, nothing twice', () => {
	test('restart with the saved static data, also with an older state after a crash', async () => {
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

	test('Maximum Items per Run: the rest comes with the next polls', async () => {
		const trigger = t.activate({ options: { maximumItems: 70 } });
		await trigger.poll();
		t.client.emulator.seed({ count: 1000, operationMs: (n) => t.clock.now() + 1 + Math.floor(n / 90) });
		const { items, polls } = await drained(trigger);
		expect(polls).toBeGreaterThan(14);
		expect(
			paths(items)
				.filter((path) => path !== 'Bulk')
				.sort(),
		).toEqual(Array.from({ length: 1000 }, (_, n) => `Bulk/file-${String(n).padStart(6, '0')}.txt`));
	});

	test('the time of a poll ends: the rest comes with the next polls', async () => {
		t.client.emulator.seed(3000);
		t.client.emulator.faults.latencyMs = 40;
		// 31 pages take longer than one poll may: 31 times the latency is a bound that no machine goes below.
		const { items, polls } = await drained(t.activate({ startFrom: 'beginning' }), 20, 2000);
		expect(polls).toBeGreaterThan(2);
		expect(new Set(paths(items)).size).toBe(3001);
		expect(items).toHaveLength(3001);
	}, 60_000);

	test('a failed poll takes nothing', async () => {
		const trigger = t.activate();
		await trigger.poll();
		t.client.emulator.seed({ count: 250, operationMs: (n) => t.clock.now() + 1 + n });
		t.client.emulator.faults.add({
			match: '/file/updates',
			action: { status: 403, body: { error_code: 40310, error_msg: 'no right' } },
			times: 20,
		});
		await errorOf(trigger.poll());
		t.client.emulator.faults.clear();
		expect(new Set(paths((await drained(trigger)).items)).size).toBe(251);
		expect(await trigger.poll()).toBeNull();
	});

	test('a failure in the middle: what was read before is handed over once', async () => {
		const trigger = t.activate();
		await trigger.poll();
		t.client.emulator.seed({ count: 450, operationMs: (n) => t.clock.now() + 1 + n });
		t.client.emulator.faults.add({
			match: '/file/updates',
			action: { status: 403, body: { error_code: 40310, error_msg: 'no right' } },
			after: 4,
			times: 6,
		});
		const found: unknown[] = [];
		for (let round = 0; round < 12; round++) found.push(...paths(await trigger.poll().catch(() => null)));
		expect(found).toHaveLength(451);
		expect(new Set(found).size).toBe(451);
	});

	test('a poll that begins while another runs leaves everything to it', async () => {
		const trigger = t.activate();
		await trigger.poll();
		t.client.emulator.seed({ count: 150, operationMs: (n) => t.clock.now() + 1 + n });
		t.client.emulator.faults.latencyMs = 30;
		const [one, two] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect([one === null, two === null].filter(Boolean)).toHaveLength(1);
		expect(paths(one ?? two)).toHaveLength(151);
		expect(await trigger.poll()).toBeNull();
		await t.file('later.txt', 'x', { ms: 1000 });
		expect(paths(await trigger.poll())).toEqual(['later.txt']);
	});

	test('late operations within the overlap arrive, once', async () => {
		const trigger = t.activate({ options: { overlap: 30 } });
		await trigger.poll();
		await t.file('now.txt');
		expect(paths(await trigger.poll())).toEqual(['now.txt']);
		lateMs = 9000;
		await t.file('late.txt');
		expect(paths(await trigger.poll())).toEqual(['late.txt']);
		expect(await trigger.poll()).toBeNull();
	});

	test('without overlap a late operation is missed: that is what the overlap is for', async () => {
		const trigger = t.activate({ options: { overlap: 0 } });
		await trigger.poll();
		await t.file('now.txt');
		await trigger.poll();
		lateMs = 5;
		await t.file('late.txt', 'x', { ms: 1 });
		expect(await trigger.poll()).toBeNull();
	});

	test('100 changes of one millisecond arrive, also over the border of a page', async () => {
		const trigger = t.activate();
		await trigger.poll();
		const at = t.clock.now() + 1;
		t.client.emulator.seed({ count: 150, operationMs: (n) => (n < 50 ? at : at + 1) });
		const found = paths(await trigger.poll());
		expect(found).toHaveLength(151);
		expect(new Set(found).size).toBe(151);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a burst that the feed hides', () => {
	const burst = (): number => {
		const at = t.clock.now() + 5;
		t.client.emulator.seed({ count: 250, operationMs: () => at });
		t.clock.advance(100);
		return at;
	};
	test('stops with the numbers, at every poll, without looping', async () => {
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
	test('is reported, and what comes later arrives', async () => {
		const trigger = t.activate({ options: { burst: 'continue' } });
		await trigger.poll();
		burst();
		await t.file('later.txt');
		const { items } = await drained(trigger);
		expect(
			items
				.filter(({ json }) => json['event'] === 'incomplete')
				.map(({ json }) => [json['shown'], json['counted']]),
		).toEqual([[100, 250]]);
		expect(paths(items)).toContain('later.txt');
		const hashes = items.map(({ json }) => json['hash']).filter(Boolean);
		expect(new Set(hashes).size).toBe(hashes.length);
	});
});

test('enterprise credential and a chosen library', async () => {
	const { mountId } = t.client.emulator.library;
	const trigger = t.activate({
		authentication: 'enterprise',
		library: { __rl: true, mode: 'mountId', value: String(mountId) },
	});
	expect(await trigger.poll()).toBeNull();
	await t.file('new.txt');
	expect(told(await trigger.poll())).toEqual(['created file new.txt']);
	expect(await trigger.poll()).toBeNull();
});
