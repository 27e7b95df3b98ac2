import { useClient, TestClient } from '../testClient';
import { sha1 } from '../signing';

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
