import { leastOfLater, threadMs } from '../../support/cpu';
import { TestClient } from '../testClient';
import { sized } from '../../support/runs';

/** Processor time of reading the end of a folder, and of reading the feed, an entry and moving a file, 20 times. */
async function timeOfWork(entries: number): Promise<number> {
	const client = await TestClient.start();
	client.emulator.seed(entries);
	const fileAt = (index: number): string => `Bulk/file-${String(index).padStart(6, '0')}.txt`;
	const start = threadMs();
	const last = await client.file('ls', { fullpath: 'Bulk', start: entries - 50, size: 100 });
	expect(last.body.count).toBe(entries);
	expect(`Bulk/${last.body.list.at(-1).filename}`).toBe(fileAt(entries - 1));
	for (let round = 0; round < 20; round++) {
		await client.file('updates', { fetch_dateline: 0 });
		await client.file('info', { fullpath: fileAt(entries / 2), attribute: 1 });
		const moved = await client.file('move', {
			fullpath: fileAt(entries / 2 + 1 + round),
			dest_fullpath: `Bulk/moved-${round}.txt`,
		});
		expect(moved.status).toBe(200);
	}
	const spent = threadMs() - start;
	await client.close();
	return spent;
}

/** A hundred times as many as in the other folder. */
const MOST = sized(100_000, 20_000);

test('calls in a folder of many entries do not walk through it', async () => {
	const timesAsLong = async (): Promise<number> => (await timeOfWork(MOST)) / (await timeOfWork(MOST / 100));
	// A hundred times the entries: a walk in each of the 61 calls would take about as many times as long.
	expect(await leastOfLater(timesAsLong, 25)).toBeLessThan(25);
});

test('starting takes less than 50 ms of processor time', async () => {
	const spent = async (): Promise<number> => {
		const start = threadMs();
		const client = await TestClient.start({ seedDemo: true });
		const ms = threadMs() - start;
		await client.close();
		return ms;
	};
	expect(await leastOfLater(spent, 50)).toBeLessThan(50);
});
