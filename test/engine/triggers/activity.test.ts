import type { IDataObject } from 'n8n-workflow';
import { Activities, activities, libraryRows } from '../support/activities';
import type { Activation } from '../support/engine';
import { eachRequestTakes, pollTwice, pollUntilEmpty, useTriggers } from '../support/triggers';

/* The activity trigger in n8n's engine: it loses nothing and repeats nothing. */

const t = useTriggers(new Activities());
afterEach(() => void jest.restoreAllMocks());

const started = async (parameters: Record<string, unknown> = {}): Promise<Activation> => {
	const trigger = t.activate(parameters);
	await trigger.poll();
	return trigger;
};
const SALES = { mountId: 2102 };
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
		const first = t.activate({}, { id: 'w' });
		await first.poll();
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
		const trigger = await started({ libraries: libraryRows(t.client.emulator.library.orgId) });
		for (let n = 0; n < 5500; n++) t.write({ path: `${n}.txt`, ago: 5500 - n });
		eachRequestTakes(60_000, t.client.emulator);
		const { items, polls } = await pollUntilEmpty(trigger);
		expect(polls).toBeGreaterThan(2);
		expect(new Set(activities(items)).size).toBe(5500);
		expect(items).toHaveLength(5500);
	});

	test('a poll that starts while another one runs leaves everything to it', async () => {
		const trigger = await started();
		for (let n = 0; n < 20; n++) t.write({ path: `${n}.txt` });
		const [one, two] = await pollTwice(trigger, t.client.emulator);
		expect([one === null, two === null].filter(Boolean)).toHaveLength(1);
		expect(one ?? two).toHaveLength(20);
	});

	test('an activity that is chosen later starts from then on', async () => {
		const first = t.activate({ events: ['downloaded'] }, { id: 'w' });
		await first.poll();
		t.write({ path: 'before.txt', act: 21 });
		t.write({ path: 'before.txt', act: 20 });
		const both = t.activate({ events: ['downloaded', 'previewed'] }, { id: 'w', staticData: first.staticData() });
		expect(activities(await both.poll())).toEqual(['downloaded before.txt']);
		t.write({ path: 'after.txt', act: 21 });
		expect(activities(await both.poll())).toEqual(['previewed after.txt']);
	});

	test('static data that is broken is read as a start from now', async () => {
		const trigger = await started();
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
