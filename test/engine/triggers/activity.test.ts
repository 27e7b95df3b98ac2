import { Activities, activities, libraryRows } from '../support/activities';
import { errorOf, pollTwice, useTriggers } from '../support/triggers';

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
		const again = activities(await t.activate({}, { id: 'w', staticData: before }).poll());
		expect(again).toEqual(['downloaded one.txt', 'downloaded two.txt']);
	});

	test('a poll that starts while another one runs leaves everything to it', async () => {
		const trigger = await t.started();
		for (let n = 0; n < 20; n++) t.write({ path: `${n}.txt` });
		const [one, two] = await pollTwice(trigger, t.client.emulator);
		expect([one === null, two === null].filter(Boolean)).toHaveLength(1);
		expect(one ?? two).toHaveLength(20);
	});
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
});

describe('a log that cannot be read', () => {
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
		const refused = { status: 403, body: { error_code: 40310, error_msg: 'no permission' } };
		t.client.emulator.faults.add({ match: '/org/log', action: refused });
		expect((await errorOf(trigger.poll())).failure).toEqual({ cause: 'credential-invalid' });
		expect(activities(await trigger.poll())).toEqual(['downloaded a.txt']);
	});

	test('a log that hangs costs only its own log', async () => {
		const trigger = await t.started({ libraries: libraryRows(SALES.id, 1101) });
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		t.write({ path: 'b.txt', mountId: 2101 });
		t.client.emulator.faults.add({ match: '/org/log', action: 'slow', slowMs: 60_000, times: 1 } as never);
		const found = activities(await trigger.poll({ budgetMs: 3_000 }));
		expect(found).toHaveLength(1);
		found.push(...activities(await trigger.poll()));
		expect(found.sort()).toEqual(['downloaded a.txt', 'downloaded b.txt']);
	});
});
