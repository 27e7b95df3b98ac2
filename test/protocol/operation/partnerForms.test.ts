import * as partner from '../../../src/protocol/catalogue/partner';
import { checkFields } from '../../../src/protocol/operation/check';
import { withDefaultTimes } from '../../../src/protocol/operation/check/date';
import { by, refuses, sends } from './sentForms';

/* What forms of the partner send and refuse; expected values are those of the interface document. */

const OUT = by('outId', 'c1');

sends(partner.createEnterprise, [
	[
		'settings get their prefix once',
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
]);
sends(partner.listEnterprises, [
	[
		'days as text',
		{ beginDate: '2026-01-02', endDate: '2026-02-03' },
		{ begin_date: '2026-01-02', end_date: '2026-02-03' },
	],
]);
sends(partner.partnerOrder, [
	[
		'a subscription',
		{ enterprise: OUT, type: 'subscribe', memberCount: 5, space: 10, month: 12, days: 3 },
		{ out_id: 'c1', type: 'subscribe', member_count: '5', space: '10', month: '12' },
	],
	[
		'a renewal',
		{ enterprise: OUT, type: 'renew', memberCount: 5, space: 10, month: 6 },
		{ out_id: 'c1', type: 'renew', month: '6' },
	],
	[
		'an upgrade',
		{ enterprise: OUT, type: 'upgrade', memberCount: 0, space: 10, month: 6 },
		{ out_id: 'c1', type: 'upgrade', member_count: '0', space: '10' },
	],
	[
		'a longer trial',
		{ enterprise: OUT, type: 'trial.extend', days: 14, month: 6 },
		{ out_id: 'c1', type: 'trial.extend', days: '14' },
	],
	[
		'the end of a subscription',
		{ enterprise: OUT, type: 'unsubscribe', month: 6 },
		{ out_id: 'c1', type: 'unsubscribe' },
	],
]);
sends(partner.updateSettings, [
	['unlimited link traffic', { enterprise: OUT, linkTraffic: 'unlimited' }, { out_id: 'c1', max_link_flow: '-1' }],
]);

refuses(partner.createEnterprise, [
	['a trial of more than 90 days', { outId: 'c', name: 'C', days: 91 }, /Trial Days must be at most 90/],
	[
		'a setting twice',
		{ outId: 'c', name: 'C', settings: [{ name: 'a' }, { name: '__setting_a' }] },
		/"a" is in two rows/,
	],
]);
refuses(partner.partnerOrder, [
	['an order of nothing', { enterprise: OUT, type: 'upgrade', memberCount: 0, space: 0 }, /nothing to order/],
	['no members', { enterprise: OUT, type: 'subscribe', memberCount: 0, space: 1, month: 1 }, /^Members must be at/],
	[
		'no space',
		{ enterprise: OUT, type: 'subscribe', memberCount: 1, space: 0, month: 1 },
		/^Space \(GB\) must be at/,
	],
]);
refuses(partner.listEnterprises, [
	[
		'a span of time that ends before it begins',
		{ beginDate: '2026-03-02', endDate: '2026-03-01' },
		/^Created From is after Created Before/,
	],
]);
refuses(partner.listDailyStatistics, [
	[
		'more than a year of statistics',
		{ enterprise: OUT, type: 'flow', startDate: '2026-01-01', endDate: '2027-01-02' },
		/^Last Day is more than a year after First Day \(367 days\)/,
	],
]);

test('statistics begin 30 days ago where no first day was chosen', () => {
	const { input } = partner.listDailyStatistics;
	const entered = checkFields(input, { enterprise: OUT, type: 'flow' });
	const now = Date.parse('2026-03-01T09:00:00Z');
	expect(withDefaultTimes(input, entered, now)).toMatchObject({ startDate: new Date('2026-01-30T00:00:00Z') });
});
