import type { IDataObject } from 'n8n-workflow';
import { Activities, activities, libraryRows } from '../support/activities';
import { errorOf, eachRequestTakes, pollTwice, pollUntilEmpty, useTriggers } from '../support/triggers';

/* The activity trigger in n8n's engine: it loses nothing and repeats nothing, and no log stops the others. */

const t = useTriggers(new Activities());

afterEach(() => void jest.restoreAllMocks());

const SALES = { id: 1102, mountId: 2102 };
describe('nothing lost, nothing twice', () => {
	test('From Now: what was there is not reported, what follows is, once', async () => {
		t.write({ path: 'old.txt' });
		const trigger = t.activate();
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		t.write({ path: 'new.txt' });
		expect(activities(await trigger.poll())).toEqual(['downloaded new.txt']);
		expect(await trigger.poll()).toBeNull();
	});

	test('a restart with the saved static data, or with an older state after a crash', async () => {
		const first = await t.started({}, { id: 'w' });
		t.write({ path: 'one.txt' });
		const before = first.staticData();
		expect(activities(await first.poll())).toEqual(['downloaded one.txt']);
		const saved = first.staticData();
		t.write({ path: 'two.txt' });
		expect(activities(await t.activate({}, { id: 'w', staticData: saved }).poll())).toEqual(['downloaded two.txt']);
		expect(activities(await t.activate({}, { id: 'w', staticData: before }).poll())).toEqual([
			'downloaded one.txt',
			'downloaded two.txt',
		]);
	});

	test('the time of a poll is used up: the rest follows at the next polls', async () => {
		// Of one log each poll reads something; of several, one poll may read only those in which nothing is new.
		const trigger = await t.started({ libraries: libraryRows(t.client.emulator.library.orgId) });
		for (let n = 0; n < 5500; n++) t.write({ path: `${n}.txt`, ago: 5500 - n });
		eachRequestTakes(60_000, t.client.emulator);
		const { items, polls } = await pollUntilEmpty(trigger);
		expect(polls).toBeGreaterThan(2);
		expect(new Set(activities(items)).size).toBe(5500);
		expect(items).toHaveLength(5500);
	});

	test('a poll that starts while another one runs leaves everything to it', async () => {
		const trigger = await t.started();
		for (let n = 0; n < 20; n++) t.write({ path: `${n}.txt` });
		const [one, two] = await pollTwice(trigger, t.client.emulator);
		expect([one === null, two === null].filter(Boolean)).toHaveLength(1);
		expect(one ?? two).toHaveLength(20);
	});

	test('an activity that is chosen later starts from then on', async () => {
		const first = await t.started({ events: ['downloaded'] }, { id: 'w' });
		t.write({ path: 'before.txt', act: 21 });
		t.write({ path: 'before.txt', act: 20 });
		const both = t.activate({ events: ['downloaded', 'previewed'] }, { id: 'w', staticData: first.staticData() });
		expect(activities(await both.poll())).toEqual(['downloaded before.txt']);
		t.write({ path: 'after.txt', act: 21 });
		expect(activities(await both.poll())).toEqual(['previewed after.txt']);
	});

	test('static data that is broken is read as a start from now', async () => {
		const trigger = await t.started();
		const { source, state } = trigger.staticData();
		const logs = { 'org_id:1102': { cursor: 'x' }, 'org_id:1101': null };
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		for (const staticData of [
			{ source, state: { ...(state as IDataObject), logs } },
			{ source, state: { scope: 'all', logs: 7 } },
			{ source, state: [] },
			{ source },
		]) {
			const again = t.activate({}, { staticData });
			await again.poll();
			t.write({ path: 'b.txt', mountId: SALES.mountId });
			expect(activities(await again.poll())).toEqual(['downloaded b.txt']);
		}
	});
});

/** The service refuses the next request for a log. */
const refuseOne = (): void =>
	t.client.emulator.faults.add({
		match: '/org/log',
		action: { status: 403, body: { error_code: 40310, error_msg: 'no permission' } },
	});

describe('libraries', () => {
	test('all libraries are watched, one that is created later with all of its log', async () => {
		t.write({ path: 'old.txt' });
		const trigger = await t.started();
		t.clock.advance(5_000);
		const { body } = await t.client.org('create', { org_name: 'New' });
		t.write({ path: 'first.txt', mountId: body.mount_id });
		t.write({ path: 'b.txt', mountId: SALES.mountId });
		const items = await trigger.poll();
		expect(activities(items).sort()).toEqual(['downloaded b.txt', 'downloaded first.txt']);
		expect(items?.find(({ json }) => json.org_name === 'New')?.json).toMatchObject({ org_id: body.org_id });
		expect(await trigger.poll()).toBeNull();
	});

	test('only the chosen ones, each once however it is named', async () => {
		const byMount = { library: { __rl: true, mode: 'mountId', value: '2102' } };
		const trigger = await t.started({ libraries: { rows: [...libraryRows(SALES.id).rows, byMount] } });
		t.write({ path: 'a.txt' });
		t.write({ path: 'b.txt', mountId: SALES.mountId });
		expect(activities(await trigger.poll())).toEqual(['downloaded b.txt']);
	});

	test('a library is deleted: the others are read, and nothing comes twice', async () => {
		const trigger = await t.started();
		await t.client.org('destroy', { org_id: SALES.id });
		t.write({ path: 'a.txt' });
		expect(activities(await trigger.poll())).toContain('downloaded a.txt');
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a log that cannot be read', () => {
	const two = { libraries: libraryRows(SALES.id, 1101) };
	test('a chosen library that does not exist is reported once, and the others are read', async () => {
		const trigger = t.activate({ libraries: libraryRows(999_999, SALES.id) });
		const [report, ...more] = (await trigger.poll()) ?? [];
		expect(more).toEqual([]);
		expect(report?.json).toMatchObject({ event: 'unreadable', org_id: 999_999 });
		expect(report?.json.content).toMatch(/could not be read and is tried again at each poll: ./);
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		expect(activities(await trigger.poll())).toEqual(['downloaded a.txt']);
		expect(await trigger.poll()).toBeNull();
	});

	test('nothing can be read: the poll fails, and loses nothing', async () => {
		const trigger = await t.started({ libraries: libraryRows(SALES.id) });
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		refuseOne();
		expect((await errorOf(trigger.poll())).failure).toEqual({ cause: 'credential-invalid' });
		expect(activities(await trigger.poll())).toEqual(['downloaded a.txt']);
	});

	test('one of two is refused for a while: it goes on where it was', async () => {
		const trigger = await t.started(two);
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		t.write({ path: 'b.txt', mountId: 2101 });
		refuseOne();
		const items = [...((await trigger.poll()) ?? []), ...((await trigger.poll()) ?? [])];
		expect(activities(items).sort()).toEqual([
			'downloaded a.txt',
			'downloaded b.txt',
			expect.stringMatching(/^unreadable 110[12]$/),
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('a log that hangs costs only its own log', async () => {
		const trigger = await t.started(two);
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		t.write({ path: 'b.txt', mountId: 2101 });
		t.client.emulator.faults.add({ match: '/org/log', action: 'slow', slowMs: 60_000, times: 1 } as never);
		const found = activities(await trigger.poll({ budgetMs: 3_000 }));
		expect(found).toHaveLength(1);
		expect([...found, ...activities(await trigger.poll())].sort()).toEqual([
			'downloaded a.txt',
			'downloaded b.txt',
		]);
	});
});
