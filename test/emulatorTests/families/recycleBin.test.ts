import { useClient, TestClient } from '../testClient';

const client = useClient(TestClient);

test('recycle bin: list, stat, recover, delete permanently', async () => {
	client.emulator.seedFile('A/B/x.txt', '12345');
	client.emulator.seedFile('y.txt', '123');
	await client.file('del', { fullpath: 'A' });
	await client.file('del', { fullpath: 'y.txt' });
	const bin = (await client.file('recycle')).body;
	expect(bin.count).toBe(2);
	expect(bin.list.map((row: { fullpath: string }) => row.fullpath)).toEqual(['y.txt', 'A']);
	expect(bin.list[0].property).toBeUndefined();
	expect((await client.file('stat')).body).toMatchObject({
		size: 0,
		size_recycle: 8,
		count_file: 0,
		capacity: -1,
		mount_id: 2001,
	});
	expect((await client.file('info', { fullpath: 'A/B/x.txt' })).body.error_code).toBe(40402);
	expect((await client.file('recover', { fullpaths: 'A|y.txt' })).body).toEqual({});
	expect((await client.file('info', { fullpath: 'A/B/x.txt' })).status).toBe(200);
	await client.file('del', { fullpath: 'y.txt' });
	expect((await client.file('del_completely', { fullpaths: 'y.txt' })).status).toBe(200);
	expect((await client.file('recycle')).body.count).toBe(0);
	expect((await client.file('recover', { fullpaths: 'y.txt' })).body.error_code).toBe(40402);
});

test('entries are deleted by tag within a path', async () => {
	for (const path of ['A/x.txt', 'B/y.txt']) {
		client.emulator.seedFile(path, path);
		await client.file('add_tag', { fullpath: path, tag: 'old' });
	}
	await client.file('del', { tag: 'old;other', path: 'A' });
	expect(await client.paths('A')).toEqual([]);
	expect(await client.paths('B')).toEqual(['B/y.txt']);
	await client.file('del_completely', { tag: 'old' });
	expect((await client.file('recycle')).body.count).toBe(0);
});
