import { useClient, TestClient } from '../testClient';

const client = useClient(TestClient);

test('rename and move keep the hash and are in the history', async () => {
	const hash = client.emulator.seedFile('a.txt', 'a');
	await client.file('move', { fullpath: 'a.txt', dest_fullpath: 'b.txt', op_id: 7 });
	await client.file('move', { fullpath: 'b.txt', dest_fullpath: 'New/b.txt', op_name: 'Robot' });
	expect((await client.file('info', { hash })).body).toMatchObject({
		fullpath: 'New/b.txt',
		last_member_name: 'Robot',
	});
	const { body } = await client.file('history', { fullpath: 'New/b.txt' });
	expect(body.count).toBe(3);
	// fact 5.24: 4 move, 2 rename, 1 create
	expect(body.list.map((row: { act: number }) => row.act)).toEqual([4, 2, 1]);
	expect(body.list[1]).toMatchObject({
		member_id: 7,
		member_name: 'Member 07',
		hid: expect.any(String),
		property: expect.any(String),
	});
});

test('moving a folder into its own subfolder is 40013', async () => {
	await client.file('create_folder', { fullpath: 'A/B' });
	const answer = await client.file('move', { fullpath: 'A', dest_fullpath: 'A/B/A' });
	expect(answer).toMatchObject({ status: 400, body: { error_code: 40013 } });
	expect(await client.paths()).toEqual(['A']);
});

test('a copy has a new hash; it gets a number when the name is taken', async () => {
	const hash = client.emulator.seedFile('A/a.b.txt', 'a');
	await client.file('add_tag', { fullpath: 'A/a.b.txt', tag: 'x' });
	const first = await client.file('copy', { from_fullpath: 'A', fullpath: 'B' });
	const second = await client.file('copy', { from_fullpath: 'A/a.b.txt', fullpath: 'B/a.b.txt' });
	expect(first.body).toEqual({ hash: expect.any(String), fullpath: 'B' });
	expect(second.body.fullpath).toBe('B/a.b(2).txt');
	expect(second.body.hash).not.toBe(hash);
	expect((await client.file('ls', { fullpath: 'B' })).body.list[0].property.tag).toBe('');
});

test('mcopy pairs lists, copy_all keeps tags', async () => {
	client.emulator.seedFile('a.txt', 'a');
	client.emulator.seedFile('b.txt', 'b');
	await client.file('add_tag', { fullpath: 'a.txt', tag: 'x;y' });
	const answer = await client.file('mcopy', { from_fullpaths: 'a.txt|b.txt', paths: 'One|Two', copy_all: 1 });
	expect(answer.body.map((row: { fullpath: string }) => row.fullpath)).toEqual(['One/a.txt', 'Two/b.txt']);
	expect((await client.file('info', { fullpath: 'One/a.txt' })).body.tag).toBe('x;y');
	expect((await client.file('mcopy', { from_fullpaths: 'a.txt|b.txt', paths: 'x|y|z' })).status).toBe(400);
});
