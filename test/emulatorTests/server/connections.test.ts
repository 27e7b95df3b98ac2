import { useClient, signed, TestClient } from '../testClient';

const client = useClient(TestClient);

test('connections are kept alive', async () => {
	for (let round = 0; round < 5; round++) await client.file('stat');
	// fetch itself sometimes opens a second socket while the first is being freed; without keep-alive there were five.
	expect(new Set(client.emulator.requests.map((record) => record.connection)).size).toBeLessThanOrEqual(2);
});

test('the health check needs no signature', async () => {
	expect((await client.send('/m-open/status', signed({}, client.emulator.library), 'GET')).status).toBe(200);
});
