import { by } from '../support/library';
import type { Activation } from '../support/engine';
import { errorOf, paths, pollTwice, pollUntilEmpty, summaries, Triggers, useTriggers } from '../support/triggers';

/* The trigger in n8n's engine loses nothing and repeats nothing, wherever it starts, and a quiet poll is cheap. */

const t = useTriggers(new Triggers());
afterEach(() => void jest.restoreAllMocks());

describe('nothing lost, nothing twice', () => {
	test('a restart with the saved static data, or with an older state after a crash', async () => {
		const first = await t.started({}, { id: 'w' });
		await t.file('one.txt');
		const before = first.staticData();
		expect(paths(await first.poll())).toEqual(['one.txt']);
		const saved = first.staticData();
		await t.file('two.txt', 'x', { ms: 0 });
		expect(paths(await t.activate({}, { id: 'w', staticData: saved }).poll())).toEqual(['two.txt']);
		expect(paths(await t.activate({}, { id: 'w', staticData: before }).poll())).toEqual(['one.txt', 'two.txt']);
		expect(JSON.stringify(saved).length).toBeLessThan(256 * 1024);
	});

	test('static data that is no state, and that of another start, is read as a new start', async () => {
		const first = await t.started();
		const { source } = first.staticData();
		await t.file('before.txt');
		for (const staticData of [{ source, feed: {} }, { source }, { source, state: { feed: { cursor: 'x' } } }]) {
			const trigger = t.activate({}, { staticData });
			expect(await trigger.poll()).toBeNull();
			expect(trigger.staticData()).toMatchObject({ source, state: { feed: { cursor: expect.any(Number) } } });
		}
		const other = t.activate({ startFrom: 'beginning' }, { staticData: first.staticData() });
		expect(paths(await other.poll())).toEqual(['before.txt']);
	});

	test('a time for the poll that is no whole number', async () => {
		const trigger = t.activate();
		await trigger.poll({ budgetMs: 30_000.7 });
		await t.file('a.txt');
		expect(paths(await trigger.poll({ budgetMs: 30_001 }))).toEqual(['a.txt']);
	});

	test('two triggers that poll at the same time do not wait for each other', async () => {
		const both = [await t.started({}, { id: 'one' }), await t.started({}, { id: 'two' })];
		await t.file('a.txt');
		const found = await Promise.all(both.map(async (trigger) => await trigger.poll()));
		expect(found.map(paths)).toEqual([['a.txt'], ['a.txt']]);
	});

	test('a first poll from the beginning, too, leaves everything to another one that runs', async () => {
		await t.file('old.txt');
		const found = await pollTwice(t.activate({ startFrom: 'beginning' }), t.client.emulator);
		expect(found.flatMap((items) => (items ? paths(items) : []))).toEqual(['old.txt']);
	});

	test('a poll that starts while another one runs leaves everything to it', async () => {
		const trigger = await t.started();
		t.client.emulator.seed({ count: 150, operationMs: (n) => t.clock.now() + 1 + n });
		const [one, two] = await pollTwice(trigger, t.client.emulator);
		expect([one === null, two === null].filter(Boolean)).toHaveLength(1);
		expect(paths(one ?? two)).toHaveLength(151);
		expect(await trigger.poll()).toBeNull();
		await t.file('later.txt', 'x', { ms: 1000 });
		expect(paths(await trigger.poll())).toEqual(['later.txt']);
	});
});

test('a burst with changes that the feed hides is reported, and later changes arrive', async () => {
	const trigger = await t.started({ options: { burst: 'continue' } });
	const at = t.clock.now() + 5;
	t.client.emulator.seed({ count: 250, operationMs: () => at });
	await t.file('later.txt', 'x', { ms: 100 });
	const { items } = await pollUntilEmpty(trigger);
	expect(items.filter(({ json }) => json.event === 'incomplete').map(({ json }) => json.message)).toEqual([
		expect.stringMatching(/^250 changes share .* showed 100 of them/),
	]);
	expect(paths(items)).toContain('later.txt');
	const hashes = items.map(({ json }) => json.hash).filter(Boolean);
	expect(new Set(hashes).size).toBe(hashes.length);
});

test('from now: existing files are not reported, later changes are, once', async () => {
	await t.file('old.txt');
	const trigger = t.activate();
	expect(await trigger.poll()).toBeNull();
	await t.folder('A', 2000);
	await t.file('A/new.txt');
	await t.do('del', { fullpath: 'old.txt' });
	const expected = ['created folder A', 'created file A/new.txt', 'deleted file old.txt'];
	expect(summaries(await trigger.poll())).toEqual(expected);
	expect(await trigger.poll()).toBeNull();
});

test('a library authorization that is refused is renewed once: the rest of the poll has the new one', async () => {
	const { library, requests, world, seed } = t.client.emulator;
	const trigger = await t.started({
		authentication: 'enterprise',
		library: { __rl: true, mode: 'mountId', value: String(library.mountId) },
	});
	seed(449);
	t.clock.advance(5);
	world.authorizations.clear();
	const before = requests.length;
	expect(await trigger.poll()).toHaveLength(450);
	const sent = requests.slice(before).map(({ path, status }) => [path.split('/').at(-1), status]);
	expect(sent.slice(0, 2).join()).toBe('updates,401,bind,200');
	expect(sent.length).toBeGreaterThan(6);
	expect(sent.slice(2)).toEqual(sent.slice(2).map(() => ['updates', 200]));
});

