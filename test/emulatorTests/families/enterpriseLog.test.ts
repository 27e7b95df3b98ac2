import { useClient } from '../testClient';
import { ManualClock } from '../../emulator';
import { EnterpriseTestClient } from '../enterpriseTestClient';

const client = useClient(EnterpriseTestClient, () => ({ clock: new ManualClock() }));

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

test('without the feature the synchronization operations are refused; the lookups are not', async () => {
	client.emulator.world.enterprise.syncFeature = false;
	expect(await client.ent('del_sync_member', { members: 'x' })).toMatchObject({
		status: 403,
		body: { error_code: 40306 },
	});
	expect((await client.ent('get_member_by_out_id', { user_ids: 'member01,none' })).body).toEqual({
		'u-01': expect.objectContaining({ member_id: 1 }),
	});
});
