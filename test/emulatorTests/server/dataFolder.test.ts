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

test('what ends a session that is done leaves the file of its content', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
	const client = await TestClient.start({ dataFolder: folder });
	const { uploads } = client.emulator.world;
	const text = (name: string): string => `the content of ${name}`;
	const store = async (name: string): Promise<string> => {
		const { session } = await client.begin(name, Buffer.from(text(name)));
		await client.step('part', { session, range: `0-${text(name).length - 1}` }, Buffer.from(text(name)));
		expect((await client.step('finish', { session })).status).toBe(200);
		return session;
	};
	const found = (id: string) => {
		const session = uploads.get(id, 0, 1);
		if (!session) throw new Error('the session is gone');
		return session;
	};
	await client.step('abort', { session: await store('aborted.txt') });
	await uploads.drop(found(await store('dropped.txt')));
	await uploads.lose(found(await store('lost.txt')));
	for (const name of ['aborted.txt', 'dropped.txt', 'lost.txt']) {
		const { body } = await client.file('download_url', { fullpath: name });
		expect(await (await fetch(body.urls[0])).text()).toBe(text(name));
	}
	await client.close();
	rmSync(folder, { recursive: true });
});

test('a session whose temporary file is lost has no file', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
	const client = await TestClient.start({ dataFolder: folder });
	const { session } = await client.begin('b.txt', Buffer.from('other'));
	await client.step('part', { session, range: '0-1' }, Buffer.from('ot'));
	const { uploads } = client.emulator.world;
	await Promise.all(uploads.active().map((open) => uploads.lose(open)));
	expect((await client.step('req', { session })).status).toBe(500);
	expect(readdirSync(folder)).toEqual([]);
	await client.close();
	rmSync(folder, { recursive: true });
});
