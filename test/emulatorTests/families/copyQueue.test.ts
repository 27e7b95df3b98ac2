import { ManualClock } from '../../emulator';
import { TestClient } from '../testClient';

const clock = new ManualClock();

test('a queued copy waits, is processed and completes', async () => {
	const queued = await TestClient.start({ clock, queueDelayMs: 4000 });
	queued.emulator.seedFile('A/x.txt', 'x');
	const { body } = await queued.file('copy', { from_fullpath: 'A', fullpath: 'B' });
	expect(body.queue_id).toEqual(expect.any(String));
	const status = async () => (await queued.file('queue_status', { queue_id: body.queue_id })).body.status;
	expect(await status()).toBe(0);
	clock.advance(2000);
	expect(await status()).toBe(1);
	expect(await queued.paths()).toEqual(['A']);
	clock.advance(2000);
	expect(await status()).toBe(2);
	expect((await queued.file('info', { hash: body.hash })).body.fullpath).toBe('B');
	queued.emulator.faults.queue = 'fail';
	const failing = (await queued.file('copy', { from_fullpath: 'A', fullpath: 'C' })).body.queue_id;
	clock.advance(4000);
	expect((await queued.file('queue_status', { queue_id: failing })).body).toMatchObject({
		status: 3,
		fullpath: 'C',
	});
	await queued.close();
});

test('copies of large folders are queued', async () => {
	const small = await TestClient.start({ clock, queueThreshold: 5 });
	small.emulator.seed({ count: 10, folder: 'Big' });
	expect((await small.file('copy', { from_fullpath: 'Big', fullpath: 'Copy' })).body.queue_id).toBeDefined();
	await small.close();
});
