/* What is asserted of each fault, on a socket and in memory: memory.test.ts. */

import { signed, TestClient, useClient } from '../testClient';

test('connections are kept alive', async () => {
	for (let round = 0; round < 5; round++) await client.file('stat');
	// fetch itself sometimes opens a second socket while the first is being freed; without keep-alive there were five.
	expect(new Set(client.emulator.requests.map((record) => record.connection)).size).toBeLessThanOrEqual(2);
});

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

test('choose is asked for requests that no scripted fault applies to', async () => {
	const asked: string[] = [];
	client.emulator.faults.choose = ({ path }) => {
		asked.push(path);
		return { match: path, action: { status: 503 } };
	};
	client.emulator.faults.add({ match: '/stat', action: { status: 502 } });
	expect((await client.file('stat')).status).toBe(502);
	expect((await client.file('ls', { fullpath: '' })).status).toBe(503);
	expect(asked).toEqual(['/m-open/1/file/ls']);
});

test('a skewed clock refuses the dateline', async () => {
	client.emulator.faults.clockSkewMs = 3_600_000;
	const answer = await client.file('ls', { fullpath: '' });
	expect(answer.body.error_code).toBe(401041);
	client.emulator.faults.clear();
	expect((await client.file('ls', { fullpath: '' })).status).toBe(200);
});
