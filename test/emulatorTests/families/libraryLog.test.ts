import { useClient } from '../testClient';
import { EnterpriseTestClient } from '../enterpriseTestClient';

const client = useClient(EnterpriseTestClient);

test('the library log contains links, their visits, downloads and previews', async () => {
	client.emulator.seedFile('a.txt', 'a', { orgClientId: '', orgClientSecret: '', orgId: 1101, mountId: 2101 });
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	const { link } = (await client.file('link', { fullpath: 'a.txt', auth: 'download' }, bound)).body;
	await fetch(link);
	await fetch(`${link}/download`);
	await fetch(`${link}/save`);
	await client.file('download_url', { fullpath: 'a.txt', op_id: 1 }, bound);
	await client.file('preview_url', { fullpath: 'a.txt' }, bound);
	const { body } = await client.org('log', { org_id: 1101, orderby: 'asc' });
	expect(body.list.map((row: { act: number }) => row.act)).toEqual([1014, 1015, 1016, 1017, 20, 21]);
});

test('a file that a visitor uploads by a link is in the folder and in the log', async () => {
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	await client.file('create_folder', { fullpath: 'Inbox' }, bound);
	const { link } = (await client.file('link', { fullpath: 'Inbox', auth: 'upload' }, bound)).body;
	expect((await fetch(`${link}/upload?name=a.txt`, { method: 'PUT', body: 'content' })).status).toBe(200);
	expect((await fetch(`${link}/upload?name=..%2Fa.txt`, { method: 'PUT', body: 'content' })).status).toBe(403);
	expect((await fetch(`${link}/save`)).status).toBe(403);
	expect((await client.file('info', { fullpath: 'Inbox/a.txt' }, bound)).body.filesize).toBe(7);
	const { body } = await client.org('log', { org_id: 1101, act: 1018 });
	expect(body.list).toMatchObject([{ fullpath: 'Inbox/a.txt', member_id: 0 }]);
});

test('an entry that was written late stands at its time', async () => {
	client.emulator.seedFile('a.txt', 'a', { orgClientId: '', orgClientSecret: '', orgId: 1101, mountId: 2101 });
	const log = client.emulator.libraries.get(2101)?.log ?? [];
	const line = { act: 20, hash: 'h', dir: false, filehash: '', filesize: 0, actor: { id: 1, name: 'A' } };
	log.push({ ...line, fullpath: 'now', atMs: client.emulator.clock.now() });
	log.push({ ...line, fullpath: 'late', atMs: client.emulator.clock.now() - 60_000 });
	const paths = async (orderby: string) =>
		((await client.org('log', { org_id: 1101, act: 20, orderby })).body.list as Array<{ fullpath: string }>).map(
			({ fullpath }) => fullpath,
		);
	expect(await paths('asc')).toEqual(['late', 'now']);
	expect(await paths('desc')).toEqual(['now', 'late']);
});

test('the library log contains operations on files, with their authors', async () => {
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	await client.file('create_folder', { fullpath: 'A', op_id: 101 }, bound);
	await client.file('move', { fullpath: 'A', dest_fullpath: 'B', op_name: 'Robot' }, bound);
	await client.file('del', { fullpath: 'B' }, bound);
	const acts = async (fields = {}) =>
		((await client.org('log', { org_id: 1101, ...fields })).body.list as Array<{ act: number }>).map(
			({ act }) => act,
		);
	expect(await acts()).toEqual([0, 2, 1]);
	expect(await acts({ orderby: 'asc', start: 1, size: 1 })).toEqual([2]);
	expect(await acts({ act: '0,1' })).toEqual([0, 1]);
	expect((await client.org('log', { mount_id: 2101, act: 1 })).body).toMatchObject({
		total: 1,
		list: [
			{
				fullpath: 'A',
				dir: 1,
				member_name: '张伟 (zhang.wei@example.com)',
				display_name: '张伟',
				member_account: 'zhang.wei@example.com',
			},
		],
	});
	expect((await client.org('log', { org_id: 1101, end_dateline: 1000 })).body).toEqual({ total: 0, list: [] });
});
