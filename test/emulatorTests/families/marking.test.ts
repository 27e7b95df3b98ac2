import { useClient, TestClient } from '../testClient';

const client = useClient(TestClient);

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
