import { errorOf, paths, summaries, Triggers, useTriggers } from '../support/triggers';

/* Where the trigger starts in n8n's engine. */

const t = useTriggers(new Triggers());

describe('start', () => {
	test('from now: existing files are not reported, later changes are, once', async () => {
		await t.file('old.txt');
		const trigger = t.activate();
		expect(await trigger.poll()).toBeNull();
		await t.folder('A', 2000);
		await t.file('A/new.txt');
		await t.do('del', { fullpath: 'old.txt' });
		expect((await trigger.poll())?.map(({ json }) => [json.event, json.fullpath])).toEqual([
			['created', 'A'],
			['created', 'A/new.txt'],
			['deleted', 'old.txt'],
		]);
		expect(await trigger.poll()).toBeNull();
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
	expect(summaries(await trigger.poll())).toEqual(['created file new.txt']);
	expect(await trigger.poll()).toBeNull();
});

test('a library authorization that is refused is renewed once: the rest of the poll has the new one', async () => {
	const { library, requests, world, seed } = t.client.emulator;
	const trigger = t.activate({
		authentication: 'enterprise',
		library: { __rl: true, mode: 'mountId', value: String(library.mountId) },
	});
	await trigger.poll();
	seed(449);
	t.clock.advance(5);
	world.authorizations.clear();
	const before = requests.length;
	expect(await trigger.poll()).toHaveLength(450);
	const sent = requests.slice(before).map(({ path, status }) => [path.split('/').at(-1), status]);
	expect(sent.slice(0, 2)).toEqual([
		['updates', 401],
		['bind', 200],
	]);
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

test.each([-3_600_000, 3_600_000])('by %d ms', async (step) => {
	const t = await Triggers.start(await Triggers.engine());
	const trigger = t.activate();
	await trigger.poll();
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
	await t.close();
});
