import { EnterpriseTestClient, useClient } from '../testClient';

const client = useClient(EnterpriseTestClient);

interface Department {
	id: number;
	name: string;
	out_id: string;
	parent_id: number;
}
const groups = async () => (await client.ent('get_groups')).body as Department[];
/** Adds a synchronized member, or changes a known one. */
const add = async (outId: string, more = {}) =>
	(await client.ent('add_sync_member', { out_id: outId, member_name: outId, account: `${outId}@x`, ...more })).body;
const accountsOf = (body: { list: Array<{ account: string }> }): string[] => body.list.map(({ account }) => account);
const inGroup = async (group: object) =>
	accountsOf((await client.ent('get_group_members', { size: 500, ...group })).body);
const listed = async () => accountsOf((await client.ent('get_members', { size: 500 })).body);

describe('departments of members', () => {
	test("group_out_ids: without it the member is hidden, '' is the top level, a list sets departments", async () => {
		await add('a');
		await add('b', { group_out_ids: '' });
		await add('c', { group_out_ids: 'd-sales,d-people' });
		expect((await listed()).filter((account) => account.endsWith('@x'))).toEqual(['b@x', 'c@x']);
		expect(await inGroup({ group_id: 0 })).toEqual(['b@x']);
		expect(await inGroup({ out_id: 'd-people' })).toContain('c@x');
		expect((await client.ent('get_member', { out_id: 'a' })).status).toBe(200);
		await client.ent('add_sync_group_member', { members: 'a' });
		expect(await inGroup({ group_path: '' })).toEqual(['a@x', 'b@x']);
		await add('c', { member_title: 'T' });
		expect(await inGroup({ out_id: 'd-people' })).toContain('c@x');
		await add('c', { group_out_ids: '' });
		expect(await inGroup({ out_id: 'd-people' })).not.toContain('c@x');
	});
});

describe('department tree', () => {
	test("add_sync_group: without a parent the department stays, '' moves it to the top level", async () => {
		const parent = async () =>
			(await client.ent('get_group_by_out_id', { out_ids: 'd-sales-cn' })).body['d-sales-cn'].parent_id;
		await client.ent('add_sync_group', { out_id: 'd-sales-cn', name: 'CN' });
		expect(await parent()).toBe(102);
		await client.ent('add_sync_group', { out_id: 'd-sales-cn', name: 'CN', parent_out_id: '' });
		expect(await parent()).toBe(0);
		await client.ent('add_sync_group', { out_id: 'd-sales-cn', name: 'CN', parent_out_id: 'd-rnd' });
		expect(
			(await client.ent('add_sync_group', { out_id: 'd-rnd', name: 'R', parent_out_id: 'd-sales-cn' })).body
				.error_code,
		).toBe(40013);
		expect(
			(await client.ent('add_sync_group', { out_id: 'q', name: 'Q', parent_out_id: 'none' })).body.error_code,
		).toBe(40407);
	});

	test('departments by path: add, order, rename, move, delete', async () => {
		const { body } = await client.ent('add_group', { group_name: 'B', parent_group_path: 'Sales', orderby: 9 });
		await client.ent('add_group', { group_name: 'A', parent_group_path: 'Sales', orderby: 8 });
		const below = async () => (await groups()).filter(({ parent_id }) => parent_id === 102).map(({ name }) => name);
		expect(await below()).toEqual(['中国销售部', 'Sales Europe', 'A', 'B']);
		expect((await client.ent('add_group', { group_name: 'A', parent_group_path: 'Sales' })).body.error_code).toBe(
			40003,
		);
		await client.ent('set_group', { group_path: 'Sales/B', group_name: 'C', state: 0 });
		expect(await below()).toContain('C');
		await client.ent('set_group', { group_path: 'Sales/C', parent_group_path: '' });
		expect((await groups()).find(({ id }) => id === body.group_id)).toMatchObject({ name: 'C', parent_id: 0 });
		await client.ent('del_group', { groups: 'C,Sales/A,None' });
		expect(await below()).toEqual(['中国销售部', 'Sales Europe']);
	});
});
