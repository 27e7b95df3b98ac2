import { ManualClock } from '../emulator/index';
import { FamiliesClient } from './familiesClient';

let clock: ManualClock;
let client: FamiliesClient;
beforeEach(async () => {
	clock = new ManualClock();
	client = await FamiliesClient.start({ clock });
});
afterEach(() => client.close());

interface Row {
	member_id: number;
	account: string;
	state: number;
}
interface Department {
	id: number;
	name: string;
	out_id: string;
	parent_id: number;
}
const add = async (outId: string, more = {}) =>
	(await client.ent('add_sync_member', { out_id: outId, member_name: outId, account: `${outId}@x`, ...more })).body;
const inGroup = async (group: object) =>
	((await client.ent('get_group_members', { size: 500, ...group })).body.list as Row[]).map(({ account }) => account);
const groups = async () => (await client.ent('get_groups')).body as Department[];
const listed = async () =>
	((await client.ent('get_members', { size: 500 })).body.list as Row[]).map(({ account }) => account);

test('the company: 200 members of whom 198 are listed, departments as a tree, one leader each', async () => {
	const { body } = await client.ent('get_members', { start: 190, size: 20 });
	expect([body.count, body.list.length]).toEqual([198, 8]);
	expect(client.emulator.world.directory.members.size).toBe(200);
	const tree = await groups();
	expect(tree).toHaveLength(17);
	expect(tree.find(({ out_id }) => out_id === 'd-sales-cn')).toEqual({
		id: 103,
		name: '中国销售部',
		out_id: 'd-sales-cn',
		parent_id: 102,
	});
	const accounts = [...client.emulator.world.directory.members.values()].map(({ account }) => account);
	expect(new Set(accounts).size).toBe(200);
	expect(
		(await client.ent('get_member', { account: 'zhang.wei@example.com', show_groups: 1, show_orgs: 1 })).body,
	).toMatchObject({
		member_id: 101,
		state: 1,
		groups: [{ out_id: 'd-management' }],
		orgs: expect.arrayContaining([expect.objectContaining({ type: 20, mount_id: 2201 })]),
	});
});

test('starting costs less than 50 ms', async () => {
	const times = [];
	for (let round = 0; round < 3; round++) {
		const startedAt = performance.now();
		const other = await FamiliesClient.start({ seedDemo: true });
		times.push(performance.now() - startedAt);
		await other.close();
	}
	expect(Math.min(...times)).toBeLessThan(50);
});

describe('state of members', () => {
	test('enabled on add, unless disabling is asked', async () => {
		expect(await add('a')).toEqual({ member_id: expect.any(Number), state: 1 });
		expect(await add('b', { state: 0 })).toMatchObject({ state: 0 });
		expect(
			(await client.ent('add_member', { account: 'c@x', password: 'p', member_name: 'C', state: 0 })).body.state,
		).toBe(0);
		expect((await client.ent('set_member', { account: 'c@x', state: 1 })).body.state).toBe(1);
	});

	test('above the account limit an account comes back disabled, and the call succeeds', async () => {
		const { enterprise } = client.emulator.world;
		enterprise.memberLimit = enterprise.enabledCount(clock.now()) + 1;
		expect((await add('a')).state).toBe(1);
		expect((await add('b')).state).toBe(0);
		expect((await client.ent('add_member', { account: 'c@x', password: 'p', member_name: 'C' })).body.state).toBe(
			0,
		);
		expect((await client.ent('set_member', { account: 'b@x', state: 1 })).body.state).toBe(0);
		await client.ent('set_member', { account: 'a@x', state: 0 });
		expect((await client.ent('set_member', { account: 'b@x', state: 1 })).body.state).toBe(1);
	});

	test('add_sync_member disables on modify; enabling there is an option', async () => {
		await add('a');
		expect((await add('a', { state: 0 })).state).toBe(0);
		expect((await add('a', { state: 1 })).state).toBe(0);
		client.emulator.world.options.reenableBySync = true;
		expect((await add('a', { state: 1 })).state).toBe(1);
	});

	test('of expire only the date counts, 0 removes it, and afterwards the account is disabled', async () => {
		const day = Math.floor(clock.now() / 86_400_000) * 86_400;
		const of = async () => (await client.ent('get_member', { out_id: 'a' })).body;
		await add('a', { expire: day + 5000 });
		expect(await of()).toMatchObject({ expire: day, state: 1 });
		clock.set((day + 86_400) * 1000);
		expect(await of()).toMatchObject({ state: 0 });
		await add('a', { expire: 0 });
		expect(await of()).toMatchObject({ state: 1 });
		expect((await of()).expire).toBeUndefined();
	});
});

