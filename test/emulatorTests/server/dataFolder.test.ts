import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '../testClient';

test('with a data folder contents are files, which are removed at the end', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
	const client = await TestClient.start({ dataFolder: folder });
	await client.upload('a.txt', 'x'.repeat(5000));
	expect(readdirSync(folder)).toHaveLength(1);
	const { body } = await client.file('download_url', { fullpath: 'a.txt' });
	expect(await (await fetch(body.urls[0], { headers: { range: 'bytes=4998-' } })).text()).toBe('xx');
	const { session } = await client.begin('b.txt', Buffer.from('other'));
	await client.step('part', { session, range: '0-1' }, Buffer.from('ot'));
	await client.step('abort', { session });
	expect(readdirSync(folder)).toHaveLength(1);
	await client.close();
	expect(readdirSync(folder)).toEqual([]);
	rmSync(folder, { recursive: true });
});
