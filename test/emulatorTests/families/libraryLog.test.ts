import { EnterpriseTestClient } from '../enterpriseTestClient';

let client: EnterpriseTestClient;
beforeEach(async () => {
	client = await EnterpriseTestClient.start();
});
afterEach(() => client.close());

test('the library log contains links, their visits, downloads and previews', async () => {
	client.emulator.seedFile('a.txt', 'a', { orgClientId: '', orgClientSecret: '', orgId: 1101, mountId: 2101 });
	const bound = (await client.org('bind', { org_id: 1101, title: 'n8n' })).body;
	const { link } = (await client.file('link', { fullpath: 'a.txt', auth: 'download' }, bound)).body;
	await fetch(link);
	await fetch(`${link}/download`);
	await client.file('download_url', { fullpath: 'a.txt', op_id: 1 }, bound);
	await client.file('preview_url', { fullpath: 'a.txt' }, bound);
	const { body } = await client.org('log', { org_id: 1101, orderby: 'asc' });
	expect(body.list.map((row: { act: number }) => row.act)).toEqual([1014, 1015, 1016, 20, 21]);
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