describe('departments of members', () => {
	test('group_out_ids: absent hides, empty is the top level, a list places', async () => {
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

	test('leaving the last department leads to the top level; deleting a department too', async () => {
		await client.ent('add_sync_group', { out_id: 'x', name: 'X' });
		await client.ent('add_sync_group', { out_id: 'x-1', name: 'Y', parent_out_id: 'x' });
		await add('a', { group_out_ids: 'x,x-1' });
		await client.ent('del_sync_group_member', { members: 'a', group_out_id: 'x' });
		expect(await inGroup({ group_id: 0 })).toEqual([]);
		expect(await inGroup({ group_path: 'X', show_child: 1 })).toEqual(['a@x']);
		await client.ent('del_sync_group', { groups: 'x' });
		expect((await groups()).filter(({ out_id }) => out_id.startsWith('x'))).toEqual([]);
		expect(await inGroup({ group_id: 0 })).toEqual(['a@x']);
	});

	test('supervisor by out_id or account, removed by an empty text', async () => {
		const leader = () => client.emulator.world.directory.memberByOutId('a').leaderId;
		await add('a', { leader_out_id: 'e-0001' });
		expect(leader()).toBe(101);
		await add('a');
		expect(leader()).toBe(101);
		await add('a', { leader_account: '' });
		expect(leader()).toBe(0);
		expect(
			(
				await client.ent('add_sync_member', {
					out_id: 'b',
					member_name: 'B',
					account: 'b@x',
					leader_account: 'nobody',
				})
			).body.error_code,
		).toBe(40406);
		expect((await client.ent('get_member', { out_id: 'b' })).body.error_code).toBe(40406);
	});
});

describe('department tree', () => {
	test('add_sync_group: absent parent stays, empty moves to the top level', async () => {
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

	test('by path: add, order, rename, move, delete', async () => {
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

test('a deleted member leaves departments, libraries and its tokens', async () => {
	await client.signOn();
	await client.ent('del_member', { members: 'zhang.wei@example.com' });
	expect(await client.user('1/account/mount')).toMatchObject({ status: 401, body: { error_code: 40101 } });
	expect((await client.org('get_member', { org_id: 1102, ids: '101', type: 'member_id' })).body).toEqual({});
	expect((await client.org('info', { org_id: 1101 })).body.info.owner_id).toBe(0);
	expect((await client.org('info', { org_id: 1201 })).body.error_code).toBe(40401);
});

test('the management log is written, filtered, ordered and cut in time', async () => {
	clock.set(1_800_000_000_000);
	await add('a');
	clock.advance(10_000);
	await client.ent('add_group', { group_name: 'G' });
	await client.org('create', { org_name: 'L' });
	const types = async (fields = {}) =>
		((await client.ent('log', fields)).body.list as Array<{ type: number }>).map(({ type }) => type);
	expect(await types()).toEqual([8, 4, 2]);
	expect(await types({ orderby: 'asc', size: 2 })).toEqual([2, 4]);
	expect(await types({ type: 4 })).toEqual([4]);
	expect(await types({ start_dateline: 1_800_000_010 })).toEqual([8, 4]);
	expect(await types({ end_dateline: 1_800_000_010 })).toEqual([2]);
	expect((await client.ent('log', { type: 2 })).body.list[0]).toMatchObject({
		admin: 'Demo (demo-enterprise)',
		dateline: 1_800_000_000,
		ip: '127.0.0.1',
	});
});

test('without the feature the synchronization operations are refused, the lookups are not', async () => {
	client.emulator.world.enterprise.syncFeature = false;
	expect(await client.ent('del_sync_member', { members: 'x' })).toMatchObject({
		status: 403,
		body: { error_code: 40306 },
	});
	expect((await client.ent('get_member_by_out_id', { user_ids: 'member01,none' })).body).toEqual({
		'u-01': expect.objectContaining({ member_id: 1 }),
	});
});
