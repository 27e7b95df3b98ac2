import { errorOf, paths, Triggers, useTriggers } from '../support/triggers';

/* Fetch Test Event: the latest real changes; the saved state is left unchanged. */

const t = useTriggers(new Triggers());

describe('Fetch Test Event', () => {
	test('shows the latest changes that match and leaves the state unchanged', async () => {
		t.client.emulator.seed(130);
		await t.file('Reports/last.pdf');
		const trigger = t.activate({ filters: { extensions: 'pdf' } });
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
		const error = await errorOf(t.activate({ filters: { extensions: 'pdf' } }).poll({ mode: 'manual' }));
		expect(error.message).toMatch(/None of the last 6 changes/);
		expect(error.description).toBeTruthy();
	});
});
