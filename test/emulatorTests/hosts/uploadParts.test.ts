import { useClient, TestClient } from '../testClient';
import { crc32 } from '../../emulator/hosts/upload/part';
import { bytes } from './bytes';

const client = useClient(TestClient);

test('the statuses of upload_part', async () => {
	const content = bytes(100);
	const { session } = await client.begin('a.bin', content);
	const send = (range: string, body: Buffer, more = {}) => client.step('part', { session, range, ...more }, body);
	expect((await send('0-49', content.subarray(0, 50), { crc: crc32(content.subarray(0, 50)) })).status).toBe(200);
	expect(await send('0-49', content.subarray(0, 50))).toMatchObject({
		status: 409,
		body: { error_code: 40900, expect: 50 },
	});
	expect(await send('50-59', content.subarray(50, 55))).toMatchObject({
		status: 400,
		body: { error_code: 40002 },
	});
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
	expect(client.emulator.sessions()).toEqual([]);
});

test('CRC-32 has the check value of the standard', () => {
	expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
});

test('a chunk above 10 MiB is refused', async () => {
	const { session } = await client.begin('big.bin', bytes(11));
	const answer = await client.step('part', { session, range: '0-10' }, Buffer.alloc(10 * 1024 * 1024 + 1));
	expect(answer.status).toBe(413);
});
