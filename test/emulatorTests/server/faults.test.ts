/* What is asserted of each fault, on a socket and in memory: memory.test.ts. */

import { signed, TestClient, useClient } from '../testClient';

test('the health check needs no signature', async () => {
	expect((await client.send('/m-open/status', signed({}, client.emulator.library), 'GET')).status).toBe(200);
});

const client = useClient(TestClient);

test('a status and a page; after and times count requests', async () => {
	client.emulator.faults.add(
		{ match: /ls$/, action: { status: 503, headers: { 'Retry-After': '1' } }, after: 1, times: 2 },
		{ match: /stat$/, action: 'html' },
	);
	const statuses = [];
	for (let round = 0; round < 4; round++) statuses.push((await client.file('ls', { fullpath: '' })).status);
	expect(statuses).toEqual([200, 503, 503, 200]);
	expect((await client.file('stat')).body).toContain('<html>');
});

test.each([3, 1_000_000])('drip: an answer of %i bytes arrives in pieces, whole and in order', async (size) => {
	const content = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
	client.emulator.seedFile('a.bin', content);
	const { body } = await client.file('download_url', { fullpath: 'a.bin' });
	client.emulator.faults.add({ match: /download/, action: 'drip', slowMs: 40 });
	const received = Buffer.from(await (await fetch(body.urls[0])).arrayBuffer());
	expect(received.equals(content)).toBe(true);
});
