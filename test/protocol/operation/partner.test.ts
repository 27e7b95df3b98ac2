import * as partner from '../../../src/protocol/catalogue/partner';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { encode } from '../../../src/protocol/operation/encode';

/* What forms of the partner send and refuse; expected values are those of the interface document. */

const OUT = { by: 'outId', value: 'c1' };

type Row = [what: string, op: AnyOperation, entered: Record<string, unknown>, sent: Record<string, string>];
const rows: Row[] = [
	[
		'settings get their prefix once',
		partner.createEnterprise,
		{
			outId: 'c1',
			name: 'C',
			settings: [
				{ name: 'a', value: '1' },
				{ name: '__setting_b', value: '' },
			],
		},
		{ out_id: 'c1', ent_name: 'C', __setting_a: '1', __setting_b: '' },
	],
	[
		'days as text',
		partner.listEnterprises,
		{ beginDate: '2026-01-02', endDate: '2026-02-03' },
		{ begin_date: '2026-01-02', end_date: '2026-02-03' },
	],
	[
		'a subscription',
		partner.order,
		{ enterprise: OUT, type: 'subscribe', memberCount: 5, space: 10, month: 12, days: 3 },
		{ out_id: 'c1', type: 'subscribe', member_count: '5', space: '10', month: '12' },
	],
	[
		'a renewal',
		partner.order,
		{ enterprise: OUT, type: 'renew', memberCount: 5, space: 10, month: 6 },
		{ out_id: 'c1', type: 'renew', month: '6' },
	],
	[
		'an upgrade',
		partner.order,
		{ enterprise: OUT, type: 'upgrade', memberCount: 0, space: 10, month: 6 },
		{ out_id: 'c1', type: 'upgrade', member_count: '0', space: '10' },
	],
	[
		'a longer trial',
		partner.order,
		{ enterprise: OUT, type: 'trial.extend', days: 14, month: 6 },
		{ out_id: 'c1', type: 'trial.extend', days: '14' },
	],
	[
		'the end of a subscription',
		partner.order,
		{ enterprise: OUT, type: 'unsubscribe', month: 6 },
		{ out_id: 'c1', type: 'unsubscribe' },
	],
	[
		'unlimited link traffic',
		partner.updateSettings,
		{ enterprise: OUT, linkTraffic: 'unlimited' },
		{ out_id: 'c1', max_link_flow: '-1' },
	],
];
test.each(rows)('%s', (_what, op, entered, sent) => expect(encode(op, entered)).toEqual(sent));

type Refusal = [what: string, op: AnyOperation, entered: Record<string, unknown>, message: RegExp];
const refusals: Refusal[] = [
	[
		'a trial of more than 90 days',
		partner.createEnterprise,
		{ outId: 'c', name: 'C', days: 91 },
		/Trial Days: must be at most 90/,
	],
	[
		'a setting twice',
		partner.createEnterprise,
		{ outId: 'c', name: 'C', settings: [{ name: 'a' }, { name: '__setting_a' }] },
		/"a" is in two rows/,
	],
	[
		'an order of nothing',
		partner.order,
		{ enterprise: OUT, type: 'upgrade', memberCount: 0, space: 0 },
		/nothing to order/,
	],
	[
		'more than a year of statistics',
		partner.listDailyStatistics,
		{ enterprise: OUT, type: 'flow', startDate: '2026-01-01', endDate: '2027-01-02' },
		/makes 367 days/,
	],
];
test.each(refusals)('refuses %s', (_what, op, entered, message) => expect(() => encode(op, entered)).toThrow(message));
