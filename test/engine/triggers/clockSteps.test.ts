import { Triggers } from '../support/triggers';

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
