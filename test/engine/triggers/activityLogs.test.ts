import { Activities, activities, libraryRows } from '../support/activities';
import type { Activation } from '../support/engine';
import { errorOf, useTriggers } from '../support/triggers';

/* The activity trigger in n8n's engine: which libraries it watches, and that no log stops the others. */

const t = useTriggers(new Activities());

const started = async (parameters: Record<string, unknown> = {}): Promise<Activation> => {
	const trigger = t.activate(parameters);
	await trigger.poll();
	return trigger;
};
const SALES = { id: 1102, mountId: 2102 };
/** The service refuses the next request for a log. */
const refuseOne = (): void =>
	t.client.emulator.faults.add({
		match: '/org/log',
		action: { status: 403, body: { error_code: 40310, error_msg: 'no permission' } },
	});

describe('libraries', () => {
	test('all libraries are watched, one that is created later with all of its log', async () => {
		t.write({ path: 'old.txt' });
		const trigger = await started();
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
		const trigger = await started({ libraries: { rows: [...libraryRows(SALES.id).rows, byMount] } });
		t.write({ path: 'a.txt' });
		t.write({ path: 'b.txt', mountId: SALES.mountId });
		expect(activities(await trigger.poll())).toEqual(['downloaded b.txt']);
	});

	test('a library is deleted: the others are read, and nothing comes twice', async () => {
		const trigger = await started();
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
		const trigger = await started({ libraries: libraryRows(SALES.id) });
		t.write({ path: 'a.txt', mountId: SALES.mountId });
		refuseOne();
		expect((await errorOf(trigger.poll())).failure).toEqual({ cause: 'credential-invalid' });
		expect(activities(await trigger.poll())).toEqual(['downloaded a.txt']);
	});

	test('one of two is refused for a while: it goes on where it was', async () => {
		const trigger = await started(two);
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
		const trigger = await started(two);
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
