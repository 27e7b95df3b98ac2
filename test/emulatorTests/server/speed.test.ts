import { TestClient } from '../testClient';

/** Processor time in milliseconds since `start`: unlike the clock on the wall, it does not count other processes. */
function cpuMs(start: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}

test('pages of 100 000 entries and their feed are fast', async () => {
	const client = await TestClient.start();
	client.emulator.seed(100_000);
	const start = process.cpuUsage();
	const last = await client.file('ls', { fullpath: 'Bulk', start: 99_950, size: 100 });
	expect(last.body.count).toBe(100_000);
	expect(last.body.list.at(-1).filename).toBe('file-099999.txt');
	for (let round = 0; round < 20; round++) {
		await client.file('updates', { fetch_dateline: 0 });
		await client.file('info', { fullpath: 'Bulk/file-050000.txt', attribute: 1 });
		await client.file('move', {
			fullpath: `Bulk/file-0${50_001 + round}.txt`,
			dest_fullpath: `Bulk/moved-${round}.txt`,
		});
	}
	// 61 calls; walking through the folder in each would take several times as long.
	expect(cpuMs(start)).toBeLessThan(1000);
	await client.close();
});

test('starting takes less than 50 ms of processor time', async () => {
	const times = [];
	for (let round = 0; round < 3; round++) {
		const start = process.cpuUsage();
		const client = await TestClient.start({ seedDemo: true });
		times.push(cpuMs(start));
		await client.close();
	}
	expect(Math.min(...times)).toBeLessThan(50);
});