describe('Fetch Test Event', () => {
	test('shows the latest changes that match and leaves the state unchanged', async () => {
		t.client.emulator.seed(130);
		await t.file('Reports/last.pdf');
		const trigger = t.activate({ filters: { extensions: ['pdf'] } });
		expect(paths(await trigger.poll({ mode: 'manual' }))).toEqual(['Reports/last.pdf']);
		expect(trigger.staticData()).toEqual({});
		await trigger.poll();
		const saved = trigger.staticData();
		await t.file('new.pdf');
		expect(paths(await trigger.poll({ mode: 'manual' }))).toEqual(['Reports/last.pdf', 'new.pdf']);
		expect(trigger.staticData()).toEqual(saved);
		expect(paths(await trigger.poll())).toEqual(['new.pdf']);
	});
	test('explains why there are no items', async () => {
		expect((await errorOf(t.activate().poll({ mode: 'manual' }))).message).toMatch(/Nothing has changed/);
		t.client.emulator.seed(5);
		const error = await errorOf(t.activate({ filters: { extensions: ['pdf'] } }).poll({ mode: 'manual' }));
		expect(error.message).toMatch(/None of the last 6 changes/);
		expect(error.description).toBeTruthy();
	});
});

/* The clock of n8n's machine is set while a poll reads its pages: no page waits for the next poll, nothing is lost. */

test.each([-3_600_000, 3_600_000])('a clock that is set by %d ms during a poll', async (step) => {
	const trigger = await t.started();
	const { emulator } = t.client;
	emulator.seed({ count: 250, operationMs: (n) => t.clock.now() + 1 + n });
	const { now } = Date;
	const before = emulator.requests.length;
	const clock = jest.spyOn(Date, 'now');
	clock.mockImplementation(() => now() + (emulator.requests.length > before + 1 ? step : 0));
	const items = await trigger.poll();
	clock.mockRestore();
	// With the folder that they are in.
	expect(items).toHaveLength(251);
	expect(await trigger.poll()).toBeNull();
});

/* A poll that finds nothing, as most do, costs one request once the overlap is over, whatever the form says. */

/** The requests of each of so many polls, which must find nothing. */
async function quietPolls(trigger: Activation, polls: number): Promise<number[]> {
	const counts: number[] = [];
	for (let n = 0; n < polls; n++) {
		const before = t.client.emulator.requests.length;
		expect(paths(await trigger.poll())).toEqual([]);
		counts.push(t.client.emulator.requests.length - before);
	}
	return counts;
}

/** Expects that polls within the overlap cost two requests, and all after the one that ends it one each. */
async function expectCheap(trigger: Activation): Promise<void> {
	expect(Math.max(...(await quietPolls(trigger, 2)))).toBeLessThanOrEqual(2);
	t.clock.advance(33_000);
	await quietPolls(trigger, 1);
	expect(await quietPolls(trigger, 2)).toEqual([1, 1]);
	expect(JSON.stringify(trigger.staticData()).length).toBeLessThan(500);
}

const FORMS: Array<[string, Record<string, unknown>]> = [
	['an event of histories, in a folder by path', { events: ['moved'], scope: 'folder', folder: by('path', 'Docs') }],
	['filters', { filters: { extensions: ['txt'], include: ['*'], changedBy: ['ann'], type: 'files' } }],
	['the content of files, one run for each item', { downloadContent: true, options: { runPerItem: true } }],
];

test.each(FORMS)('%s: after the activation, after a change, and after a restart of n8n', async (_, parameters) => {
	await t.folder('Docs');
	const trigger = await t.started(parameters, { id: 'w' });
	await expectCheap(trigger);
	await t.file('Docs/a.txt');
	await trigger.poll();
	await expectCheap(trigger);
	const restarted = t.activate(parameters, { id: 'w', staticData: trigger.staticData() });
	expect(await quietPolls(restarted, 2)).toEqual([1, 1]);
});

test('a folder that is chosen by ID is asked for at first, and then only where something has changed', async () => {
	await t.folder('Docs');
	const { hash } = (await t.client.file('info', { fullpath: 'Docs' })).body;
	const trigger = t.activate({ scope: 'folder', folder: by('id', hash) });
	const asked = async (): Promise<[unknown[], number]> => {
		const before = t.client.emulator.requests.length;
		const found = paths(await trigger.poll());
		const paid = t.client.emulator.requests.slice(before);
		return [found, paid.filter(({ path }) => path.endsWith('/info')).length];
	};
	// Once more at the end: it may have moved meanwhile.
	expect(await asked()).toEqual([[], 2]);
	expect(await asked()).toEqual([[], 0]);
	await t.file('Docs/a.txt');
	expect(await asked()).toEqual([['Docs/a.txt'], 2]);
	expect(await asked()).toEqual([[], 0]);
});
