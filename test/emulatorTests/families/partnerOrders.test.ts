import { useClient } from '../testClient';
import { ManualClock } from '../../emulator';
import { EnterpriseTestClient } from '../enterpriseTestClient';

const DAY = 86_400;
const GB = 1024 ** 3;
const client = useClient(EnterpriseTestClient, () => ({ clock: new ManualClock(Date.UTC(2026, 5, 15, 12)) }));

const info = async (outId: string) => (await client.partner('ent_info', { out_id: outId })).body;
const order = (outId: string, type: string, more = {}) => client.partner('order', { out_id: outId, type, ...more });

test('a trial is extended and subscribed, then renewed, upgraded and unsubscribed', async () => {
	const before = await info('customer-001');
	await order('customer-001', 'trial.extend', { days: 10 });
	expect(await info('customer-001')).toMatchObject({ trial: 1, end_dateline: before.end_dateline + 10 * DAY });
	expect((await order('customer-001', 'renew', { month: 1 })).body.error_code).toBe(40003);
	expect((await order('customer-001', 'subscribe', { member_count: 9, space: 7, month: 12 })).body).toEqual({});
	expect(await info('customer-001')).toMatchObject({
		trial: 0,
		member_limit: 9,
		space: 7 * GB,
		end_dateline: Date.UTC(2027, 5, 15, 12) / 1000,
	});
	await order('customer-001', 'renew', { month: 1 });
	await order('customer-001', 'upgrade', { member_count: 1, space: 3 });
	expect(await info('customer-001')).toMatchObject({
		member_limit: 10,
		space: 10 * GB,
		end_dateline: Date.UTC(2027, 6, 15, 12) / 1000,
	});
	await order('customer-001', 'unsubscribe');
	expect((await info('customer-001')).end_dateline).toBe(client.nowSeconds);
});

test.each([
	['trial.extend', {}, 'days'],
	['trial.extend', { days: 1, month: 1 }, 'month'],
	['subscribe', { member_count: 1, space: 1 }, 'month'],
	['renew', { days: 1, month: 1 }, 'days'],
	['upgrade', { space: 1 }, 'member_count'],
	['unsubscribe', { month: 1 }, 'month'],
	['other', {}, 'type'],
])('order %s %j is refused, and the message names %s', async (type, more, name) => {
	expect(await order('customer-002', type, more)).toMatchObject({
		status: 400,
		body: { error_code: 40003, error_msg: expect.stringContaining(`'${name}'`) },
	});
});

test('only agents may order', async () => {
	const demo = client.emulator.world.clients.get('demo-partner');
	if (demo?.kind === 'partner') demo.agent = false;
	expect(await order('customer-002', 'renew', { month: 1 })).toMatchObject({
		status: 403,
		body: { error_code: 40310 },
	});
});
