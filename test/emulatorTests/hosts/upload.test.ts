import { sha1 } from '../../support/hashes';
import { bytes, TestClient, useClient } from '../testClient';

test('the statuses of upload_part', async () => {
	const content = bytes(100);
	const { session } = await client.begin('a.bin', content);
	const send = (range: string, body: Buffer, more = {}) => client.step('part', { session, range, ...more }, body);
	expect((await send('0-49', content.subarray(0, 50))).status).toBe(200);
	expect(await send('0-49', content.subarray(0, 50))).toMatchObject({
		status: 409,
		body: { error_code: 40900, expect: 50 },
	});
	expect(await send('50-59', content.subarray(50, 55))).toMatchObject({ status: 400, body: { error_code: 40002 } });
	// The check value of the standard.
	const digits = await client.begin('digits.txt', Buffer.from('123456789'));
	const sent = { session: digits.session, range: '0-8', crc: 0xcbf43926 };
	expect((await client.step('part', sent, Buffer.from('123456789'))).status).toBe(200);
	const crc = await send('50-59', content.subarray(50, 60), { crc: 1 });
	expect(crc).toMatchObject({ status: 400, body: { error_code: 40001 } });
	expect(crc.body.error_msg).toMatch(/got \d+, expected 1$/);
	for (const range of ['50-100', '60-50', 'bytes', ''])
		expect((await send(range, Buffer.from('x'))).status).toBe(416);
	expect((await client.step('part', { session: 'no', range: '0-0' }, Buffer.from('x'))).status).toBe(401);
	expect(await client.step('req', { session })).toEqual({ status: 200, body: '50' });
	expect((await client.step('finish', { session })).status).toBe(409);
	expect((await client.step('abort', { session })).status).toBe(200);
	expect((await client.step('req', { session })).status).toBe(401);
	expect(client.emulator.sessions()).toHaveLength(1);
});

const client = useClient(TestClient);

test.each([0, 1, 1024, 1025, 5000])('%i bytes arrive', async (length) => {
	const content = bytes(length);
	const ticket = await client.upload('New/大 文件.bin', content);
	expect(ticket.body).toMatchObject({ state: 0, fullpath: 'New/大 文件.bin', server: client.emulator.url });
	const info = await client.file('info', { hash: ticket.body.hash, attribute: 10 });
	expect(info.body).toMatchObject({ fullpath: 'New/大 文件.bin', filesize: length, filehash: sha1(content) });
	expect(client.emulator.sessions()).toEqual([]);
});

test('init needs its headers, an authorization and create_file', async () => {
	const headers = { filename: 'a', pathhash: 'b'.repeat(40), filehash: 'c'.repeat(40), filesize: 1 };
	expect((await client.step('init', { filename: 'a' }, undefined, '?org_client_id=demo-library')).status).toBe(400);
	expect((await client.step('init', headers)).status).toBe(400);
	expect((await client.step('init', headers, undefined, '?org_client_id=nobody')).status).toBe(401);
	expect((await client.step('init', headers, undefined, '?org_client_id=demo-library')).status).toBe(404);
});

test('expireSessions makes sessions invalid or not initialized', async () => {
	const first = await client.begin('a.bin', bytes(10));
	client.emulator.expireSessions('lost');
	for (const step of ['req', 'finish', 'abort'])
		expect((await client.step(step, { session: first.session })).status).toBe(500);
	const second = await client.begin('a.bin', bytes(10));
	client.emulator.expireSessions('invalid');
	for (const step of ['req', 'finish', 'abort'])
		expect((await client.step(step, { session: second.session })).status).toBe(401);
	expect(client.emulator.sessions()).toEqual([]);
});
