import { callsIn } from '../../support/countedCalls';
import { sized } from '../../support/runs';
import { TestClient } from '../testClient';

/** The calls of reading the end of a folder, and of reading the feed, an entry and moving a file, 20 times. */
async function callsOfWork(entries: number): Promise<number> {
	const client = await TestClient.start();
	client.emulator.seed(entries);
	const fileAt = (index: number): string => `Bulk/file-${String(index).padStart(6, '0')}.txt`;
	const calls = await callsIn(async () => {
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
	});
	await client.close();
	return calls;
}

/** A hundred times as many as in the other folder. */
const MOST = sized(100_000, 20_000);

test('calls in a folder of many entries do not walk through it', async () => {
	// A walk in each of the 61 calls would take about a hundred times as many.
	expect((await callsOfWork(MOST)) / (await callsOfWork(MOST / 100))).toBeLessThan(10);
});
