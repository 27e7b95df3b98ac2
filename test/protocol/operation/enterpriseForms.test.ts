import * as library from '../../../src/protocol/catalogue/enterpriseLibrary';
import { listLibraryLog, listManagementLog } from '../../../src/protocol/catalogue/enterpriseLog';
import * as member from '../../../src/protocol/catalogue/enterpriseMember';
import * as sync from '../../../src/protocol/catalogue/enterpriseSync';
import { by, encode, refuses, sends } from './sentForms';
import * as partner from '../../../src/protocol/catalogue/partner';
import { checkFields } from '../../../src/protocol/operation/check';
import { withDefaultTimes } from '../../../src/protocol/operation/check/date';

/* What forms of an enterprise and of a partner send and refuse; expected values are those of the document. */

const LIBRARY = by('id', '7');

sends(library.updateLibrary, [
	['capacity unlimited: the empty text', { library: LIBRARY, unlimited: true }, { org_id: '7', org_capacity: '' }],
	[
		'GB beside the switch for no limit are not sent',
		{ library: LIBRARY, unlimited: true, capacityGb: 5 },
		{ org_id: '7', org_capacity: '' },
	],
]);
sends(library.createLibrary, [
	['GB before another choice are forgotten', { name: 'L', capacity: 'unlimited', capacityGb: 5 }, { org_name: 'L' }],
]);
sends(library.setPersonalCapacity, [
	['a personal one: by -1', { member: by('email', 'm@x'), capacity: 'unlimited' }, { email: 'm@x', capacity: '-1' }],
]);
sends(library.setOwner, [
	[
		'the former owner gets a role',
		{ library: LIBRARY, member: by('id', '2'), formerOwner: 'role', formerOwnerRole: by('id', '3') },
		{ org_id: '7', member_id: '2', role_id: '3' },
	],
	[
		'the former owner is removed',
		{ library: LIBRARY, member: by('id', '2'), formerOwner: 'remove', formerOwnerRole: by('id', '3') },
		{ org_id: '7', member_id: '2', role_id: '' },
	],
]);

refuses(library.createLibrary, [
	['a choice without its value', { name: 'L', capacity: 'limited' }, /Fill in Capacity \(GB\) first/],
]);

const members = (...ids: string[]) => ids.map((value) => ({ member: by('outId', value) }));
const departments = (...ids: string[]) => ids.map((value) => ({ department: by('outId', value) }));
const PERSON = { outId: 'e1', name: 'N', account: 'a' };
const SYNC = { out_id: 'e1', member_name: 'N', account: 'a' };

sends(sync.upsertMember, [
	['the top level', { ...PERSON, topLevel: true, departments: departments('d1') }, { ...SYNC, group_out_ids: '' }],
	['the supervisor removed', { ...PERSON, noSupervisor: true }, { ...SYNC, leader_account: '' }],
	[
		'expiry is midnight UTC of the day',
		{ ...PERSON, expiryDate: new Date('2026-03-04T17:30:00Z') },
		{ ...SYNC, expire: String(Date.UTC(2026, 2, 4) / 1000) },
	],
	['expiry removed by 0', { ...PERSON, neverExpires: true }, { ...SYNC, expire: '0' }],
]);
test('an account works for days from today, unless another day or no end is chosen too', () => {
	const sent = (more: object) =>
		encode(sync.upsertMember, { ...PERSON, expiresAfter: 30, ...more }, Date.UTC(2026, 2, 4, 17, 30)).expire;
	expect(sent({})).toBe(String(Date.UTC(2026, 3, 3) / 1000));
	expect(sent({ expiryDate: new Date('2026-03-05') })).toBe(String(Date.UTC(2026, 2, 5) / 1000));
	expect(sent({ neverExpires: true })).toBe('0');
});
sends(sync.addDepartmentMembers, [
	['of the top level: no department', { members: members('e1', 'e2'), target: 'topLevel' }, { members: 'e1,e2' }],
]);

sends(member.createMember, [
	[
		'no personal library unless asked',
		{ account: 'a', password: 'p', name: 'N', createPersonalLibrary: false },
		{ account: 'a', password: 'p', member_name: 'N' },
	],
]);
sends(listManagementLog, [['all kinds of log entries', { type: 'all' }, {}]]);
sends(listLibraryLog, [
	[
		'log codes and seconds',
		{ library: LIBRARY, acts: ['0', '1014'], from: '2026-01-01T00:00:00Z' },
		{ org_id: '7', act: '0,1014', start_dateline: '1767225600' },
	],
]);
sends(member.addDepartmentMembers, [
	[
		'members of the top level',
		{ department: by('path', '/'), members: [{ member: by('account', 'a') }] },
		{ group_path: '', members: 'a' },
	],
]);

refuses(sync.deleteMembers, [
	['a comma in an external ID', { members: members('a,b') }, /Members, row 1: "a,b" contains ","/],
]);
refuses(member.createDepartment, [['a slash in the name of a department', { name: 'a/b' }, /Name can't contain "\/"/]]);
refuses(sync.getMembers, [
	['IDs and accounts', { members: members('a'), userIds: ['b'] }, /Members can't be combined with External Accounts/],
	['neither external IDs nor accounts', {}, /Members can't be empty together with External Accounts/],
]);

const span = { from: '2026-03-02', to: '2026-03-01' };
refuses(listManagementLog, [['a log that ends before it begins', span, /^From is after To/]]);
refuses(listLibraryLog, [['such a log of a library', { library: LIBRARY, ...span }, /^From is after To/]]);

const withLogo = (logo: string) => ({ name: 'L', capacity: 'unlimited', logo });
refuses(library.createLibrary, [
	['a name for an address', withLogo('example.com'), /^Logo URL is not an http or https address$/, /^Enter a whole/],
]);

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

sends(partner.partnerOrder, [
	[
		'a subscription',
		{ enterprise: OUT, type: 'subscribe', memberCount: 5, space: 10, month: 12, days: 3 },
		{ out_id: 'c1', type: 'subscribe', member_count: '5', space: '10', month: '12' },
	],
	[
		'an upgrade',
		{ enterprise: OUT, type: 'upgrade', memberCount: 0, space: 10, month: 6 },
		{ out_id: 'c1', type: 'upgrade', member_count: '0', space: '10' },
	],
	[
		'a renewal',
		{ enterprise: OUT, type: 'renew', memberCount: 5, month: 6 },
		{ out_id: 'c1', type: 'renew', month: '6' },
	],
	[
		'a longer trial',
		{ enterprise: OUT, type: 'trial.extend', days: 14, month: 6 },
		{ out_id: 'c1', type: 'trial.extend', days: '14' },
	],
	[
		'the end of a subscription',
		{ enterprise: OUT, type: 'unsubscribe', month: 6, days: 3 },
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
