import { ManualClock } from '../../emulator';
import { EnterpriseTestClient, useClient } from '../testClient';

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

const DAY = 86_400;
const GB = 1024 ** 3;
const client = useClient(EnterpriseTestClient, () => ({ clock: new ManualClock(Date.UTC(2026, 5, 15, 12)) }));

const info = async (outId: string) => (await client.partner('ent_info', { out_id: outId })).body;

test('create_ent: defaults, account with password, settings, unique out_id', async () => {
	const { body } = await client.partner('create_ent', { out_id: 'n', ent_name: 'New', __setting_theme: 'dark' });
	expect(body).toEqual({ id: expect.any(Number), end_dateline: client.nowSeconds + 90 * DAY });
	expect(await info('n')).toEqual({
		id: body.id,
		name: 'New',
		trial: 1,
		end_dateline: body.end_dateline,
		member_limit: 1000,
		member_count: 0,
		space: 500 * GB,
		size: 0,
	});
	const second = (
		await client.partner('create_ent', {
			out_id: 'm',
			ent_name: 'M',
			account: 'a@m.example.com',
			days: 5,
			member_count: 3,
			space: 1,
		})
	).body;
	expect(second).toMatchObject({
		account: 'a@m.example.com',
		password: expect.any(String),
		end_dateline: client.nowSeconds + 5 * DAY,
	});
	expect((await client.partner('create_ent', { out_id: 'n', ent_name: 'New' })).body.error_msg).toContain("'out_id'");
	expect(
		(await client.partner('create_ent', { out_id: 'o', ent_name: 'O', account: 'a@m.example.com' })).body
			.error_code,
	).toBe(40093);
	expect(
		(await client.partner('create_ent', { out_id: 'o', ent_name: 'O', setting_theme: 1 })).body.error_msg,
	).toContain("'setting_theme'");
});

test('ent_list: creation date, order, pages', async () => {
	const ids = async (fields = {}) =>
		((await client.partner('ent_list', fields)).body.list as Array<{ out_id: string }>).map(({ out_id: id }) => id);
	expect(await ids()).toEqual(['customer-003', 'customer-002', 'customer-001']);
	expect(await ids({ order: 'desc', size: 1 })).toEqual(['customer-001']);
	expect(await ids({ begin_date: '2026-05-26' })).toEqual(['customer-001']);
	expect(await ids({ begin_date: '2026-05-27' })).toEqual([]);
	expect(await ids({ end_date: '2026-05-26', start: 1 })).toEqual(['customer-002']);
	expect((await client.partner('ent_list', { begin_date: '2026-02-30' })).body.error_msg).toContain("'begin_date'");
	expect((await client.partner('ent_info', { out_id: 'none' })).body.error_code).toBe(40410);
});

test('ent_daily_stats: until yesterday, at most a year', async () => {
	const days = async (fields: object) =>
		(
			(await client.partner('ent_daily_stats', { out_id: 'customer-002', type: 'flow', ...fields })).body
				.list as Array<{ date: string }>
		).map(({ date }) => date);
	expect(await days({ start_date: '2026-06-13' })).toEqual(['2026-06-13', '2026-06-14']);
	expect(await days({ start_date: '2026-06-14', end_date: '2026-06-20' })).toEqual(['2026-06-14']);
	expect(await days({ start_date: '2025-06-14', end_date: '2026-06-14' })).toHaveLength(366);
	expect(
		(await client.partner('ent_daily_stats', { out_id: 'customer-002', type: 'flow', start_date: '2025-06-13' }))
			.body.error_msg,
	).toContain("'start_date'");
	expect(
		(await client.partner('ent_daily_stats', { out_id: 'customer-002', type: 'other', start_date: '2026-06-13' }))
			.body.error_msg,
	).toContain("'type'");
});
