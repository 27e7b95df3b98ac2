import { ManualClock } from '../../emulator';
import { EnterpriseTestClient, useClient } from '../testClient';

test('the management log can be filtered, ordered and limited in time', async () => {
	client.clock.set(1_800_000_000_000);
	await client.ent('add_sync_member', { out_id: 'a', member_name: 'A', account: 'a@x' });
	client.clock.advance(10_000);
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

const client = useClient(EnterpriseTestClient, () => ({ clock: new ManualClock() }));

/** Adds a synchronized member, or changes a known one. */
const add = async (outId: string, more = {}) =>
	(await client.ent('add_sync_member', { out_id: outId, member_name: outId, account: `${outId}@x`, ...more })).body;

test('the demo enterprise has 200 members, of whom 198 are listed, in a tree of departments', async () => {
	const { body } = await client.ent('get_members', { start: 190, size: 20 });
	expect([body.count, body.list.length]).toEqual([198, 8]);
	expect(client.emulator.world.directory.members.size).toBe(200);
	const tree = (await client.ent('get_groups')).body as Array<{ out_id: string }>;
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

describe('state of members', () => {
	test('an added member is enabled unless state is 0', async () => {
		expect(await add('a')).toEqual({ member_id: expect.any(Number), state: 1 });
		expect(await add('b', { state: 0 })).toMatchObject({ state: 0 });
		expect(
			(await client.ent('add_member', { account: 'c@x', password: 'p', member_name: 'C', state: 0 })).body.state,
		).toBe(0);
		expect((await client.ent('set_member', { account: 'c@x', state: 1 })).body.state).toBe(1);
	});

	test('above the account limit a member is disabled, and the call succeeds', async () => {
		const { enterprise } = client.emulator.world;
		enterprise.memberLimit = enterprise.enabledCount(client.clock.now()) + 1;
		expect((await add('a')).state).toBe(1);
		expect((await add('b')).state).toBe(0);
		expect((await client.ent('add_member', { account: 'c@x', password: 'p', member_name: 'C' })).body.state).toBe(
			0,
		);
		expect((await client.ent('set_member', { account: 'b@x', state: 1 })).body.state).toBe(0);
		await client.ent('set_member', { account: 'a@x', state: 0 });
		expect((await client.ent('set_member', { account: 'b@x', state: 1 })).body.state).toBe(1);
	});

	test('only the date of expire counts; the account is disabled afterwards; 0 removes it', async () => {
		const day = Math.floor(client.clock.now() / 86_400_000) * 86_400;
		const of = async () => (await client.ent('get_member', { out_id: 'a' })).body;
		await add('a', { expire: day + 5000 });
		expect(await of()).toMatchObject({ expire: day, state: 1 });
		client.clock.set((day + 86_400) * 1000);
		expect(await of()).toMatchObject({ state: 0 });
		await add('a', { expire: 0 });
		expect(await of()).toMatchObject({ state: 1 });
		expect((await of()).expire).toBeUndefined();
	});
});
