import { sha1 } from '../../support/hashes';
import { TestClient, useClient } from '../testClient';

test('search covers names and tags, and contents on request', async () => {
	client.emulator.seedFile('R/Report.txt', 'the Needle is here');
	client.emulator.seedFile('R/other.txt', 'hay');
	await client.file('add_tag', { fullpath: 'R/other.txt', tag: 'report' });
	expect((await client.file('search', { keywords: 'report' })).body.count).toBe(2);
	expect((await client.file('search', { keywords: 'needle' })).body.count).toBe(0);
	const found = await client.file('search', { keywords: 'needle', scope: '["content"]', path: 'R' });
	expect(found.body.list[0].fullpath).toBe('R/Report.txt');
	expect((await client.file('search', { keywords: 'x', scope: '["nothing"]' })).body.error_msg).toContain("'scope'");
});

test('ls by tag covers all levels', async () => {
	client.emulator.seedFile('A/B/x.txt', 'x');
	await client.file('add_tag', { fullpath: 'A/B/x.txt', tag: 'hot;cold' });
	await client.file('del_tag', { fullpath: 'A/B/x.txt', tag: 'cold' });
	expect((await client.file('ls', { fullpath: 'A', tag: 'hot' })).body).toMatchObject({
		count: 1,
		list: [{ fullpath: 'A/B/x.txt' }],
	});
	expect((await client.file('ls', { fullpath: 'A', tag: 'cold' })).body.count).toBe(0);
});

test('metadata is kept for each template', async () => {
	client.emulator.seedFile('x.txt', 'x');
	await client.file('set_metadata', {
		fullpath: 'x.txt',
		key: 'contract',
		metadata: '{"no":7,"kinds":["a","b"]}',
		display: 'no',
	});
	const shown = await client.file('ls', { fullpath: '' });
	expect(shown.body.list[0].property.metadata).toEqual({ contract: { no: 7 } });
	expect((await client.file('info', { fullpath: 'x.txt' })).body.property.metadata).toEqual({
		contract: { no: 7, kinds: ['a', 'b'] },
	});
	expect(await client.file('del_metadata', { fullpath: 'x.txt', key: 'contract' })).toEqual({
		status: 200,
		body: {},
	});
	expect((await client.file('set_metadata', { fullpath: 'x.txt', key: 'k', metadata: '{"a":{}}' })).status).toBe(400);
});

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

const client = useClient(TestClient);

describe('folders and listing', () => {
	test('create_folder creates missing parents and answers hash and fullpath', async () => {
		const { status, body } = await client.file('create_folder', { fullpath: '/合同 2026/a/' });
		expect(status).toBe(200);
		expect(body).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{40}$/), fullpath: '合同 2026/a' });
		expect(await client.paths()).toEqual(['合同 2026']);
		expect((await client.file('create_folder', { fullpath: '合同 2026/a' })).body).toEqual(body);
	});

	test('ls pages by start and size and counts all', async () => {
		for (const name of ['c.txt', 'a.txt', 'b.txt']) client.emulator.seedFile(`F/${name}`, name);
		await client.file('create_folder', { fullpath: 'F/z' });
		const page = await client.file('ls', { fullpath: 'F', start: 1, size: 2 });
		expect(page.body.count).toBe(4);
		expect(page.body.list.map((entry: { filename: string }) => entry.filename)).toEqual(['a.txt', 'b.txt']);
		expect(page.body.list[0]).toMatchObject({
			dir: 0,
			fullpath: 'F/a.txt',
			filesize: 5,
			filehash: sha1('a.txt'),
			property: { tag: '', inherit: 1 },
		});
	});

	test('ls: a missing folder is 404 + 40402, a file is a parameter error', async () => {
		client.emulator.seedFile('a.txt', 'a');
		expect(await client.file('ls', { fullpath: 'none' })).toMatchObject({
			status: 404,
			body: { error_code: 40402 },
		});
		expect(await client.file('ls', { fullpath: 'a.txt' })).toMatchObject({
			status: 400,
			body: { error_code: 40003 },
		});
	});

	test('hashs selects entries', async () => {
		const hash = client.emulator.seedFile('F/a.txt', 'a');
		const answer = await client.file('ls', { fullpath: '', hashs: `${hash},${'0'.repeat(40)}` });
		expect(answer.body).toMatchObject({ count: 1, list: [{ hash }] });
	});
});

describe('information', () => {
	test('attribute 10 has a filehash, the ordinary answer has none', async () => {
		client.emulator.seedFile('p.png', 'png');
		const basic = await client.file('info', { fullpath: 'p.png', attribute: 10 });
		expect(Object.keys(basic.body).sort()).toEqual(['dir', 'filehash', 'filename', 'filesize', 'fullpath', 'hash']);
		const full = await client.file('info', { hash: basic.body.hash });
		expect(full.body.filehash).toBeUndefined();
		expect(full.body).toMatchObject({
			uri: expect.any(String),
			preview: expect.any(String),
			thumbnail: expect.any(String),
			tag: '',
		});
	});

	test('attribute 1 counts everything below', async () => {
		client.emulator.seedFile('A/B/x.txt', '123');
		client.emulator.seedFile('A/y.txt', '12345');
		const answer = await client.file('info', { fullpath: 'A', attribute: 1 });
		expect(answer.body).toMatchObject({ file_count: 2, folder_count: 1, files_size: 8 });
	});
});
